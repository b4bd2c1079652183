import { readdir } from "node:fs/promises";
import { extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Kysely, type Migration, type MigrationResult, Migrator, NO_MIGRATIONS } from "kysely";
import { DataApiDialect } from "kysely-data-api";
import { RdsDataClient } from "../aws/rds-data-client.js";

/** The request to the migrator. Without a type, all pending migrations run. */
export type MigrationRequest = { readonly database?: string } & (
  | { readonly type?: "latest" }
  /** Migrates or rolls back to a migration; without a name, rolls back all of them. */
  | { readonly type: "to"; readonly data?: { readonly name?: string | null } }
  | { readonly type: "list" }
  /** Requests the tables, from which types are generated. */
  | { readonly type: "schema" }
);

export interface ListedMigration {
  readonly name: string;
  /** The time of execution; undefined if it is pending. */
  readonly executedAt?: string;
}

export interface RunMigration {
  readonly name: string;
  readonly direction: "Up" | "Down";
}

export interface ListedTable {
  readonly name: string;
  readonly columns: readonly {
    readonly name: string;
    readonly dataType: string;
    readonly isNullable: boolean;
    /** Whether an insertion may omit it. */
    readonly isGenerated: boolean;
  }[];
}

export async function handler(
  request: MigrationRequest = {},
): Promise<readonly (ListedMigration | RunMigration | ListedTable)[]> {
  const { database = process.env.RDS_DATABASE ?? "" } = request;
  const db = new Kysely<unknown>({
    dialect: new DataApiDialect({
      mode: process.env.RDS_ENGINE_MODE === "mysql" ? "mysql" : "postgres",
      driver: {
        client: new RdsDataClient() as never,
        database,
        resourceArn: process.env.RDS_ARN ?? "",
        secretArn: process.env.RDS_SECRET ?? "",
      },
    }),
  });
  const folder = resolve(
    process.env.LAMBDA_TASK_ROOT ?? ".",
    process.env.RDS_MIGRATIONS_PATH ?? "migrations",
  );
  const migrator = new Migrator({ db, provider: { getMigrations: () => loadMigrations(folder) } });
  switch (request.type) {
    case "list": {
      const found = await migrator.getMigrations();
      return found.map(({ name, executedAt }) =>
        executedAt === undefined ? { name } : { name, executedAt: executedAt.toISOString() },
      );
    }
    case "schema":
      return listTables(db);
    case "to":
      return resultsOf(await migrator.migrateTo(request.data?.name ?? NO_MIGRATIONS));
    default:
      return resultsOf(await migrator.migrateToLatest());
  }
}

async function listTables(db: Kysely<unknown>): Promise<readonly ListedTable[]> {
  const tables = await db.introspection.getTables();
  return tables.map(({ name, columns }) => ({
    name,
    columns: columns.map(({ name: column, dataType, isNullable, isAutoIncrementing, hasDefaultValue }) => ({
      name: column,
      dataType,
      isNullable,
      isGenerated: isAutoIncrementing || hasDefaultValue,
    })),
  }));
}

/** The migrations by name, without the extension. */
async function loadMigrations(folder: string): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => [".js", ".mjs", ".cjs"].includes(extname(file)));
  const loaded = await Promise.all(files.sort().map((file) => loadMigration(folder, file)));
  return Object.fromEntries(loaded);
}

async function loadMigration(folder: string, file: string): Promise<[string, Migration]> {
  const module = (await import(pathToFileURL(join(folder, file)).href)) as Partial<Migration> & {
    readonly default?: Partial<Migration>;
  };
  const { up = module.default?.up, down = module.default?.down } = module;
  if (typeof up !== "function") throw new Error(`The migration ${file} exports no function "up".`);
  return [file.slice(0, -extname(file).length), { up, ...(down !== undefined && { down }) }];
}

function resultsOf({
  error,
  results = [],
}: {
  readonly error?: unknown;
  readonly results?: readonly MigrationResult[];
}): readonly RunMigration[] {
  if (error !== undefined) {
    const failed = results.find(({ status }) => status === "Error");
    const which = failed === undefined ? "The migrations" : `The migration ${failed.migrationName}`;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${which} failed: ${reason}`, { cause: error });
  }
  return results.map(({ migrationName, direction }) => ({ name: migrationName, direction }));
}
