/** A text in one line of Markdown, as it is: the names of an app are no markup, and no HTML. */
export function markdownText(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(/[\\*_`[\]|~@#]/g, "\\$&");
}
