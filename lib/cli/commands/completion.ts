import { Argument, type Command } from "commander";

const shells = ["bash", "zsh", "fish"] as const;

/** `serverform completion <shell>`: prints a script that completes commands and options in a shell. */
export function declareCompletion(program: Command): void {
  program
    .command("completion")
    .addArgument(new Argument("<shell>", "the shell").choices(shells))
    .description("print the completion script of a shell")
    .addHelpText(
      "after",
      "\nbash and zsh: source <(serverform completion bash)\nfish: serverform completion fish | source",
    )
    .action(async (shell: (typeof shells)[number]) => {
      const { Terminal } = await import("../ui/terminal.js");
      new Terminal().data(completionScript(shell, program).trimEnd());
    });
}

interface Completion {
  /** The words before them, for example `local token`. Empty for the program itself. */
  readonly path: string;
  readonly words: readonly string[];
}

/** A script that completes the commands and options of a program. It starts no process, so it is fast. */
export function completionScript(shell: "bash" | "zsh" | "fish", program: Command): string {
  return scripts[shell](program.name(), completionsOf(program));
}

const scripts = {
  bash: bashScript,
  // zsh runs the completion functions of bash.
  zsh: (name, completions) => `autoload -Uz bashcompinit && bashcompinit\n${bashScript(name, completions)}`,
  fish: fishScript,
} satisfies Record<string, (name: string, completions: readonly Completion[]) => string>;

function bashScript(name: string, completions: readonly Completion[]): string {
  const cases = completions.map(({ path, words }) => `    "${path}") words="${words.join(" ")}" ;;`);
  const commands = completions.filter(({ path }) => path !== "").map(({ path }) => `"${path}"`);
  return `_${name}() {
  local path="" words="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
      ${commands.join("|")}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _${name} ${name}
`;
}

function fishScript(name: string, completions: readonly Completion[]): string {
  const lines = completions.flatMap(({ path, words }) => {
    const condition =
      path === ""
        ? "__fish_use_subcommand"
        : path
            .split(" ")
            .map((word) => `__fish_seen_subcommand_from ${word}`)
            .join("; and ");
    return words.map((word) => {
      const kind = word.startsWith("--") ? `-l ${word.slice(2)}` : `-f -a ${word}`;
      return `complete -c ${name} -n "${condition}" ${kind}`;
    });
  });
  return `${lines.join("\n")}\n`;
}

function completionsOf(
  command: Command,
  path = "",
  inherited: readonly string[] = [],
): readonly Completion[] {
  const options = [...command.options.filter(({ hidden }) => !hidden).map(({ long }) => long), "--help"];
  const all = [...new Set([...options, ...inherited])].filter((each) => typeof each === "string");
  const names = command.commands.map((each) => each.name());
  return [
    { path, words: [...names, ...all] },
    ...command.commands.flatMap((each) => completionsOf(each, `${path} ${each.name()}`.trim(), all)),
  ];
}
