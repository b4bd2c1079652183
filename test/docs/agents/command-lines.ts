import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import { commandLine } from "../../../lib/cli/program";
import { schemaPath } from "../schemas";

const root = resolve(__dirname, "../../..");

/** The commands that accept `--json`, with the form of their output and its schema, as Markdown. */
export function jsonCommands(): string {
  const bySchema = new Map<string, LeafCommand[]>();
  for (const command of leafCommands()) {
    const schema = command.json && schemaOf(command.names);
    if (schema !== undefined) bySchema.set(schema, [...(bySchema.get(schema) ?? []), command]);
  }
  // Commands with the same output are in one row.
  const rows = [...bySchema].map(([schema, [first, ...others]]) => {
    const alike = others.map(({ names }) => names.at(-1)).join(", ");
    const what = alike === "" ? first?.json?.command.description() : `also: ${alike}`;
    return `| \`${first?.words.join(" ")} --json\` | ${what} | ${first?.json?.form} | \`${schema}\` |`;
  });
  return ["| Command | What it does | stdout | Schema |", "| --- | --- | --- | --- |", ...rows].join("\n");
}

/** The commands that accept `--json`, by the form of their output, as Markdown. */
export function jsonForms(): string {
  const forms = new Map<string, string[]>();
  for (const { names, json } of leafCommands()) {
    if (json === undefined) continue;
    forms.set(json.form, [...(forms.get(json.form) ?? []), `\`${names.join(" ")}\``]);
  }
  const rows = [...forms].map(([form, names]) => `| ${form} | ${names.join(", ")} |`);
  return ["| stdout with `--json` | Commands |", "| --- | --- |", ...rows].join("\n");
}

/** A command that does something, and not only its subcommands. */
export interface LeafCommand {
  /** Its words, with the required arguments: `serverform docs <words...>`. */
  readonly words: readonly string[];
  /** Its words after the first one: `local`, `users`, `list`. */
  readonly names: readonly string[];
  /** Undefined for a command without `--json`. */
  readonly json: { readonly command: Command; readonly form: string } | undefined;
}

/** The commands in the order of the help. */
export function leafCommands(): readonly LeafCommand[] {
  return commandsBelow(commandLine(), [], []).flatMap(({ words, names, command }) => {
    // `local` serves the app, and has subcommands beside.
    const isGroup = command.commands.length > 0 && command.name() !== "local";
    const json = command.options.find(({ long }) => long === "--json");
    if (isGroup) return [];
    return [{ words, names, json: json && { command, form: formOf(json.description) } }];
  });
}

/** The schema of a command: its own, or that of the command above it. */
export function schemaOf(names: readonly string[]): string | undefined {
  const candidates = names.map((_, index) => schemaPath(names.slice(0, names.length - index).join(" ")));
  return candidates.find((path) => existsSync(join(root, path)));
}

/** The form in the help of the option: `print a JSON object; other text goes to stderr`. */
const formOf = (description: string): string => description.replace(/^print /, "").replace(/;.*$/, "");

interface NamedCommand extends Pick<LeafCommand, "words" | "names"> {
  readonly command: Command;
}

function commandsBelow(
  command: Command,
  above: readonly string[],
  names: readonly string[],
): readonly NamedCommand[] {
  const required = command.registeredArguments.filter((each) => each.required);
  const words = [
    ...above,
    command.name(),
    ...required.map((each) => `<${each.name()}${each.variadic ? "..." : ""}>`),
  ];
  const below = command.commands.flatMap((each) => commandsBelow(each, words, [...names, each.name()]));
  return [{ words, names, command }, ...below];
}
