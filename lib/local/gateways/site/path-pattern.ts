import { matchesWildcard } from "../../../facts/aws/wildcards";

/**
 * Matches paths with a pattern of CloudFront: `*` is any text, `?` any one letter.
 *
 * Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/DownloadDistValuesCacheBehavior.html#DownloadDistValuesPathPattern
 */
export function patternMatcher(pattern: string): (path: string) => boolean {
  // A pattern may come without the slash.
  const whole = /^[/*]/.test(pattern) ? pattern : `/${pattern}`;
  return (path) => matchesWildcard(whole, path);
}
