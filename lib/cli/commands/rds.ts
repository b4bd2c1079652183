import type { Command } from "commander";
import type { RdsOptions } from "../rds/run";

/** `serverform rds migrate|rollback|list`: migrates a database, here or on a stage. */
export function declareRds(program: Command): void {
  const rds = program
    .command("rds")
    .description("migrate the databases of the app: locally, or with --stage on a deployed stage");
  declare(rds, "migrate", "run the migrations that have not run yet", "the last migration to run");
  declare(rds, "rollback", "undo the last migration", "the migration to go back to, which stays");
  declare(rds, "list", "list the migrations, and when they have run");
}

function declare(
  rds: Command,
  action: "migrate" | "rollback" | "list",
  description: string,
  to?: string,
): void {
  const command = rds
    .command(action)
    .description(description)
    .option("--database <id>", "id of the RDS, if the app has several")
    .option("--data <folder>", "folder with the data of the local server, if none is running")
    .option("--endpoint <service=url...>", "address of a database server, if no local server is running")
    .option("--json", "print a JSON array; other text goes to stderr");
  if (to !== undefined) command.option("--to <name>", to);
  command.action(async (_options: object, command: Command) => {
    const { runRds } = await import("../rds/run.js");
    await runRds(action, command.optsWithGlobals<RdsOptions>());
  });
}
