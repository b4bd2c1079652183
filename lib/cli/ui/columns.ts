/** Aligns the cells of rows in columns. The last column is not padded. */
export function alignColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}

const narrowest = 8;

/** Aligns the cells of rows in columns that fit a width: the widest columns shrink, and long cells lose their middle. */
export function fitColumns(rows: readonly (readonly string[])[], width: number): readonly string[] {
  const count = Math.max(0, ...rows.map(({ length }) => length));
  const widths = Array.from({ length: count }, (_, index) =>
    Math.max(0, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  const room = width - 2 * Math.max(0, count - 1);
  for (;;) {
    const excess = widths.reduce((sum, each) => sum + each, 0) - room;
    const widest = Math.max(...widths);
    if (excess <= 0 || widest <= narrowest) break;
    const next = Math.max(narrowest, ...widths.filter((each) => each < widest));
    const at = widths.indexOf(widest);
    // It shrinks to the width of the next one.
    widths[at] = Math.max(widest - excess, next === widest ? widest - 1 : Math.min(next, widest - 1));
  }
  return alignColumns(rows.map((row) => row.map((cell, index) => withoutMiddle(cell, widths[index] ?? 0))));
}

/** Removes the middle of a long text: both ends of a name identify it. */
export function withoutMiddle(text: string, width: number): string {
  if (text.length <= width) return text;
  const start = Math.floor((width - 1) / 2);
  return `${text.slice(0, start)}…${text.slice(text.length - (width - 1 - start))}`;
}
