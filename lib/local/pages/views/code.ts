import { type FormField, field, form, hidden, type PageContent, type SentForm } from "./layout";

interface CodeView extends SentForm {
  readonly title: string;
  readonly note?: string | undefined;
  readonly fields: readonly FormField[];
  readonly kept: Readonly<Record<string, string>>;
  readonly button: string;
  /** A second button without fields: its name and text. */
  readonly other?: readonly [name: string, text: string];
}

/** A step with input: a code, a new password, a choice. */
export function stepPage({
  title,
  action,
  token,
  note,
  problem,
  fields,
  kept,
  button,
  other,
}: CodeView): PageContent {
  const inside = `${Object.entries(kept)
    .map(([name, value]) => hidden(name, value))
    .join("")}
${fields.map(field).join("\n")}
<button>${button}</button>
${other === undefined ? "" : `<button class="other" name="${other[0]}" value="1" formnovalidate>${other[1]}</button>`}`;
  return { title, note, problem, body: form(action, token, inside) };
}
