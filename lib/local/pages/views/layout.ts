import { baseStyle } from "../../look/base-style";
import { iconLink } from "../../look/tokens";
import type { PasswordRule } from "../../services/cognito-idp/passwords";
import { escapeXml } from "../../wire/xml";

export const html = (text: string): string => escapeXml(text);

export interface PageContent {
  readonly title: string;
  readonly problem?: string | undefined;
  /** A notice for the user. */
  readonly note?: string | undefined;
  /** HTML. */
  readonly body: string;
  /** Whether the page has a list, which needs more space than a form. @default false */
  readonly isWide?: boolean;
}

export interface SentForm {
  /** The address that receives the form. */
  readonly action: string;
  readonly token: string;
  readonly problem?: string | undefined;
}

export interface PageFrame {
  readonly name: string;
  readonly inboxUrl: string;
}

const style = `${baseStyle}
body { display: grid; align-content: center; justify-items: center; min-height: 100vh; padding: 1rem; background: var(--raised); font-size: var(--large); }
main, footer { width: min(25rem, 100%); }
main.wide, .wide + footer { width: min(44rem, 100%); }
main { padding: 1.5rem; background: var(--ground); border: 1px solid var(--line); border-radius: var(--radius); box-shadow: var(--shadow); }
.brand { margin: 0 0 0.25rem; color: var(--quiet); font-size: var(--small); }
h1 { font-size: var(--title); }
label, form > button, input, select { display: block; width: 100%; }
label { margin-top: 1rem; font-size: var(--body); }
input, select { margin-top: 0.25rem; padding: 0.5rem; }
form > button, .providers a { margin-top: 1.25rem; padding: 0.55rem; border: 1px solid var(--main); background: var(--main); color: var(--on-main); text-align: center; }
form > button.other, .providers a { display: block; margin-top: 0.75rem; border-color: var(--border); border-radius: var(--radius); background: transparent; color: inherit; text-decoration: none; }
.providers { margin-top: 1.25rem; font-size: inherit; border-top: 1px solid var(--line); }
form > button.reveal { width: auto; margin: 0.35rem 0 0 auto; padding: 0 0.25rem; border: 0; background: transparent; color: var(--accent); font-size: var(--small); }
.rules { margin: 0.5rem 0 0; padding: 0; list-style: none; font-size: var(--small); color: var(--quiet); }
.rules li::before { content: "\\25CB\\00A0"; }
.rules li.kept { color: var(--good); }
.rules li.kept::before { content: "\\2713\\00A0"; }
nav { margin-top: 1.25rem; font-size: var(--body); } nav a { display: block; margin-top: 0.35rem; }
footer { margin-top: 1rem; color: var(--quiet); font-size: var(--small); }
footer p { margin: 0; }
article { margin-top: 1.25rem; padding-top: 1.25rem; border-top: 1px solid var(--line); }
h2 { margin: 0.25rem 0; }
article p { margin: 0; font-size: var(--body); }
.code { font: var(--title) var(--mono); letter-spacing: 0.1em; }
`;

/** A whole page. It works with a keyboard and a screen reader, and without a script. */
export function page({ title, problem, note, body, isWide }: PageContent, frame: PageFrame): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${html(title)} - ${html(frame.name)}</title>${iconLink}<style>${style}</style></head>
<body><main${isWide === true ? ' class="wide"' : ""}><p class="brand">${html(frame.name)}</p><h1>${html(title)}</h1>
${problem === undefined ? "" : `<p role="alert">${html(problem)}</p>`}
${note === undefined ? "" : `<p role="status">${html(note)}</p>`}
${body}
</main>
<footer><p>This page is the local stand-in of the managed login of Amazon Cognito. Mails and messages stay on this machine: <a href="${html(frame.inboxUrl)}">Inbox</a></p></footer>
<script>${fieldScript}</script></body></html>
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
  /** The rules of a new password, which the page checks during input. @default - none */
  readonly rules?: readonly Pick<PasswordRule, "text" | "pattern">[];
  /** The choices of the user, each with its text. @default - free text */
  readonly options?: readonly (readonly [value: string, text: string])[];
}

export function field({
  name,
  label,
  type = "text",
  autocomplete = "off",
  value = "",
  isRequired = true,
  rules = [],
  options,
}: FormField): string {
  const id = `field-${html(name)}`;
  if (options !== undefined) {
    const all = options
      .map(([each, text]) => `<option value="${html(each)}">${html(text)}</option>`)
      .join("");
    return `<label for="${id}">${html(label)}</label>\n<select id="${id}" name="${html(name)}">${all}</select>`;
  }
  const described = rules.length === 0 ? "" : ` aria-describedby="${id}-rules"`;
  return `<label for="${id}">${html(label)}</label>
<input id="${id}" name="${html(name)}" type="${type}" autocomplete="${autocomplete}" value="${html(value)}"${isRequired ? " required" : ""}${described}>
${rulesList(`${id}-rules`, rules)}`;
}

function rulesList(id: string, rules: FormField["rules"] = []): string {
  if (rules.length === 0) return "";
  const all = rules
    .map(({ text, pattern }) => `<li data-pattern="${html(pattern.source)}">${html(text)}</li>`)
    .join("");
  return `<ul class="rules" id="${id}">${all}</ul>`;
}

/** A form with a token, which shows that a page of this server sent it. */
export function form(action: string, token: string, inside: string): string {
  return `<form method="post" action="${html(action)}"><input type="hidden" name="_csrf" value="${html(token)}">
${inside}</form>`;
}

export const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${html(name)}" value="${html(value)}">`;

export const links = (all: readonly (readonly [text: string, url: string])[]): string =>
  `<nav>${all.map(([text, url]) => `<a href="${html(url)}">${html(text)}</a>`).join("")}</nav>`;

/**
 * Shows a password on request, and the fulfilled rules of a new one. The page's content security policy contains its hash.
 *
 * The button is created here, since it needs a script.
 */
export const fieldScript = `
for (const input of document.querySelectorAll("input[type=password]")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "reveal";
  button.setAttribute("aria-controls", input.id);
  const show = (isShown) => {
    input.type = isShown ? "text" : "password";
    button.textContent = isShown ? "Hide password" : "Show password";
  };
  show(false);
  button.addEventListener("click", () => show(input.type === "password"));
  input.form.addEventListener("submit", () => show(false));
  input.after(button);
  const rules = document.querySelectorAll("#" + input.id + "-rules li");
  const check = () => {
    for (const rule of rules) rule.classList.toggle("kept", new RegExp(rule.dataset.pattern).test(input.value));
  };
  input.addEventListener("input", check);
  check();
}
`;
