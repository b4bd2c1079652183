import { RDSData } from "@aws-sdk/client-rds-data";
import { Kysely } from "kysely";
import { DataApiDialect } from "kysely-data-api";
import { RDS } from "serverform/node/rds";
import type { Database } from "./schema.js";

/** The database that the functions are bound to, over HTTP: no connection must be kept. */
export function openDatabase(): Kysely<Database> {
  const { clusterArn, secretArn, defaultDatabaseName } = RDS.Database;
  // A paused database resumes with the first call, which it refuses: the client tries again.
  const client = new RDSData({ maxAttempts: 5 });
  const driver = { client, resourceArn: clusterArn, secretArn, database: defaultDatabaseName };
  return new Kysely<Database>({ dialect: new DataApiDialect({ mode: "postgres", driver }) });
}
