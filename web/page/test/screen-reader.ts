/** A virtual screen reader, put into the page by the tests: what it hears of live regions while the page changes. */
import { virtual } from "@guidepup/virtual-screen-reader";

declare global {
  interface Window {
    /** Begins to listen. */
    listen(): Promise<void>;
    /** What live regions had to say since this was called last, in the order it was said in. */
    heard(): Promise<string[]>;
  }
}

const POLITE = "polite: ";
let before = 0;

window.listen = async () => {
  await virtual.start({ container: document.body });
  before = (await virtual.spokenPhraseLog()).length;
};

window.heard = async () => {
  const all = await virtual.spokenPhraseLog();
  const fresh = all.slice(before);
  before = all.length;
  return fresh.filter((phrase) => phrase.startsWith(POLITE)).map((phrase) => phrase.slice(POLITE.length));
};
