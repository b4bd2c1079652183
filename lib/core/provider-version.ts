/**
 * Whether a version constraint of Terraform, like `~> 6.30` or `>= 7, < 8`, allows only this version and newer ones.
 *
 * @param version - major and minor, for example `6.29`
 */
export function isAtLeast(constraint: string, version: string): boolean {
  const [major = 0, minor = 0] = oldestOf(constraint);
  const [wantedMajor = 0, wantedMinor = 0] = numbers(version);
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}

/** The oldest version that a constraint allows; without a lower limit, no version at all. */
function oldestOf(constraint: string): readonly number[] {
  const lower = constraint
    .split(",")
    .map((each) => /^\s*(?:=|>=|>|~>)?\s*(\d[\d.]*)/.exec(each)?.[1])
    .filter((found) => found !== undefined)
    .map(numbers);
  return lower.sort(([a = 0, b = 0], [c = 0, d = 0]) => c - a || d - b)[0] ?? [];
}

function numbers(version: string): readonly number[] {
  return version.split(".").map(Number);
}
