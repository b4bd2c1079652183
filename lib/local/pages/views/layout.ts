import { escapeXml } from "../../wire/escape-xml";

/** Text in a page. */
export const html = (text: string): string => escapeXml(text);

export interface PageContent {
  readonly title: string;
  /** The problem, in the service's words. */
  readonly problem?: string | undefined;
  /** A notice for the user. */
  readonly note?: string | undefined;
  /** HTML. */
  readonly body: string;
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; display: grid; place-items: center; min-height: 100vh; }
main { width: min(24rem, calc(100vw - 2rem)); padding: 1.5rem; }
h1 { font-size: 1.5rem; }
label, input, select, button { display: block; width: 100%; box-sizing: border-box; font: inherit; }
label { margin-top: 1rem; }
input, select { padding: .5rem; border: 1px solid GrayText; border-radius: .25rem; }
button { margin-top: 1.25rem; padding: .6rem; border: 0; border-radius: .25rem; background: #0b5cad; color: #fff; cursor: pointer; }
button.other { background: transparent; color: inherit; border: 1px solid GrayText; margin-top: .75rem; }
:focus-visible { outline: 3px solid #f5a623; outline-offset: 2px; }
[role=alert] { padding: .5rem .75rem; border-left: 4px solid #c0392b; background: #c0392b22; }
[role=status] { padding: .5rem .75rem; border-left: 4px solid #1e8449; background: #1e844922; }
nav { margin-top: 1.5rem; } nav a { display: block; color: inherit; } pre { white-space: pre-wrap; overflow-wrap: anywhere; }
`;

/** A whole page. It works with a keyboard and a screen reader. */
export function page({ title, problem, note, body }: PageContent): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${html(title)}</title><style>${style}</style></head>
<body><main><h1>${html(title)}</h1>
${problem === undefined ? "" : `<p role="alert">${html(problem)}</p>`}
${note === undefined ? "" : `<p role="status">${html(note)}</p>`}
${body}
</main></body></html>
`;
}

export interface FormField {
  readonly name: string;
  readonly label: string;
  /** @default "text" */
  readonly type?: string;
  readonly autocomplete?: string;
  readonly value?: string | undefined;
  /** @default true */
  readonly isRequired?: boolean;
  /** The choices of the user, each with its text. @default - the user writes a text */
  readonly options?: readonly (readonly [value: string, text: string])[];
}

export function field({
  name,
  label,
  type = "text",
  autocomplete = "off",
  value = "",
  isRequired = true,
  options,
}: FormField): string {
  const id = `field-${html(name)}`;
  if (options !== undefined) {
    const all = options
      .map(([each, text]) => `<option value="${html(each)}">${html(text)}</option>`)
      .join("");
    return `<label for="${id}">${html(label)}</label>\n<select id="${id}" name="${html(name)}">${all}</select>`;
  }
  return `<label for="${id}">${html(label)}</label>
<input id="${id}" name="${html(name)}" type="${type}" autocomplete="${autocomplete}" value="${html(value)}"${isRequired ? " required" : ""}>`;
}

/** A form that is sent to the address of the page. The token shows that a page of this server sent it. */
export function form(action: string, token: string, inside: string): string {
  return `<form method="post" action="${html(action)}"><input type="hidden" name="_csrf" value="${html(token)}">
${inside}</form>`;
}

export const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${html(name)}" value="${html(value)}">`;

export const links = (all: readonly (readonly [text: string, url: string])[]): string =>
  `<nav>${all.map(([text, url]) => `<a href="${html(url)}">${html(text)}</a>`).join("")}</nav>`;
