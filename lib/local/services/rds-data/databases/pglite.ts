import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { fail } from "../../../errors";
import { closeFolder, privateFolder } from "../../../files/private-files";
import { contained, programFile } from "../../../invoke";
import { diskFull, fullDisk, NotWritten } from "../../contract/data-folder";
import type { SqlResult } from "../values";
import type { Database, SqlSession } from "./database";
import type { PgliteAnswer, PgliteData, PgliteRequest } from "./pglite-program";
import { postgresColumn, postgresError, postgresRows, postgresStatement } from "./postgres-types";

/** The maximum size of a write of Postgres: a segment of its log. */
const segmentBytes = 16 * 1024 * 1024;
/** Source: https://www.postgresql.org/docs/current/errcodes-appendix.html, `disk_full` */
const diskFullState = "53100";

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
  /** Whether the folder holds a whole database. */
  private isCreated: boolean;
  private hasFilledDisk = false;

  /** @param dataFolder - where the database survives the server; undefined: in memory */
  constructor(private readonly dataFolder: string | undefined) {
    this.isCreated = dataFolder !== undefined && existsSync(dataFolder);
  }

  async connect(): Promise<SqlSession> {
    const before = this.lastSession;
    let release = (): void => {};
    this.lastSession = new Promise((done) => {
      release = done;
    });
    await before;
    return new PgliteSession((sql, values) => this.send(sql, values), release);
  }

  /** Rejects with `NotWritten` if the disk has become full and still is. */
  async stop(): Promise<void> {
    await this.end("the server is stopping");
    const { dataFolder } = this;
    if (dataFolder !== undefined) closeFolder(dirname(dataFolder));
    const full =
      this.hasFilledDisk && dataFolder !== undefined
        ? await fullDisk(dirname(dataFolder), segmentBytes)
        : undefined;
    if (full !== undefined) throw full;
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
    if ("error" in answer) {
      const full = await this.filledDisk(answer.error);
      throw full ?? postgresError(Object.assign(new Error(String(answer.error.message)), answer.error));
    }
    this.isCreated = true;
    const columns = answer.columns.map(({ name, typeName }) => postgresColumn(name, typeName));
    return { columns, rows: postgresRows(columns, answer.rows), affectedRows: answer.affectedRows };
  }

  /**
   * The error of a disk without room, if that is why a statement has failed. Postgres ends itself then and answers nothing
   * more, so that the next statement starts it again, from its log.
   */
  private async filledDisk(error: Readonly<Record<string, unknown>>): Promise<NotWritten | undefined> {
    const { dataFolder } = this;
    if (dataFolder === undefined) return undefined;
    const { code } = error;
    const full =
      code === diskFullState
        ? diskFull(dirname(dataFolder))
        : typeof code === "string"
          ? undefined
          : await fullDisk(dirname(dataFolder), segmentBytes);
    if (full === undefined) return undefined;
    this.hasFilledDisk = true;
    await this.end("the disk is full");
    // The next start would take the part that fits for a database.
    if (!this.isCreated) rmSync(dataFolder, { recursive: true, force: true });
    return full;
  }

  private async end(message: string): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    await worker?.terminate();
    this.endAll(message);
  }

  private start(): Worker {
    const packagePath = findPackage();
    if (this.dataFolder !== undefined) mkdirSync(dirname(this.dataFolder), privateFolder);
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
    worker.on(
      "message",
      contained("database", (answer: PgliteAnswer) => {
        this.waiting.get(answer.id)?.(answer);
        this.waiting.delete(answer.id);
      }),
    );
    worker.on(
      "error",
      contained("database", (error) => {
        problem = String(error);
      }),
    );
    worker.on(
      "exit",
      contained("database", () => {
        if (this.worker === worker) this.worker = undefined;
        this.endAll(problem);
      }),
    );
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
  private isInTransaction = false;
  /** Why Postgres has ended, and the open transaction with it. */
  private ended: NotWritten | undefined;

  constructor(
    private readonly sendToThread: (sql: string, values: readonly (string | null)[]) => Promise<SqlResult>,
    readonly release: () => void,
  ) {}

  run: SqlSession["run"] = (statement, parameters) => {
    const { sql, values } = postgresStatement(statement, parameters);
    return this.send(sql, values);
  };

  async begin(): Promise<void> {
    await this.send("BEGIN", []);
    this.isInTransaction = true;
  }

  async commit(): Promise<void> {
    await this.send("COMMIT", []);
    this.isInTransaction = false;
  }

  async rollback(): Promise<void> {
    if (this.ended === undefined) await this.send("ROLLBACK", []);
    this.isInTransaction = false;
    this.ended = undefined;
  }

  private async send(sql: string, values: readonly (string | null)[]): Promise<SqlResult> {
    if (this.ended !== undefined) throw this.ended;
    try {
      return await this.sendToThread(sql, values);
    } catch (error) {
      if (this.isInTransaction && error instanceof NotWritten) this.ended = error;
      throw error;
    }
  }
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
