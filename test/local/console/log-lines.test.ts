import type { Fact } from "../../../lib/local";
import { levelOf, newestLines } from "../../../lib/local/console/page/log-lines";

test.each([
  ['{"level":"WARN","message":"x"}', "stdout", "warn"],
  ['{ "time": 1, "severity": "Critical" }', "stdout", "error"],
  ['{"level":50,"msg":"pino"}', "stdout", "error"],
  ['{"level":20,"msg":"pino"}', "stdout", "debug"],
  ["2026-01-01T00:00:00Z\tid\tERROR\tno stock", "stdout", "error"],
  ["[WARNING] disk", "stdout", "warn"],
  ["nothing special", "stdout", "info"],
  ["nothing special", "stderr", "warn"],
  ["\u0000\u0001\u0002", "stdout", "info"],
] as const)("the line %j of %s has the level %s", (line, stream, level) => {
  expect(levelOf(line, stream)).toBe(level);
});

const invocation = (at: number, name: string, lines: readonly string[], more: object = {}): Fact =>
  ({
    id: `${at}`,
    kind: "invocation",
    at,
    causes: [],
    function: name,
    logs: lines.map((line, index) => ({ at: at + index, stream: "stdout", line })),
    ...more,
  }) as unknown as Fact;

const all = { text: "", isWanted: () => true, level: "debug" } as const;

describe("the newest lines", () => {
  const facts = [
    invocation(1, "a", ["one", "ERROR two"]),
    invocation(2, "b", ["Three"], { durationMs: 5, error: { type: "Error", message: "no", stack: [] } }),
  ];

  test.each([
    [all, ["Error: no", "Three", "ERROR two", "one"]],
    [
      { ...all, isWanted: (fact: { readonly function: string }) => fact.function === "a" },
      ["ERROR two", "one"],
    ],
    [{ ...all, level: "error" as const }, ["Error: no", "ERROR two"]],
    [{ ...all, text: "three" }, ["Three"]],
  ])("of %j are found, with errors", (search, expected) => {
    const { lines } = newestLines(facts, search, 10);
    expect(lines.map(({ text }) => text).sort()).toEqual([...expected].sort());
  });

  test("have the stack of an error and the members of an object in one entry", () => {
    const stack = ["ZodError: [", "  {", "  }", "]", "    at fulfil (logic/fulfil.ts:33:33)"];
    const { lines } = newestLines([invocation(1, "a", ["first", ...stack, "last"])], all, 10);
    expect(lines.map(({ text }) => text)).toEqual(["last", stack.join("\n"), "first"]);
  });

  test("are limited in number, and the result shows that others are left out", () => {
    const many = Array.from({ length: 2000 }, (_, index) =>
      invocation(index, "a", ["x", "y"], { omittedLogs: 1 }),
    );
    const { lines, isCut, omitted } = newestLines(many, all, 100);
    expect([lines.length, isCut, lines[0]?.at]).toEqual([100, true, 2000]);
    expect(omitted).toBeGreaterThan(0);
  });
});
