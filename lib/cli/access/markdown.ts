/** A text in one line of Markdown, as it is: the names of an app do not become markup or HTML. */
export function markdownText(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(/[\\*_`[\]|~@#]/g, "\\$&");
}
