import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";
import type { LambdaInvocation } from "@cdktf/provider-aws/lib/lambda-invocation";
import type { TerraformResource } from "cdktf";
import type { Construct, IConstruct } from "constructs";
import { findUpwards, readModuleExports } from "../../bundle";
import { Stack } from "../../kit/app";
import { hashFolder, refuseValue } from "../../kit/core";
import { createInvocation, createPackagedFunction, type Function } from "../../kit/function";
import type { RdsEngine } from "./engines";
import { fail } from "./errors";

/** A folder with migrations that has been checked. */
export interface Migrations {
  /** Absolute. */
  readonly folder: string;
  /** Hash of the folder's content. */
  readonly hash: string;
  /** Folders of the packages that migrations need, by name. */
  readonly packages: ReadonlyMap<string, string>;
}

/** Packages of the app with which migrations run. */
const packageNames = ["kysely", "kysely-data-api"] as const;

const extensions = [".js", ".mjs", ".cjs"];

/** Refuses a folder of migrations that cannot run. */
export function parseMigrations(rds: IConstruct, migrations: unknown): Migrations | undefined {
  if (migrations === undefined) return undefined;
  if (typeof migrations !== "string" || migrations === "") {
    return refuseValue(rds, "migrations", migrations, 'a folder: "migrations"');
  }
  const { appPath } = Stack.of(rds).app;
  const folder = resolve(appPath, migrations);
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    fail(rds, "rds-migrations-missing", "migrations", { value: migrations, absolute: folder });
  }
  checkNames(rds, migrationFiles(rds, folder));
  const found = packageNames.map((name) => [name, findPackage(appPath, name)] as const);
  const missing = found.filter(([, at]) => at === undefined).map(([name]) => name);
  if (missing.length > 0) fail(rds, "rds-packages-missing", "migrations", { packages: missing });
  const packages = new Map(found.flatMap(([name, at]) => (at === undefined ? [] : [[name, at] as const])));
  return { folder, packages, hash: hashFolder(folder) };
}

/** The files of the migrations, sorted. */
function migrationFiles(rds: IConstruct, folder: string): readonly string[] {
  const files = readdirSync(folder).sort();
  const typescript = files.find((file) => /(?<!\.d)\.[cm]?tsx?$/.test(file));
  if (typescript !== undefined) fail(rds, "rds-migration-typescript", "migrations", { file: typescript });
  return files.filter((file) => extensions.includes(extname(file)));
}

function checkNames(rds: IConstruct, files: readonly string[]): void {
  const byName = new Map<string, string[]>();
  for (const file of files) {
    const name = file.slice(0, -extname(file).length);
    byName.set(name, [...(byName.get(name) ?? []), file]);
  }
  for (const [name, same] of byName) {
    if (same.length > 1) fail(rds, "rds-migration-duplicate", "migrations", { name, files: same });
  }
}

/** Refuses migrations with wrong syntax or without `up`, before the app is bundled. */
export function checkMigrationModules(rds: IConstruct, { folder }: Migrations): void {
  for (const file of migrationFiles(rds, folder)) {
    const { errors, names } = readModuleExports(folder, file);
    if (errors !== undefined) fail(rds, "rds-migration-syntax", "migrations", { errors });
    if (!names.includes("up")) {
      fail(rds, "rds-migration-without-up", "migrations", { file });
    }
  }
}

/** The folder of a package that the app has installed, as `import` finds it. */
function findPackage(appPath: string, name: string): string | undefined {
  const manifest = findUpwards(appPath, join("node_modules", name, "package.json"));
  return manifest && dirname(manifest);
}

/** The facts about a database that its migrations need. */
export interface MigratedDatabase {
  readonly engine: RdsEngine;
  readonly clusterArn: string;
  readonly secretArn: string;
  readonly databaseName: string;
}

/** Creates the function that migrates a database. The caller lets it use the database. */
export function createMigrator(
  rds: Construct,
  { folder, packages }: Migrations,
  { engine, clusterArn, secretArn, databaseName }: MigratedDatabase,
): Function {
  return createPackagedFunction(rds, "MigrationFunction", {
    entry: "rds-migrator",
    format: "esm",
    description: "Migrates the database during a deployment",
    timeout: 900,
    memorySize: 1024,
    enableLiveDev: false,
    externalModules: [...packages.keys()],
    copyFiles: [
      { from: folder, to: "migrations" },
      // Migrations import the same copy as the migrator.
      ...[...packages].map(([name, from]) => ({ from, to: `node_modules/${name}` })),
    ],
    environment: {
      RDS_ARN: clusterArn,
      RDS_SECRET: secretArn,
      RDS_DATABASE: databaseName,
      RDS_ENGINE_MODE: engine.mode,
      RDS_MIGRATIONS_PATH: "migrations",
    },
  });
}

/**
 * Migrates in each deployment that changes the folder or replaces the cluster, when the cluster can be used.
 *
 * `serverform start` migrates on request, so that a half-written migration does not run.
 */
export function createMigrationInvocation(
  rds: Construct,
  migrator: Function,
  { hash }: Migrations,
  { cluster, instance }: { readonly cluster: string; readonly instance: TerraformResource | undefined },
): LambdaInvocation | undefined {
  if (Stack.of(rds).app.live !== undefined) return undefined;
  return createInvocation(rds, "Migration", migrator, {
    lifecycleScope: "CREATE_ONLY",
    input: JSON.stringify({ type: "latest" }),
    // A replaced cluster has another id, but maybe the same name and ARN.
    triggers: { migrations: hash, cluster },
    dependsOn: instance === undefined ? undefined : [instance],
  });
}
