import { foreignCommands, foreignOptions, translated } from "../../lib/cli/foreign-words";
import { commandLine } from "../../lib/cli/main";
import { isLibraryError, type ServerformError } from "../../lib/errors/error";
import { testStack } from "../support/stack";
import { makeIn, makers } from "./make";
import { mistakes } from "./mistakes";
import { slips } from "./slips";

/** The error of a mistake; undefined for none, and thrown if it is not one of the library. */
function errorOf(work: () => unknown): ServerformError | undefined {
  try {
    work();
  } catch (error) {
    if (!isLibraryError(error)) throw error;
    return error;
  }
  return undefined;
}

describe("A habit of another tool is refused with place, value and remedy", () => {
  test.each(mistakes.map((each) => [each.tool, each.in, JSON.stringify(each.props), each] as const))(
    "%s: %s %s",
    (_tool, _target, _props, mistake) => {
      const error = errorOf(() => makeIn(testStack(), mistake));
      expect(error?.message).toMatch(/^\S+: .+\n( {2}.+\n)+ {2}\[[A-Za-z-]+\]$/);
      for (const text of mistake.says) expect(error?.message).toContain(text);
    },
  );

  test("of each tool, more than a hundred in all", () => {
    expect(new Set(mistakes.map(({ tool }) => tool)).size).toBe(7);
    expect(mistakes.length).toBeGreaterThan(125);
  });
});

describe("A slip of the first hour is refused with place, value and remedy", () => {
  test.each(slips.map((each) => [each.in, JSON.stringify(each.props), each] as const))(
    "%s %s",
    (target, _, { props, says }) => {
      const message = errorOf(() => makers[target](testStack(), props))?.message;
      expect(message).toMatch(/^\S+: .+\n( {2}.+\n)+ {2}\[[A-Za-z-]+\]$/);
      for (const text of says) expect(message).toContain(text);
    },
  );
});

describe("A word of another tool on the command line", () => {
  const program = commandLine();
  const options = program.commands
    .flatMap((each) => [each, ...each.commands].flatMap((one) => one.options))
    .concat(program.options)
    .flatMap(({ long }) => long ?? []);

  test.each(Object.entries(foreignCommands))(
    "%s is no command here, and what is named exists: %s",
    (name, use) => {
      const known = program.commands.map((each) => each.name());
      expect(known).not.toContain(name);
      for (const [, first] of use.matchAll(/serverform ([a-z]+)/g)) expect(known).toContain(first);
      expect(translated(`error: unknown command '${name}'\n`, program)).toBe(
        `error: unknown command '${name}'\nUse: ${use}\n`,
      );
    },
  );

  test.each(Object.entries(foreignOptions))(
    "%s is no option here, and what is named exists: %s",
    (name, use) => {
      expect(options).not.toContain(name);
      for (const [option] of use.matchAll(/--[a-z][a-z-]+/g))
        expect([...options, "--stage"]).toContain(option);
      expect(translated(`error: unknown option '${name}'\n`, program)).toBe(
        `error: unknown option '${name}'\nUse: ${use}\n`,
      );
    },
  );
});
