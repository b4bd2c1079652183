import { fail } from "../../../errors";
import { contained } from "../../../invoke";
import type { Database, SqlSession } from "./database";
import { postgresColumn, postgresError, postgresStatement, postgresText } from "./postgres-types";

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
export class PostgresServer implements Database {
  private readonly idle: PgClient[] = [];
  private readonly all = new Set<PgClient>();
  private readonly typeNames = new Map<number, string>();

  constructor(private readonly url: string) {}

  async connect(): Promise<SqlSession> {
    const client = this.idle.pop() ?? (await this.open());
    const send = (sql: string) =>
      client.query(sql).catch((error: unknown) => Promise.reject(postgresError(error)));
    return {
      run: async (statement, parameters) => {
        const { sql, values } = postgresStatement(statement, parameters);
        try {
          const query = { text: sql, values, rowMode: "array", types: { getTypeParser: () => asText } };
          const { fields = [], rows, rowCount } = await client.query(query);
          if (fields.some(({ dataTypeID }) => !this.typeNames.has(dataTypeID))) await this.readTypes(client);
          const columns = fields.map(({ name, dataTypeID }) =>
            postgresColumn(name, this.typeNames.get(dataTypeID) ?? "unknown"),
          );
          const texts = rows.map((row) =>
            columns.map((column, index) => postgresText(column, row[index] ?? null)),
          );
          return { columns, rows: texts, affectedRows: rowCount ?? 0 };
        } catch (error) {
          throw postgresError(error);
        }
      },
      begin: async () => void (await send("BEGIN")),
      commit: async () => void (await send("COMMIT")),
      rollback: async () => void (await send("ROLLBACK")),
      release: () => void (this.all.has(client) && this.idle.push(client)),
    };
  }

  async stop(): Promise<void> {
    await Promise.all([...this.all].map((client) => client.end().catch(() => {})));
    this.all.clear();
  }

  private async open(): Promise<PgClient> {
    const { Client } = loadPackage();
    const client = new Client({ connectionString: this.url });
    const forget = contained("database", (): void => {
      this.all.delete(client);
      const at = this.idle.indexOf(client);
      if (at >= 0) this.idle.splice(at, 1);
    });
    client.on("error", forget);
    await client.connect();
    await client.query("SET TIME ZONE 'UTC'");
    this.all.add(client);
    return client;
  }

  private async readTypes(client: PgClient): Promise<void> {
    const query = { text: "SELECT oid::int4, typname FROM pg_type", rowMode: "array" };
    const { rows } = await client.query(query);
    for (const [oid, name] of rows) this.typeNames.set(Number(oid), String(name));
  }
}

const asText = (value: string): string => value;

function loadPackage(): PgModule {
  try {
    return require("pg") as PgModule;
  } catch {
    return fail("serverform local", "local-server-needs-package", "--endpoint", { install: "pg" });
  }
}
