import { RDSData } from "@aws-sdk/client-rds-data";
import { Kysely } from "kysely";
import { DataApiDialect } from "kysely-data-api";
import { RDS } from "serverform/node/rds";

declare module "serverform/node/rds" {
  interface RDSResources {
    Database: { clusterArn: string; secretArn: string; defaultDatabaseName: string };
  }
}

interface Database {
  readonly notes: { readonly id: number; readonly text: string };
}

// #region query
const { clusterArn, secretArn, defaultDatabaseName } = RDS.Database;

const db = new Kysely<Database>({
  dialect: new DataApiDialect({
    mode: "postgres",
    driver: { client: new RDSData({}), resourceArn: clusterArn, secretArn, database: defaultDatabaseName },
  }),
});

export const list = () => db.selectFrom("notes").select(["id", "text"]).execute();
// #endregion
