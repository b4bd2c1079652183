import { join, resolve } from "node:path";
import { isRecord } from "../../facts/text/record";
import { type DeclaredDatabase, declaredDatabases, localFolder, migratorOf, writeTypes } from "../../local";
import { readModel, requireText } from "../../model";
import { fail } from "../errors";
import { runInLocalContext } from "../local/context";
import { invokeHere } from "../local/invoke";
import { type LocalCommandOptions, parseEndpoints } from "../local/options";
import { servedOutput } from "../local/synthesis";
import { type CommandContext, runInContext } from "../project/command-context";
import { stackRegion } from "../project/stack-template";
import type { SynthesizedStack } from "../project/synthesized-stack";
import { stageCredentials } from "../stage/developer-credentials";
import { appRegion } from "../stage/stack-facts";
import { alignColumns } from "../ui/columns";
import { invokeMigrator } from "./invoke-migrator";

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

/** Invokes the migrator of a database, and returns its answer. Throws after a failure. */
export type Migrator = (request: object) => Promise<unknown>;

/** Runs a command of `serverform rds` and prints the result. */
export async function runRds(action: RdsAction, options: RdsOptions): Promise<void> {
  const command = `rds ${action}`;
  parseEndpoints(options.endpoint, `serverform ${command}`);
  if (options.stage === undefined) {
    await runInLocalContext(options, { command }, async (context) => {
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

/** The selected database; refuses to guess among several. */
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

function migratorName(output: string, database: DeclaredDatabase, where: string): string {
  const found = migratorOf(readModel(output, { report: () => {} }), database);
  if (found !== undefined) return requireText(found.values, "function_name");
  return fail("serverform rds", "rds-migrator-missing", "the app", { id: database.id, where });
}

/** Invokes the migrator in the running local server, or in a temporary one. */
function localMigrator(
  context: CommandContext,
  options: RdsOptions,
  { id }: DeclaredDatabase,
  functionName: string,
): Migrator {
  return async (request) => {
    // No other invocation may migrate the database.
    const answer = await invokeHere(context, options, functionName, request, false);
    if ("unknown" in answer) {
      return fail("serverform rds", "rds-migrator-missing", "the app", { id, where: "the local server" });
    }
    if (answer.status === "ok") return JSON.parse(answer.payload) as unknown;
    const reason = answer.status === "refused" ? answer.reason : answer.errorMessage;
    return fail("serverform rds", "rds-migration-failed", id, { reason });
  };
}

interface Listed {
  readonly name: string;
  readonly executedAt?: string;
}

export async function migrationRequest(
  action: RdsAction,
  to: string | undefined,
  migrator: Migrator,
): Promise<object | undefined> {
  if (action === "list") return { type: "list" };
  if (action === "migrate" && to === undefined) return { type: "latest" };
  const listed = (await migrator({ type: "list" })) as readonly Listed[];
  const executed = listed.filter(({ executedAt }) => executedAt !== undefined).map(({ name }) => name);
  if (to === undefined) {
    const before = executed.at(-2);
    return executed.length === 0
      ? undefined
      : { type: "to", data: before === undefined ? {} : { name: before } };
  }
  const names = listed.map(({ name }) => name);
  if (!names.includes(to))
    fail(`serverform rds ${action}`, "rds-migration-unknown", "--to", { value: to, names });
  const isBack = executed.includes(to);
  if (isBack !== (action === "rollback")) {
    fail(`serverform rds ${action}`, "rds-migration-direction", "--to", { value: to, isBack });
  }
  return { type: "to", data: { name: to } };
}

/** Invokes the migrator of a deployed stage, and writes the types after a change. */
async function stageMigrator(
  { project }: CommandContext,
  { roleArn }: RdsOptions,
  stacks: readonly SynthesizedStack[],
  database: DeclaredDatabase,
  functionName: string,
): Promise<Migrator> {
  const own = stacks.filter(({ id }) => id === database.migrator?.stack);
  const region = appRegion(stacks);
  const credentials = await stageCredentials(region, roleArn, stacks);
  const aws = { region: own.flatMap((stack) => stackRegion(stack) ?? [])[0] ?? region, credentials };
  const invoke: Migrator = async (request) => {
    try {
      return await invokeMigrator(functionName, request, aws);
    } catch (error) {
      return fail("serverform rds", "rds-migration-failed", database.id, {
        reason: (error as Error).message,
      });
    }
  };
  return async (request) => {
    const answer = await invoke(request);
    const isChange = isRecord(request) && request.type !== "list";
    if (isChange && database.types !== undefined) {
      const { path, camelCase } = database.types;
      writeTypes(resolve(project.root, path), JSON.stringify(await invoke({ type: "schema" })), camelCase);
    }
    return answer;
  };
}
