/**
 * Matches paths with a pattern of CloudFront: `*` is any text, `?` any one letter.
 *
 * Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/DownloadDistValuesCacheBehavior.html#DownloadDistValuesPathPattern
 */
export function patternMatcher(pattern: string): (path: string) => boolean {
  const source = pattern.replace(/[\\^$.*+?()[\]{}|]/g, (letter) => {
    if (letter === "*") return ".*";
    return letter === "?" ? "." : `\\${letter}`;
  });
  // A pattern may come without the slash.
  const expression = new RegExp(
    `^${pattern.startsWith("/") || pattern.startsWith("*") ? "" : "/"}${source}$`,
    "s",
  );
  return (path) => expression.test(path);
}
