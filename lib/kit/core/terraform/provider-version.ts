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

/** Whether a version constraint of Terraform allows neither this version nor a newer one. */
export function isBelow(constraint: string, version: string): boolean {
  return constraint.split(",").some((each) => {
    const [, operator = "=", found] = /^\s*(<=|<|=|~>)?\s*(\d[\d.]*)/.exec(each) ?? [];
    if (found === undefined) return false;
    const given = numbers(found);
    if (operator === "<" || operator === "<=" || operator === "=") {
      const order = compare(given, numbers(version));
      return operator === "<" ? order <= 0 : order < 0;
    }
    // ~> 6.25.1 allows 6.25.x, ~> 6.25 allows 6.x.
    const fixed = given.slice(0, -1);
    return compare(fixed, numbers(version).slice(0, fixed.length)) < 0;
  });
}

function compare(one: readonly number[], other: readonly number[]): number {
  const length = Math.max(one.length, other.length);
  for (let index = 0; index < length; index++) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The oldest allowed version of a constraint; without a lower limit, an empty version. */
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
