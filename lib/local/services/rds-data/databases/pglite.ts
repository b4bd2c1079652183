import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { programFile } from "../../../../invoke";
import { fail } from "../../../errors";
import type { SqlResult } from "../values/result";
import type { Database, SqlSession } from "./database";
import type { PgliteAnswer, PgliteData, PgliteRequest } from "./pglite-program";
import { postgresColumn, postgresError, postgresStatement, postgresText } from "./postgres-types";

/**
 * Postgres in a thread of this process.
 *
 * It has one connection: what is outside a transaction waits until the transaction has ended.
 */
export class PgliteDatabase implements Database {
  private readonly waiting = new Map<number, (answer: PgliteAnswer) => void>();
  private worker: Worker | undefined;
  private lastId = 0;
  private lastSession: Promise<void> = Promise.resolve();

  /** @param dataFolder - where the database outlives the server; undefined: in memory */
  constructor(private readonly dataFolder: string | undefined) {}

  async connect(): Promise<SqlSession> {
    const before = this.lastSession;
    let release = (): void => {};
    this.lastSession = new Promise((done) => {
      release = done;
    });
    await before;
    return new PgliteSession((sql, values) => this.send(sql, values), release);
  }

  async stop(): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    await worker?.terminate();
    this.endAll("the server is stopping");
  }

  private async send(sql: string, values: readonly (string | null)[]): Promise<SqlResult> {
    this.worker ??= this.start();
    const { worker } = this;
    this.lastId += 1;
    const id = this.lastId;
    const answer = await new Promise<PgliteAnswer>((resolve) => {
      this.waiting.set(id, resolve);
      worker.postMessage({ id, sql, values } satisfies PgliteRequest);
    });
    if ("error" in answer) throw postgresError(asError(answer.error));
    const columns = answer.columns.map(({ name, typeName }) => postgresColumn(name, typeName));
    const rows = answer.rows.map((row) =>
      columns.map((column, index) => postgresText(column, row[index] ?? null)),
    );
    return { columns, rows, affectedRows: answer.affectedRows };
  }

  private start(): Worker {
    const packagePath = findPackage();
    const worker = new Worker(readProgram(), {
      eval: true,
      workerData: {
        packagePath,
        dataFolder: this.dataFolder,
        emptyDatabase: emptyDatabaseOf(packagePath),
      } satisfies PgliteData,
      execArgv: [],
    });
    let problem = "the thread of Postgres has ended";
    worker.on("message", (answer: PgliteAnswer) => {
      this.waiting.get(answer.id)?.(answer);
      this.waiting.delete(answer.id);
    });
    worker.on("error", (error) => {
      problem = String(error);
    });
    worker.on("exit", () => {
      if (this.worker === worker) this.worker = undefined;
      this.endAll(problem);
    });
    // A server that has nothing else to do may end.
    worker.unref();
    return worker;
  }

  private endAll(message: string): void {
    for (const [id, settle] of this.waiting) settle({ id, error: { message } });
    this.waiting.clear();
  }
}

class PgliteSession implements SqlSession {
  constructor(
    private readonly send: (sql: string, values: readonly (string | null)[]) => Promise<SqlResult>,
    readonly release: () => void,
  ) {}

  run: SqlSession["run"] = (statement, parameters) => {
    const { sql, values } = postgresStatement(statement, parameters);
    return this.send(sql, values);
  };

  async begin(): Promise<void> {
    await this.send("BEGIN", []);
  }

  async commit(): Promise<void> {
    await this.send("COMMIT", []);
  }

  async rollback(): Promise<void> {
    await this.send("ROLLBACK", []);
  }
}

function asError(facts: Readonly<Record<string, unknown>>): Error {
  return Object.assign(new Error(String(facts.message)), facts);
}

/** Kept beside the package, where its version is known. */
function emptyDatabaseOf(packagePath: string): string {
  const root = join(dirname(packagePath), "..");
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  return join(root, "../..", ".cache", "serverform", `postgres-${version}.tar`);
}

function findPackage(): string {
  try {
    return require.resolve("@electric-sql/pglite");
  } catch {
    return fail("serverform local", "local-database-needs-package", "aws_rds_cluster", {});
  }
}

function readProgram(): string {
  const program = programFile(require.resolve("./pglite-program"));
  const code = readFileSync(program.path, "utf8");
  program.remove();
  return code;
}
