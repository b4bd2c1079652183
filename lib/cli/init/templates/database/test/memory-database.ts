import { PGlite } from "@electric-sql/pglite";
import { Kysely, PostgresDialect, type PostgresPoolClient } from "kysely";
import type { Database } from "../functions/schema.js";
import { up } from "../migrations/001-tasks.mjs";

/** A Postgres in memory, with the tables of `migrations`. */
export async function memoryDatabase(): Promise<Kysely<Database>> {
  const postgres = await PGlite.create();
  const client = {
    query: async (sql: string, values: readonly unknown[]) => postgres.query(sql, [...values]),
    release: () => {},
  };
  const pool = {
    connect: async () => client as unknown as PostgresPoolClient,
    end: () => postgres.close(),
  };
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  await up(db);
  return db;
}
