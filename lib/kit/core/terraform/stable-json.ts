/**
 * The JSON that CDKTF writes: keys in order, two spaces for each level, and a line break in empty objects and lists, too.
 *
 * CDKTF uses `json-stable-stringify` for it, which is the slower half of writing a large stack, and loads 44 files. Returns
 * undefined for values that JSON leaves out.
 *
 * @throws TypeError if an object contains itself
 */
export function stableJson(value: unknown): string | undefined {
  return textOf(value, "\n", []);
}

/** @param line - a line break, and the indentation of the value */
function textOf(given: unknown, line: string, above: object[]): string | undefined {
  const value = hasToJson(given) ? given.toJSON() : given;
  if (typeof value === "string" || typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${line}  `;
  let text = "";
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      text += `${index === 0 ? "" : ","}${inner}${textOf(value[index], inner, above) ?? "null"}`;
    }
    return `[${text}${line}]`;
  }
  if (above.includes(value)) throw new TypeError("Converting circular structure to JSON");
  above.push(value);
  for (const key of Object.keys(value).sort()) {
    const member = textOf((value as Readonly<Record<string, unknown>>)[key], inner, above);
    if (member !== undefined) text += `${text === "" ? "" : ","}${inner}${JSON.stringify(key)}: ${member}`;
  }
  above.pop();
  return `{${text}${line}}`;
}

const hasToJson = (value: unknown): value is { toJSON(): unknown } =>
  typeof value === "object" && value !== null && "toJSON" in value && typeof value.toJSON === "function";
