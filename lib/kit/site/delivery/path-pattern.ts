/**
 * Path patterns of CloudFront: `*` is any text, `?` any one letter.
 *
 * Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/DownloadDistValuesCacheBehavior.html#DownloadDistValuesPathPattern
 */
const grammar = /^\/[A-Za-z0-9_\-.*$/~"'@:+&?]*$/;
const maxLength = 255;

/** Whether a text is a pattern of CloudFront that begins with a slash. */
export function isPathPattern(text: string): boolean {
  return grammar.test(text) && text.length <= maxLength;
}

/** Whether the first pattern matches every path that the second one matches. */
export function coversPattern(wide: string, narrow: string): boolean {
  return compare(wide, narrow, (left, right) => left === right || (left === "?" && right !== "*"), {
    rightMayBeEmpty: false,
  });
}

/** Whether some path matches both patterns. */
export function overlapsPattern(a: string, b: string): boolean {
  return compare(a, b, (left, right) => left === right || left === "?" || right === "?", {
    rightMayBeEmpty: true,
  });
}

/**
 * Compares two patterns letter by letter. A `*` of the first takes any part of the second.
 *
 * @param rightMayBeEmpty - whether a `*` of the second may take a part of the first, too
 */
function compare(
  a: string,
  b: string,
  fits: (left: string, right: string) => boolean,
  { rightMayBeEmpty }: { readonly rightMayBeEmpty: boolean },
): boolean {
  const known = new Map<number, boolean>();
  const from = (i: number, j: number): boolean => {
    const key = i * (b.length + 1) + j;
    const found = known.get(key) ?? decide(i, j);
    known.set(key, found);
    return found;
  };
  const decide = (i: number, j: number): boolean => {
    const [left, right] = [a[i], b[j]];
    if (left === undefined && right === undefined) return true;
    if (left === "*" && (from(i + 1, j) || (right !== undefined && from(i, j + 1)))) return true;
    if (rightMayBeEmpty && right === "*" && (from(i, j + 1) || (left !== undefined && from(i + 1, j))))
      return true;
    if (left === undefined || right === undefined || left === "*" || right === "*") return false;
    return fits(left, right) && from(i + 1, j + 1);
  };
  return from(0, 0);
}
