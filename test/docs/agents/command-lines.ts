import type { Command } from "commander";
import { commandLine } from "../../../lib/cli/main";

/** The commands that take `--json`, and the form of what they print, as Markdown. */
export function jsonCommands(): string {
  const rows = commandsBelow(commandLine(), []).flatMap(({ words, command }) => {
    const json = command.options.find(({ long }) => long === "--json");
    return json === undefined
      ? []
      : [`| \`${words.join(" ")} --json\` | ${command.description()} | ${formOf(json.description)} |`];
  });
  return ["| Command | What it does | stdout |", "| --- | --- | --- |", ...rows].join("\n");
}

/** The form in the help of the option: `print a JSON object; other text goes to stderr`. */
const formOf = (description: string): string => description.replace(/^print /, "").replace(/;.*$/, "");

interface NamedCommand {
  /** Its words, with the required arguments: `serverform docs <words...>`. */
  readonly words: readonly string[];
  readonly command: Command;
}

function commandsBelow(command: Command, above: readonly string[]): readonly NamedCommand[] {
  const required = command.registeredArguments.filter((each) => each.required);
  const words = [
    ...above,
    command.name(),
    ...required.map((each) => `<${each.name()}${each.variadic ? "..." : ""}>`),
  ];
  return [{ words, command }, ...command.commands.flatMap((each) => commandsBelow(each, words))];
}
