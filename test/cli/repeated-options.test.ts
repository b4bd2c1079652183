import type { Command, Option } from "commander";
import { collect } from "../../lib/cli/command-line";
import { commandLine, decisiveOptions } from "../../lib/cli/program";

/** Each option of each command that has a value, with the words before it. */
function optionsOf(
  command: Command,
  words: readonly string[] = [],
): readonly { words: readonly string[]; option: Option }[] {
  return [
    ...command.options
      .filter(({ required, optional }) => required || optional)
      .map((option) => ({ words, option })),
    ...command.commands.flatMap((each) => optionsOf(each, [...words, each.name()])),
  ];
}

/** The output of Commander for a command line, whose commands do nothing. */
function errorOf(args: readonly string[]): string {
  const program = commandLine();
  const written: string[] = [];
  const quiet = (command: Command): void => {
    command.configureOutput({ writeErr: (text) => written.push(text) }).action(() => {});
    command.exitOverride();
    for (const each of command.commands) quiet(each);
  };
  quiet(program);
  try {
    program.parse(args, { from: "user" });
  } catch (error) {
    return [...written, error instanceof Error ? error.message : ""].join("");
  }
  return written.join("");
}

const all = optionsOf(commandLine());
const isList = ({ option }: { readonly option: Option }) =>
  option.parseArg === collect || option.variadic === true;
const named = (each: (typeof all)[number]) =>
  [[...each.words, each.option.long ?? each.option.flags].join(" "), each] as const;

describe("An option that is given twice", () => {
  test.each(all.filter(({ option }) => decisiveOptions.has(option.name())).map(named))(
    "is refused: %s",
    (_name, { words, option }) => {
      const flag = option.long ?? "";
      const [value = "1"] = option.argChoices ?? [];
      expect(errorOf([...words, flag, value, flag, value])).toContain(
        `option '${option.flags}' is given twice, and takes one value`,
      );
      expect(errorOf([...words, flag, value])).not.toContain("is given twice");
    },
  );

  test("counts as it was given last, if it says how a command works", () => {
    expect(errorOf(["local", "--port", "4000", "--port", "4100"])).not.toContain("is given twice");
  });

  test.each(all.filter(isList).map(named))("is a list: %s", (_name, { words, option }) => {
    const flag = option.long ?? "";
    expect(errorOf([...words, flag, "a=1", flag, "b=2"])).not.toContain("is given twice");
  });
});
