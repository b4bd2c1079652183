import type { ParsedStatement } from "../statement";
import type { Parameter, SqlResult } from "../values";

/** A connection to a database. Statements run one after the other. */
export interface SqlSession {
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
  connect(): Promise<SqlSession>;
  stop(): Promise<void>;
}

/** The database refuses a statement, in its own words. */
export class DatabaseError extends Error {}
