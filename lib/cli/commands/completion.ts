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
      const { completionScript } = await import("../ui/completion.js");
      const { Terminal } = await import("../ui/terminal.js");
      new Terminal().data(completionScript(shell, program).trimEnd());
    });
}
