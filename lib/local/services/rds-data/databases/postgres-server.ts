import type { ParsedStatement } from "../statement";
import type { Parameter, SqlResult } from "../values";
import { postgresColumn, postgresError, postgresRows, postgresStatement } from "./postgres-types";
import { DatabaseServer, loadPackage } from "./server";

/** The parts of `pg` that are used here. */
interface PgClient {
  connect(): Promise<unknown>;
  query(query: object | string): Promise<PgResult>;
  end(): Promise<void>;
  on(event: "error", listener: () => void): void;
}

interface PgResult {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
  readonly rows: readonly (readonly (string | null)[])[];
  readonly rowCount: number | null;
}

type PgModule = { readonly Client: new (options: object) => PgClient };

/** A Postgres server that the user names. */
export class PostgresServer extends DatabaseServer<PgClient> {
  protected readonly begin = "BEGIN";
  private readonly typeNames = new Map<number, string>();

  protected async open(): Promise<PgClient> {
    const { Client } = loadPackage("pg", () => require("pg") as PgModule);
    const client = new Client({ connectionString: this.url });
    this.watch(client);
    await client.connect();
    await client.query("SET TIME ZONE 'UTC'");
    return client;
  }

  protected async run(
    client: PgClient,
    statement: ParsedStatement,
    parameters: readonly Parameter[],
  ): Promise<SqlResult> {
    const { sql, values } = postgresStatement(statement, parameters);
    try {
      const query = { text: sql, values, rowMode: "array", types: { getTypeParser: () => asText } };
      const { fields = [], rows, rowCount } = await client.query(query);
      if (fields.some(({ dataTypeID }) => !this.typeNames.has(dataTypeID))) await this.readTypes(client);
      const columns = fields.map(({ name, dataTypeID }) =>
        postgresColumn(name, this.typeNames.get(dataTypeID) ?? "unknown"),
      );
      return { columns, rows: postgresRows(columns, rows), affectedRows: rowCount ?? 0 };
    } catch (error) {
      throw postgresError(error);
    }
  }

  protected async send(client: PgClient, sql: string): Promise<void> {
    await client.query(sql).catch((error: unknown) => Promise.reject(postgresError(error)));
  }

  private async readTypes(client: PgClient): Promise<void> {
    const query = { text: "SELECT oid::int4, typname FROM pg_type", rowMode: "array" };
    const { rows } = await client.query(query);
    for (const [oid, name] of rows) this.typeNames.set(Number(oid), String(name));
  }
}

const asText = (value: string): string => value;
