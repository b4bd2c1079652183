import type { Command } from "commander";
import type { GlobalOptions } from "../project";

/** `serverform explain <code>`: prints the meaning of an error code. */
export function declareExplain(program: Command): void {
  program
    .command("explain")
    .argument("<code>", "the code at the end of a message, for example authorizer-unknown")
    .description("print the cause and the remedy of an error code or rule")
    .option("--json", "print a JSON object; other text goes to stderr")
    .action(async (code: string, _options: object, command: Command) => {
      const { explainCode, findCode } = await import("../explain/explain.js");
      const { Terminal } = await import("../ui/terminal.js");
      const options = command.optsWithGlobals<GlobalOptions>();
      const text = options.json === true ? JSON.stringify(findCode(code)) : explainCode(code);
      new Terminal(options).data(text);
    });
}
