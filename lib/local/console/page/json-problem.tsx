type Expected = "a value" | "a value or ]" | "a name" | "a name or }" | ":" | ", or }" | ", or ]" | "the end";

const token =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a string of JSON has no control characters
  /\s*(?:([{}[\]:,])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y;

/** Where a text stops being JSON, and what belongs there; undefined for JSON. Browsers do not always report the place. */
export function problemOfJson(text: string): string | undefined {
  const open: ("{" | "[")[] = [];
  let expected: Expected = "a value";
  const afterValue = (): Expected => {
    const around = open.at(-1);
    return around === undefined ? "the end" : around === "{" ? ", or }" : ", or ]";
  };
  const next = (mark: string | undefined, string: string | undefined): Expected | undefined => {
    const isValueNext = expected === "a value" || expected === "a value or ]";
    if (isValueNext && (mark === "{" || mark === "[")) {
      open.push(mark);
      return mark === "{" ? "a name or }" : "a value or ]";
    }
    if (mark === undefined) {
      if (isValueNext) return afterValue();
      return string !== undefined && expected.startsWith("a name") ? ":" : undefined;
    }
    if (mark === ":" && expected === ":") return "a value";
    if (mark === "," && expected.startsWith(", or")) return open.at(-1) === "{" ? "a name" : "a value";
    if (!expected.endsWith(`or ${mark}`)) return undefined;
    open.pop();
    return afterValue();
  };
  for (let at = 0; ; at = token.lastIndex) {
    token.lastIndex = at;
    const found = token.exec(text);
    const after: Expected | undefined = found === null ? undefined : next(found[1], found[2]);
    if (after !== undefined) {
      expected = after;
      continue;
    }
    const rest = text.slice(at);
    if (rest.trim() === "" && expected === "the end") return undefined;
    const lines = text.slice(0, at + rest.length - rest.trimStart().length).split("\n");
    return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}: ${expected} is expected.`;
  }
}
