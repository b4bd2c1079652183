/** The middle one of several figures. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** Cells of one line of a table. */
export function columns(...cells: readonly string[]): string {
  return cells.map((cell) => cell.padStart(10)).join("");
}

/** One line per target; one that is missed does not fail. */
export function printTarget(what: string, value: number, limit: number, unit: string, digits = 2): void {
  printVerdict(what, value, "<=", limit, unit, digits);
}

/** The same, where more is better. */
export function printGoal(what: string, value: number, least: number, unit: string, digits = 2): void {
  printVerdict(what, value, ">=", least, unit, digits);
}

function printVerdict(
  what: string,
  value: number,
  relation: "<=" | ">=",
  limit: number,
  unit: string,
  digits: number,
): void {
  const isMet = relation === "<=" ? value <= limit : value >= limit;
  const verdict = isMet ? "met" : "MISSED";
  print(`  target: ${what} ${relation} ${limit}${unit}: ${value.toFixed(digits)}${unit}, ${verdict}`);
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
