const maxLetters = 200;

/**
 * A text for between quotation marks in a header, where clients choose a part of it. Letters that would end the text, or that Node
 * refuses in headers, become question marks.
 *
 * Source: https://www.rfc-editor.org/rfc/rfc6750#section-3
 */
export function headerQuote(text: string): string {
  return text.slice(0, maxLetters).replace(/[^\x20-\x7e]|["\\]/g, "?");
}
