import { fail } from "../../../errors";
import { contained } from "../../../invoke";
import type { ParsedStatement } from "../statement";
import type { Parameter, SqlResult } from "../values";
import type { Database, SqlSession } from "./database";

/** The parts of a connection that the packages of all servers have. */
interface Connection {
  end(): Promise<void>;
  on(event: "error", listener: () => void): void;
}

/** A server that the user names. Each session has a connection of its own. */
export abstract class DatabaseServer<Opened extends Connection> implements Database {
  private idle: Opened[] = [];
  private readonly all = new Set<Opened>();

  constructor(protected readonly url: string) {}

  /** The statement that begins a transaction. */
  protected abstract readonly begin: string;
  protected abstract open(): Promise<Opened>;
  protected abstract run(
    connection: Opened,
    statement: ParsedStatement,
    parameters: readonly Parameter[],
  ): Promise<SqlResult>;
  /** Runs a statement about a transaction. */
  protected abstract send(connection: Opened, sql: string): Promise<void>;

  async connect(): Promise<SqlSession> {
    const connection = this.idle.pop() ?? (await this.open());
    this.all.add(connection);
    return {
      run: (statement, parameters) => this.run(connection, statement, parameters),
      begin: () => this.send(connection, this.begin),
      commit: () => this.send(connection, "COMMIT"),
      rollback: () => this.send(connection, "ROLLBACK"),
      release: () => void (this.all.has(connection) && this.idle.push(connection)),
    };
  }

  async stop(): Promise<void> {
    await Promise.all([...this.all].map((connection) => connection.end().catch(() => {})));
    this.all.clear();
  }

  /** Lets no later session have a connection that has failed. */
  protected watch(connection: Opened): void {
    const forget = contained("database", () => {
      this.all.delete(connection);
      this.idle = this.idle.filter((each) => each !== connection);
    });
    connection.on("error", forget);
  }
}

/** The package that talks to a server, which the user installs. */
export function loadPackage<Module>(install: string, load: () => Module): Module {
  try {
    return load();
  } catch {
    return fail("serverform local", "local-server-needs-package", "--endpoint", { install });
  }
}
