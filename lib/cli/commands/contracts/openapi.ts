import type { Command } from "commander";
import type { FactsOptions } from "../../access/open-facts";

/** `serverform openapi`: prints the contract of an API. */
export function declareOpenapi(program: Command): void {
  program
    .command("openapi")
    .description("print the OpenAPI document of an API")
    .option("--from <folder>", "folder with Terraform JSON, instead of the app's")
    .option("--api <name>", "the API, if there are several")
    .option("--server <url>", "address of the API, for the document")
    .option("--api-version <version>", "version of the API (default: that of package.json)")
    .option("--out <file>", "write the document to a file")
    .action(async (_options: object, command: Command) => {
      process.exitCode = await openapi(command.optsWithGlobals());
    });
}

interface OpenapiOptions extends FactsOptions {
  readonly api?: string;
  readonly server?: string;
  readonly apiVersion?: string;
  readonly out?: string;
}

async function openapi(options: OpenapiOptions): Promise<number> {
  const { openFacts } = await import("../../access/open-facts.js");
  const { generateDocument } = await import("../../openapi/document.js");
  const { printResult } = await import("../../ui/print-result.js");
  const { terminal, facts, root } = await openFacts({ ...options, json: true }, "openapi", "stacks and code");
  const { api, server, apiVersion: version, out } = options;
  const { document, notes } = generateDocument(facts, { api, server, version, root });
  for (const note of notes) terminal.warn(note);
  printResult(terminal, JSON.stringify(document, null, 2), out);
  return 0;
}
