import type { Command } from "commander";

/** `serverform local invoke <function> [event]`: prints the answer. The exit status is 1 if the function fails. */
export function declareLocalInvoke(local: Command): void {
  local
    .command("invoke")
    .argument("<function>", "name of the function or the end of its construct path")
    .argument(
      "[event]",
      "the event, as JSON or as a JSON file; a scheduled job gets the event of its schedule by default",
    )
    .description("invoke a function, in the running server or in a temporary one")
    .option("--json", "print a JSON object; other text goes to stderr")
    .action(async (name: string, event: string | undefined, _options: object, command: Command) => {
      const { invokeAndPrint } = await import("../../local/invoke.js");
      const succeeded = await invokeAndPrint(name, event, command.optsWithGlobals());
      process.exitCode = succeeded ? 0 : 1;
    });
}
