import type { Command } from "commander";

/** `serverform graph`: draws the app as a picture, from its Terraform JSON alone. */
export function declareGraph(program: Command): void {
  program
    .command("graph")
    .description("draw a graph of the app: calls, events and uses")
    .option("--from <folder>", "draw this Terraform JSON, instead of running the app")
    .option("--format <name>", "mermaid or svg (default: mermaid)")
    .option("--out <file>", "write the picture to this file, instead of printing it")
    .option("--json", "print a JSON object with the nodes and edges; other text goes to stderr")
    .action(async (_options: object, command: Command) => {
      const { drawGraph } = await import("../local/graph.js");
      await drawGraph(command.optsWithGlobals());
    });
}
