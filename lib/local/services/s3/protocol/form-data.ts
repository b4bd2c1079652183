/** A part of a form that a browser uploads. */
export interface FormPart {
  readonly name: string;
  readonly filename: string | undefined;
  readonly type: string | undefined;
  readonly content: Buffer;
}

/**
 * The parts of a `multipart/form-data` body; undefined when the body is not in this form.
 *
 * Source: https://www.rfc-editor.org/rfc/rfc7578
 */
export function parseForm(contentType: string, body: Buffer): readonly FormPart[] | undefined {
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
  const name = boundary?.[1] ?? boundary?.[2];
  if (name === undefined) return undefined;
  const delimiter = Buffer.from(`\r\n--${name}`);
  // The first delimiter has no line before it.
  const content = Buffer.concat([Buffer.from("\r\n"), body]);
  const parts: FormPart[] = [];
  let at = content.indexOf(delimiter);
  while (at !== -1) {
    const start = at + delimiter.length;
    if (content.toString("latin1", start, start + 2) === "--") return parts;
    const end = content.indexOf(delimiter, start);
    const headersEnd = content.indexOf("\r\n\r\n", start);
    if (end === -1 || headersEnd === -1 || headersEnd > end) return undefined;
    const part = parsePart(
      content.toString("utf8", start, headersEnd),
      content.subarray(headersEnd + 4, end),
    );
    if (part === undefined) return undefined;
    parts.push(part);
    at = end;
  }
  return undefined;
}

function parsePart(headers: string, content: Buffer): FormPart | undefined {
  const disposition = /^content-disposition:\s*form-data;(.*)$/im.exec(headers)?.[1] ?? "";
  const name = /(?:^|[;\s])name="([^"]*)"/i.exec(disposition)?.[1];
  if (name === undefined) return undefined;
  const filename = /(?:^|[;\s])filename="([^"]*)"/i.exec(disposition)?.[1];
  const type = /^content-type:(.*)$/im.exec(headers)?.[1]?.trim();
  return { name, filename, type: type === "" ? undefined : type, content };
}
