/** A field that completes what is typed, as a combobox with a list (WAI-ARIA). */
import { useSignal } from "@preact/signals";
import { useEffect, useId, useRef } from "preact/hooks";
import type { VNode } from "preact";

export interface CompleteProps {
  label: string;
  value: string;
  hint?: string;
  /** What could stand there, best first. */
  suggest(typed: string): string[] | Promise<string[]>;
  onInput(value: string): void;
  /** Enter, with nothing chosen in the list. */
  onEnter?(): void;
  id?: string;
}

export function Complete({ label, value, hint, suggest, onInput, onEnter, id }: CompleteProps): VNode {
  const found = useSignal<string[]>([]);
  const at = useSignal(-1);
  const open = useSignal(false);
  const asked = useRef(0);
  const own = useId();
  const field = id ?? own;

  async function ask(typed: string): Promise<void> {
    const number = ++asked.current;
    const answer = typed ? await suggest(typed) : [];
    if (number !== asked.current) return;
    found.value = answer.filter((each) => each !== typed);
    at.value = -1;
    open.value = found.value.length > 0;
  }
  function choose(i: number): void {
    onInput(found.value[i]!);
    open.value = false;
    void ask("");
  }
  useEffect(() => {
    if (open.value && at.value >= 0) document.getElementById(`${field}-${at.value}`)?.scrollIntoView({ block: "nearest" });
  });

  return (
    <div class="complete">
      <label for={field}>{label}</label>
      <input
        id={field}
        type="text"
        role="combobox"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        placeholder={hint}
        aria-expanded={open.value}
        aria-controls={`${field}-list`}
        aria-autocomplete="list"
        aria-activedescendant={open.value && at.value >= 0 ? `${field}-${at.value}` : undefined}
        value={value}
        onInput={(event) => {
          onInput(event.currentTarget.value);
          void ask(event.currentTarget.value);
        }}
        onBlur={() => (open.value = false)}
        onKeyDown={(event) => {
          const count = found.value.length;
          if (event.key === "ArrowDown" || event.key === "ArrowUp") {
            event.preventDefault();
            if (!open.value) void ask(value);
            else at.value = (at.value + (event.key === "ArrowDown" ? 1 : count) + (at.value < 0 && event.key === "ArrowUp" ? 0 : 0)) % count;
          } else if (event.key === "Escape" && open.value) {
            event.preventDefault();
            open.value = false;
          } else if (event.key === "Enter") {
            event.preventDefault();
            if (open.value && at.value >= 0) choose(at.value);
            else {
              open.value = false;
              onEnter?.();
            }
          }
        }}
      />
      <ul id={`${field}-list`} role="listbox" aria-label={label} hidden={!open.value}>
        {found.value.map((each, i) => (
          <li
            id={`${field}-${i}`}
            key={each}
            role="option"
            aria-selected={i === at.value}
            onMouseDown={(event) => {
              event.preventDefault();
              choose(i);
            }}
          >
            {each}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Letters without marks, so that "lim-dul" finds Lim-Dûl. */
export function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Names with a piece of text in them: those that begin with it first. */
export function matching(all: string[], typed: string, cap: number): string[] {
  const wanted = plain(typed.trim());
  if (!wanted) return [];
  const first: string[] = [], later: string[] = [];
  for (const name of all) {
    const at = plain(name).indexOf(wanted);
    if (at === 0) first.push(name);
    else if (at > 0) later.push(name);
  }
  const byLength = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : 1);
  return [...first.sort(byLength), ...later.sort(byLength)].slice(0, cap);
}
