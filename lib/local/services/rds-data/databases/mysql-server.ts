import type { ParsedStatement } from "../statement";
import type { ColumnKind, Parameter, SqlColumn, SqlResult } from "../values";
import { DatabaseError } from "./database";
import { DatabaseServer, loadPackage } from "./server";

/** The parts of `mysql2/promise` that are used here. */
interface MysqlConnection {
  query(
    options: object | string,
    values?: readonly unknown[],
  ): Promise<readonly [unknown, readonly MysqlField[] | undefined]>;
  end(): Promise<void>;
  on(event: "error", listener: () => void): void;
}

interface MysqlField {
  readonly name: string;
  /** Number of the type in the protocol. */
  readonly columnType: number;
  /** 63: bytes. */
  readonly characterSet: number;
  readonly columnLength?: number;
}

interface MysqlChange {
  readonly affectedRows: number;
  readonly insertId: number;
}

type MysqlModule = { createConnection(options: object): Promise<MysqlConnection> };

interface MysqlType {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly jdbc: number;
}

/** Source: https://dev.mysql.com/doc/dev/mysql-server/latest/field__types_8h.html */
const types: Readonly<Record<number, MysqlType>> = {
  0: { name: "DECIMAL", kind: "decimal", jdbc: 3 },
  1: { name: "TINYINT", kind: "long", jdbc: -6 },
  2: { name: "SMALLINT", kind: "long", jdbc: 5 },
  3: { name: "INT", kind: "long", jdbc: 4 },
  4: { name: "FLOAT", kind: "double", jdbc: 7 },
  5: { name: "DOUBLE", kind: "double", jdbc: 8 },
  7: { name: "TIMESTAMP", kind: "string", jdbc: 93 },
  8: { name: "BIGINT", kind: "long", jdbc: -5 },
  9: { name: "MEDIUMINT", kind: "long", jdbc: 4 },
  10: { name: "DATE", kind: "string", jdbc: 91 },
  11: { name: "TIME", kind: "string", jdbc: 92 },
  12: { name: "DATETIME", kind: "string", jdbc: 93 },
  13: { name: "YEAR", kind: "long", jdbc: 91 },
  245: { name: "JSON", kind: "string", jdbc: -1 },
  246: { name: "DECIMAL", kind: "decimal", jdbc: 3 },
};
const blob: MysqlType = { name: "BLOB", kind: "blob", jdbc: -4 };
const varchar: MysqlType = { name: "VARCHAR", kind: "string", jdbc: 12 };
const binary = 63;
const blobTypes = [249, 250, 251, 252, 253, 254];

/** A MySQL server that the user names. */
export class MysqlServer extends DatabaseServer<MysqlConnection> {
  protected readonly begin = "START TRANSACTION";

  protected async open(): Promise<MysqlConnection> {
    const mysql = loadPackage("mysql2", () => require("mysql2/promise") as MysqlModule);
    const connection = await mysql.createConnection({ uri: this.url, timezone: "Z" });
    this.watch(connection);
    return connection;
  }

  protected async run(
    connection: MysqlConnection,
    { texts }: ParsedStatement,
    parameters: readonly Parameter[],
  ): Promise<SqlResult> {
    const values = parameters.map(({ type, value }) =>
      value === undefined ? null : type === "blob" ? Buffer.from(value, "base64") : typed(type, value),
    );
    const options = { sql: texts.join("?"), rowsAsArray: true, typeCast: asText };
    const [result, fields] = await withDatabaseErrors(connection.query(options, values));
    if (!Array.isArray(result)) {
      const { affectedRows, insertId } = result as MysqlChange;
      return { columns: [], rows: [], affectedRows, ...(insertId > 0 && { insertId }) };
    }
    return { columns: (fields ?? []).map(columnOf), rows: result as (string | null)[][], affectedRows: 0 };
  }

  protected async send(connection: MysqlConnection, sql: string): Promise<void> {
    await withDatabaseErrors(connection.query(sql));
  }
}

const typed = (type: string, value: string): unknown => {
  if (type === "long" || type === "double") return Number(value);
  return type === "boolean" ? value === "true" : value;
};

/** Values as text, bytes as base64. */
function asText(field: {
  readonly type: string;
  string(): string | null;
  buffer(): Buffer | null;
}): string | null {
  return /BLOB|BINARY/.test(field.type) ? (field.buffer()?.toString("base64") ?? null) : field.string();
}

function columnOf({ name, columnType, characterSet, columnLength }: MysqlField): SqlColumn {
  const isBlob = blobTypes.includes(columnType) && characterSet === binary;
  // The service writes a column of one bit as a boolean.
  if (columnType === 1 && columnLength === 1) return { name, typeName: "BIT", jdbcType: -7, kind: "boolean" };
  const { name: typeName, kind, jdbc: jdbcType } = types[columnType] ?? (isBlob ? blob : varchar);
  return { name, typeName, jdbcType, kind };
}

async function withDatabaseErrors<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const { sqlMessage, sqlState } = Object(error) as {
      readonly sqlMessage?: string;
      readonly sqlState?: string;
    };
    if (sqlMessage === undefined || sqlState === undefined) throw error;
    throw new DatabaseError(`${sqlMessage}; SQLState: ${sqlState}`);
  }
}
