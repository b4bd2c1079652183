import type { Command } from "commander";
import type { CodesOutput, ExplainOutput } from "../explain/explain";
import type { GlobalOptions } from "../project";

/** `serverform explain <code>`: prints the meaning of an error code. */
export function declareExplain(program: Command): void {
  program
    .command("explain")
    .argument(
      "[code]",
      "the code at the end of a message, for example authorizer-unknown; without one, all codes are listed",
    )
    .description("print the cause and the remedy of an error code or rule")
    .option("--json", "print a JSON object; other text goes to stderr")
    .action(async (code: string | undefined, _options: object, command: Command) => {
      const { explainCode, findCode, listCodes } = await import("../explain/explain.js");
      const { Terminal } = await import("../ui/terminal.js");
      const options = command.optsWithGlobals<GlobalOptions>();
      const terminal = new Terminal(options);
      if (options.json !== true)
        return terminal.data(code === undefined ? listCodes().join("\n") : explainCode(code));
      const output: ExplainOutput | CodesOutput =
        code === undefined ? { codes: listCodes() } : findCode(code);
      terminal.data(JSON.stringify(output));
    });
}
