/** The module that Emscripten makes of web/native, with the types of its functions. Pointers are numbers. */
import factory from "../../../build/wasm/web/native/engine.mjs";
import type { ImportProgress } from "./types.js";

export interface NativeModule {
  HEAPU8: Uint8Array;
  HEAPU32: Uint32Array;
  _gavel_web_create(): number;
  _gavel_web_version(): number;
  _gavel_web_speak(engine: number, language: number): void;
  _gavel_web_text(engine: number): number;
  _gavel_web_text_length(engine: number): number;
  _gavel_web_allocate(size: number): number;
  _gavel_web_free(memory: number): void;
  _gavel_web_names(engine: number): number;
  _gavel_web_refused(engine: number): number;
  _gavel_web_card(engine: number, name: number): number;
  _gavel_web_read(engine: number, name: number, text: number, spell: number): number;
  _gavel_web_import_begin(engine: number): number;
  _gavel_web_import_feed(engine: number, bytes: number, size: number): number;
  _gavel_web_import_finish(engine: number): number;
  _gavel_web_import_cancel(engine: number): void;
  _gavel_web_import_image(engine: number, length: number): number;
  _gavel_web_import_use(engine: number): number;
  _gavel_web_use_image(engine: number, image: number, length: number): number;
  _gavel_web_session_open(
    engine: number, text: number, which: number, objects: number, bytes: number, session: number,
  ): number;
  _gavel_web_session_close(session: number): void;
  _gavel_web_session_act(engine: number, session: number, lines: number): number;
  _gavel_web_session_take(engine: number, session: number, option: number): number;
  _gavel_web_session_put(engine: number, session: number, player: number, zone: number, items: number): number;
  _gavel_web_session_edit(engine: number, session: number, text: number): number;
  _gavel_web_session_go(engine: number, session: number, moment: number): number;
  _gavel_web_session_undo(engine: number, session: number): number;
  _gavel_web_session_redo(engine: number, session: number): number;
  _gavel_web_session_moment(engine: number, session: number, viewer: number): number;
  _gavel_web_session_account(engine: number, session: number, grain: number, from: number): number;
  _gavel_web_session_complete(engine: number, session: number, line: number, cap: number): number;
  _gavel_web_session_explain(engine: number, session: number, words: number): number;
  _gavel_web_session_why_not(engine: number, session: number, action: number, legal: number): number;
  _gavel_web_deck(engine: number, text: number): number;
  _gavel_web_table_open(
    engine: number, first: number, second: number, seed: number, people: number, answers: number, table: number,
  ): number;
  _gavel_web_table_close(table: number): void;
  _gavel_web_table_answer(engine: number, table: number, option: number, byHand: number): number;
  _gavel_web_table_advance(engine: number, table: number, how: number, most: number, more: number): number;
  _gavel_web_table_undo(engine: number, table: number): number;
  _gavel_web_table_hint(engine: number, table: number, option: number): number;
  _gavel_web_table_moment(engine: number, table: number, viewer: number): number;
}

export function makeModule(wasm: WebAssembly.Module, progress: (p: ImportProgress) => void): Promise<NativeModule> {
  return factory({
    instantiateWasm(imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void) {
      void WebAssembly.instantiate(wasm, imports).then(receive);
      return {};
    },
    gavelProgress: (bytes: number, cards: number, compiled: number) => progress({ bytes, cards, compiled }),
  }) as Promise<NativeModule>;
}
