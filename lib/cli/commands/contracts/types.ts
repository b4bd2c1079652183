import type { Command } from "commander";
import type { FactsOptions } from "../../access/open-facts";

/** `serverform types`: prints the types of routes or events. */
export function declareTypes(program: Command): void {
  program
    .command("types")
    .description("print the types of the routes, for the client")
    .option("--from <folder>", "folder with Terraform JSON, instead of the app's")
    .option("--out <file>", "write the types to a file")
    .option("--events", "print the types of the events of functions, instead of those of routes")
    .option("--items", "print the types of the records of tables with a schema, instead of those of routes")
    .option("--handlers", "refer to the types of the handlers, instead of loading their schemas")
    .action(async (_options: object, command: Command) => {
      process.exitCode = await types(command.optsWithGlobals());
    });
}

interface TypesOptions extends FactsOptions {
  readonly out?: string;
  readonly events?: boolean;
  readonly items?: boolean;
  readonly handlers?: boolean;
}

async function types(options: TypesOptions): Promise<number> {
  const { dirname, resolve } = await import("node:path");
  const { openFacts } = await import("../../access/open-facts.js");
  const { eventTypes } = await import("../../types/events.js");
  const { itemTypes } = await import("../../types/items.js");
  const { routeTypes } = await import("../../types/route-types.js");
  const { printResult } = await import("../../ui/print-result.js");
  const { events = false, handlers = false, items = false } = options;
  await refuseTogether({ "--events": events, "--items": items, "--handlers": handlers });
  const content = events || handlers || items ? "stacks" : "stacks and code";
  const { terminal, facts, folder, root } = await openFacts({ ...options, json: true }, "types", content);
  const out = options.out === undefined ? undefined : resolve(options.out);
  const place = { root, folder: out === undefined ? root : dirname(out) };
  const { text, notes } = events
    ? eventTypes(facts, root)
    : items
      ? await itemTypes(facts, folder, root)
      : routeTypes(facts, place, handlers ? "handlers" : "schemas");
  for (const note of notes) terminal.warn(note);
  printResult(terminal, text, out);
  return 0;
}

async function refuseTogether(options: Readonly<Record<string, boolean>>): Promise<void> {
  const [first, second] = Object.keys(options).filter((name) => options[name]);
  if (first === undefined || second === undefined) return;
  const { fail } = await import("../../errors.js");
  fail("serverform types", "options-exclude", first, { other: second });
}
