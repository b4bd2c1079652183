import { adviceOnOption, foreignCommands, foreignOptions } from "../../lib/cli/commands/foreign-commands";
import { cliTexts } from "../../lib/cli/errors";
import { commandLine, runCommandLine } from "../../lib/cli/main";
import { isLibraryError, type ServerformError } from "../../lib/errors/error";
import { testStack } from "../support/stack";
import { makeIn } from "./make";
import { mistakes } from "./mistakes";

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

describe("A word of another tool on the command line", () => {
  const known = commandLine().commands;
  const hidden = known.filter((each) => (each as unknown as { _hidden: boolean })._hidden);

  test.each(hidden.map((each) => each.name()))("%s is told as the command here, which exists", (name) => {
    const remedy = foreignCommands[name] ?? "";
    const named = [...remedy.matchAll(/serverform ([a-z]+)(?: ([a-z]+))?/g)];
    for (const [, first] of named) {
      expect(known.filter((each) => !hidden.includes(each)).map((each) => each.name())).toContain(first);
    }
    expect(remedy).toMatch(/^[A-Z].*\.$/);
    const { problem } = cliTexts["command-unknown"]({ value: name, remedy });
    expect(problem).toBe(`is "${name}", which is a command of another tool.`);
  });

  test("an option likewise: the options that are named exist", () => {
    const options = known
      .flatMap((each) => [each, ...each.commands].flatMap((one) => one.options))
      .concat(commandLine().options);
    const names = options.flatMap(({ long }) => long ?? []);
    for (const text of Object.values(foreignOptions)) {
      for (const [option] of text.matchAll(/--[a-z][a-z-]+/g)) expect(names).toContain(option);
    }
    expect(adviceOnOption("error: unknown option '--prod'\n")).toBe("Write --stage prod.\n");
    expect(adviceOnOption("error: unknown option '--nothing'\n")).toBe("");
  });

  test("is refused by the command line", async () => {
    const run = async (...words: string[]) => {
      let printed = "";
      const spy = jest.spyOn(process.stderr, "write").mockImplementation((text) => {
        printed += text;
        return true;
      });
      const told = (error: unknown) => {
        printed += (error as Error).message;
        return 1;
      };
      await runCommandLine(
        ["node", "serverform", ...words],
        commandLine(),
        async () => ({ printError: told }) as never,
      );
      spy.mockRestore();
      process.exitCode = 0;
      return printed;
    };
    expect(await run("deploy", "--prod")).toBe("error: unknown option '--prod'\nWrite --stage prod.\n");
  });
});
