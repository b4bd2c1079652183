/** A recorded value as Jest compares it: `<request-id>` stands for any value, `<starts:text>` for one that begins so. */
export function expected(recorded: unknown): unknown {
  if (typeof recorded === "string") return expectedText(recorded);
  if (Array.isArray(recorded)) return recorded.map(expected);
  if (typeof recorded !== "object" || recorded === null) return recorded;
  return Object.fromEntries(Object.entries(recorded).map(([name, value]) => [name, expected(value)]));
}

function expectedText(recorded: string): unknown {
  const [, start] = /^<starts:(.*)>$/.exec(recorded) ?? [];
  if (start !== undefined) return expect.stringMatching(new RegExp(`^${escaped(start)}`));
  if (/^<[^<>]+>$/.test(recorded)) return expect.anything();
  if (!/<[^<>]+>/.test(recorded)) return recorded;
  return expect.stringMatching(
    new RegExp(
      `^${recorded
        .split(/<[^<>]+>/)
        .map(escaped)
        .join(".+")}$`,
    ),
  );
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}
