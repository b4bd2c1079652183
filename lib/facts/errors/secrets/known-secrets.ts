/** Shorter values also occur in other words, so they are found only between other characters. */
const longLength = 8;
const minLength = 4;

/** Values that are secrets wherever they occur, such as those of the secrets of an app. */
export class KnownSecrets {
  /** Each value in all its written forms. The longest come first: a short one may be a part of another. */
  private readonly long: readonly string[];
  private readonly short: RegExp | undefined;

  constructor(
    values: Iterable<string>,
    private readonly mask: string,
  ) {
    const all = new Set<string>();
    for (const value of values)
      for (const form of formsOf(value)) if (form.length >= minLength) all.add(form);
    const sorted = [...all].sort((one, other) => other.length - one.length);
    this.long = sorted.filter(({ length }) => length >= longLength);
    const short = sorted
      .filter(({ length }) => length < longLength)
      .map((each) => each.replace(/[^\w]/g, "\\$&"));
    this.short =
      short.length === 0
        ? undefined
        : new RegExp(`(?<![A-Za-z0-9_-])(?:${short.join("|")})(?![A-Za-z0-9_-])`, "g");
  }

  without(text: string): string {
    let rest = text;
    for (const each of this.long) if (rest.includes(each)) rest = rest.replaceAll(each, this.mask);
    return this.short === undefined ? rest : rest.replace(this.short, this.mask);
  }
}

/** The forms in which a value is written: alone, in JSON, in an address and in a form. */
function formsOf(value: string): readonly string[] {
  const encoded = new URLSearchParams({ "": value }).toString().slice(1);
  return [
    value,
    JSON.stringify(value).slice(1, -1),
    encoded,
    encoded.replaceAll("+", "%20"),
    encodeUri(value),
  ];
}

function encodeUri(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    // Half of a surrogate pair.
    return value;
  }
}
