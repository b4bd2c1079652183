import { clean } from "./trace";

/** The letters at the end of a long name that stay: functions of one file or one API differ there. */
const keptLetters = 14;

/** A name in a line. One that is too long loses its middle, and the whole is shown on hover. */
export function Name({ text }: { readonly text: string }) {
  const name = clean(text);
  const split = name.length > 1.5 * keptLetters ? name.length - keptLetters : name.length;
  return (
    <span class="name" title={name}>
      <span class="begin">{name.slice(0, split)}</span>
      <span class="end">{name.slice(split)}</span>
    </span>
  );
}

/** The names of the columns of a table. */
export function Heads({ names }: { readonly names: readonly string[] }) {
  return (
    <thead>
      <tr>
        {names.map((each) => (
          <th scope="col" key={each}>
            {clean(each)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** The arrow keys and j and k go from line to line. */
export function moveFocus(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
  const list = event.currentTarget;
  if (step === undefined || !(list instanceof HTMLElement)) return;
  const buttons = [...list.querySelectorAll("button")];
  const next = buttons[buttons.indexOf(document.activeElement as HTMLButtonElement) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
  next.click();
}
