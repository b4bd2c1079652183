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

const lastCodePoint = 0x10ffff;

/** The text that an escaped one stands for. */
export function unescapeXml(text: string): string {
  const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
  return text.replace(
    /&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi,
    (found, hex?: string, decimal?: string, name?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      if (name === undefined) return code <= lastCodePoint ? String.fromCodePoint(code) : found;
      return entities[name ?? ""] ?? found;
    },
  );
}
