import { join } from "node:path";
import {
  type DeclaredDatabase,
  declaredDatabases,
  migratorOf,
} from "../../local/databases/declared-databases";
import { localFolder } from "../../local/server-folder";
import { readModel } from "../../model/resources/read/read-model";
import { requireText } from "../../model/resources/values";
import { fail } from "../errors";
import { runInLocalContext } from "../local/context";
import type { LocalCommandOptions } from "../local/options";
import { servedOutput } from "../local/served-output";
import { type CommandContext, runInContext } from "../project/command-context";
import { alignColumns } from "../ui/columns";
import { localMigrator } from "./local-migrator";
import { migrationRequest } from "./request";
import { stageMigrator } from "./stage-migrator";

/** The options of `serverform rds`. */
export interface RdsOptions extends LocalCommandOptions {
  readonly to?: string;
  readonly database?: string;
}

/** A migration. `list` adds the time of its run, and the other commands add its direction. */
export interface RdsMigration {
  readonly name: string;
  /** ISO 8601. Absent if it has not run. */
  readonly executedAt?: string;
  readonly direction?: "Up" | "Down";
}

/** The output of `rds --json`. */
export type RdsOutput = readonly RdsMigration[];

export type RdsAction = "migrate" | "rollback" | "list";

/** Invokes the function that migrates a database; returns what it has answered. Throws when it fails. */
export type Migrator = (request: object) => Promise<unknown>;

/** Runs a command of `serverform rds` and prints what it has done. */
export async function runRds(action: RdsAction, options: RdsOptions): Promise<void> {
  const command = `rds ${action}`;
  if (options.stage === undefined) {
    await runInLocalContext({ ...options, json: options.json }, { command }, async (context) => {
      const output = await servedOutput(options, localFolder(context.project.root), command);
      const database = selectDatabase(command, declaredDatabases(output), options.database);
      const name = migratorName(output, database, "the local server");
      const migrator = localMigrator(context, options, database, name);
      await run(action, options, context, migrator);
    });
    return;
  }
  await runInContext(options, { command, account: true }, async (context) => {
    const stacks = await context.synthesize({ SERVERFORM_SKIP_BUNDLING: "1" });
    const { project } = context;
    const output = join(project.root, project.output);
    const database = selectDatabase(command, declaredDatabases(output), options.database);
    const name = migratorName(output, database, "the stage");
    const migrator = await stageMigrator(context, options, stacks, database, name);
    await run(action, options, context, migrator);
  });
}

async function run(
  action: RdsAction,
  options: RdsOptions,
  { terminal }: CommandContext,
  migrator: Migrator,
): Promise<void> {
  const request = await migrationRequest(action, options.to, migrator);
  const answer = request === undefined ? [] : await migrator(request);
  const list: RdsOutput = Array.isArray(answer) ? answer : [];
  if (options.json === true) return terminal.data(JSON.stringify(list));
  if (list.length === 0) return terminal.print(action === "list" ? "No migrations." : "Nothing to do.");
  const rows = list.map(({ name, executedAt, direction }) => [
    String(name),
    action === "list" ? String(executedAt ?? "not run") : direction === "Down" ? "undone" : "run",
  ]);
  for (const line of alignColumns(rows)) terminal.print(line);
}

/** The database that is meant; refuses to guess among several. */
function selectDatabase(
  command: string,
  databases: readonly DeclaredDatabase[],
  id: string | undefined,
): DeclaredDatabase {
  const migrated = databases.filter(({ migrator }) => migrator !== undefined);
  const ids = migrated.map((each) => each.id);
  const found = id === undefined ? migrated : migrated.filter((each) => each.id === id);
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  return fail(`serverform ${command}`, "rds-database-unknown", "--database", { value: id, ids });
}

/** The name of the function that migrates a database. */
function migratorName(output: string, database: DeclaredDatabase, where: string): string {
  const found = migratorOf(readModel(output, { report: () => {} }), database);
  if (found !== undefined) return requireText(found.values, "function_name");
  return fail("serverform rds", "rds-migrator-missing", "the app", { id: database.id, where });
}
