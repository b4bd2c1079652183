import { resolve } from "node:path";
import { type AppMap, appMap, mermaidOf, svgOf } from "../../local";
import { readModel } from "../../model";
import type { FactsOptions } from "../access/open-facts";
import { fail } from "../errors";
import { runInContext } from "../project";
import { printResult } from "../ui/print-result";
import { Terminal } from "../ui/terminal";

interface GraphOptions extends FactsOptions {
  readonly format?: string;
  readonly out?: string;
}

/** The output of `graph --json`. */
export type GraphOutput = AppMap;

const mapJson = (map: GraphOutput): string => JSON.stringify(map);

const pictures = new Map([
  ["mermaid", mermaidOf],
  ["svg", svgOf],
]);

/** Draws the calls, events and uses of an app. */
export async function drawGraph(options: GraphOptions): Promise<void> {
  const { from, format = "mermaid", out, json } = options;
  if (json === true && options.format !== undefined)
    fail("serverform graph", "options-exclude", "--json", { other: "--format" });
  const draw =
    json === true
      ? mapJson
      : (pictures.get(format) ??
        fail("serverform graph", "literal-unknown", "--format", {
          value: format,
          allowed: [...pictures.keys()],
        }));
  const folder = from === undefined ? await synthesized(options) : resolve(from);
  const picture = draw(appMap(readModel(folder)));
  printResult(new Terminal({ ...options, json: true }), picture, out);
}

/** Synthesizes the app. The output of the app goes to stderr, since the picture may go to stdout. */
function synthesized(options: GraphOptions): Promise<string> {
  return runInContext({ ...options, json: true }, { command: "graph", account: false }, async (context) => {
    await context.synthesize();
    return resolve(context.project.root, context.project.output);
  });
}
