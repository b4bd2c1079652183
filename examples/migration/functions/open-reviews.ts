import { RDSData } from "@aws-sdk/client-rds-data";
import { Kysely } from "kysely";
import { DataApiDialect } from "kysely-data-api";
import { RDS } from "serverform/node/rds";
import type { Database } from "./reviews-database";

/** The database of the reviews, over HTTP: no connection must be kept. */
export function openReviews(): Kysely<Database> {
  const { clusterArn, secretArn, defaultDatabaseName } = RDS.Reviews;
  // A paused database resumes with the first call, which it refuses: the client tries again.
  const client = new RDSData({ maxAttempts: 5 });
  const driver = { client, resourceArn: clusterArn, secretArn, database: defaultDatabaseName };
  return new Kysely<Database>({ dialect: new DataApiDialect({ mode: "postgres", driver }) });
}
