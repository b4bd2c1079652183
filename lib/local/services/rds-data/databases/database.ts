import type { ParsedStatement } from "../statement";
import type { Parameter } from "../values/parameters";

/** How the Data API writes the values of a column. */
export type ColumnKind = "boolean" | "long" | "double" | "decimal" | "string" | "blob";

export interface SqlColumn {
  readonly name: string;
  /** The database's name of the type: `int4`, `VARCHAR`. */
  readonly typeName: string;
  /** Number of the type in JDBC, which the service reports. */
  readonly jdbcType: number;
  readonly kind: ColumnKind;
  /** Of an array: how its elements are written. */
  readonly element?: ColumnKind;
  readonly elementJdbcType?: number;
}

export interface SqlResult {
  /** Empty for a statement without a result set. */
  readonly columns: readonly SqlColumn[];
  /** Values as text; bytes as base64. */
  readonly rows: readonly (readonly (string | null)[])[];
  readonly affectedRows: number;
  /** What MySQL has generated for the first row. */
  readonly insertId?: number;
}

/** A connection to a database. Statements run one after the other. */
export interface Session {
  run(statement: ParsedStatement, parameters: readonly Parameter[]): Promise<SqlResult>;
  begin(): Promise<void>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
  /** Gives the connection back. */
  release(): void;
}

/** A database that runs statements. */
export interface Database {
  /** Waits until there is a connection. */
  connect(): Promise<Session>;
  stop(): Promise<void>;
}

/** The database refuses a statement, in its own words. */
export class DatabaseError extends Error {
  constructor(
    message: string,
    readonly sqlState: string,
  ) {
    super(message);
  }
}
