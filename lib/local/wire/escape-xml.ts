const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // Parsers read a carriage return as a line feed.
  "\r": "&#13;",
};

/** Escapes a text for XML. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"\r]/g, (character) => entities[character] ?? character);
}

/** Whether XML 1.0 can hold a text. Source: https://www.w3.org/TR/xml/#charsets */
export function isXmlText(text: string): boolean {
  return !/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(text);
}
