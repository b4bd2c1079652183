import type { Command } from "commander";
import type { FactsOptions } from "../../access/open-facts";
import type { RouteFilter, RoutesOutput } from "../../access/route-rows";

/** `serverform routes`: lists the routes, their callers, and the permissions of their functions. */
export function declareRoutes(program: Command): void {
  program
    .command("routes")
    .description("list the routes, their callers, and the permissions of their functions")
    .option("--from <folder>", "folder with Terraform JSON, instead of the app's")
    .option("--open", "only routes that everyone may call")
    .option(
      "--who <caller>",
      "only routes that this caller may call: anyone, iam, key, an authorizer, a scope",
    )
    .option("--can <action>", "only routes whose function may do this: s3:DeleteObject")
    .option("--markdown", "print a table of Markdown; other text goes to stderr")
    .option("--json", "print a JSON object; other text goes to stderr")
    .action(async (_options: object, command: Command) => {
      process.exitCode = await routes(command.optsWithGlobals());
    });
}

async function routes(options: FactsOptions & RouteFilter): Promise<number> {
  const { openFacts } = await import("../../access/open-facts.js");
  const { printRoutes, routeRows, routesMarkdown } = await import("../../access/route-rows.js");
  const { terminal, facts } = await openFacts(options, "routes");
  const rows = routeRows(facts, options);
  for (const problem of facts.problems) terminal.warn(problem);
  const output: RoutesOutput = { routes: rows, problems: facts.problems };
  if (options.json === true) terminal.data(JSON.stringify(output));
  else if (options.markdown === true) terminal.data(routesMarkdown(rows));
  else printRoutes(terminal, rows, facts.routes.length);
  return 0;
}
