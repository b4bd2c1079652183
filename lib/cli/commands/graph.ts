import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { fail } from "../errors";
import type { GlobalOptions } from "../project";

interface GraphOptions extends GlobalOptions {
  readonly from?: string;
  readonly format: string;
  readonly out?: string;
}

const formats = ["mermaid", "svg"] as const;

/** `serverform graph`: draws the app as a picture, from its Terraform JSON alone. */
export function declareGraph(program: Command): void {
  program
    .command("graph")
    .description("draw the app: what calls, feeds and uses what")
    .option("--from <folder>", "draw this Terraform JSON, instead of running the app")
    .option("--format <name>", "mermaid or svg", "mermaid")
    .option("--out <file>", "write the picture to this file, instead of printing it")
    .action(async (_options: object, command: Command) => {
      await graph(command.optsWithGlobals());
    });
}

async function graph(options: GraphOptions): Promise<void> {
  const { from, format, out } = options;
  if (!formats.some((each) => each === format)) {
    fail("serverform graph", "literal-unknown", "--format", { value: format, allowed: formats });
  }
  const { readModel } = await import("../../local/model/read/read-model.js");
  const { appMap } = await import("../../local/map/app-map.js");
  const map = appMap(readModel(from === undefined ? await synthesized(options) : resolve(from)));
  const picture =
    format === "svg"
      ? (await import("../../local/map/svg.js")).svgOf(map)
      : (await import("../../local/map/mermaid.js")).mermaidOf(map);
  if (out === undefined) process.stdout.write(picture);
  else writeFileSync(resolve(out), picture);
}

/** Synthesizes the app. What it prints goes to stderr, since the picture may go to stdout. */
async function synthesized(options: GraphOptions): Promise<string> {
  const { runInContext } = await import("../project/index.js");
  return runInContext({ ...options, json: true }, { command: "graph", account: false }, async (context) => {
    await context.synthesize();
    return resolve(context.project.root, context.project.output);
  });
}
