import { randomBytes } from "node:crypto";
import type { Timers } from "../../invoke";
import { contained, inBackground } from "../../invoke";
import { ServiceError } from "../contract/define-service";
import type { SqlSession } from "./databases/database";

/** An unused transaction ends after this time: https://docs.aws.amazon.com/rdsdataservice/latest/APIReference/API_BeginTransaction.html */
const idleMs = 3 * 60_000;

interface OpenTransaction {
  readonly session: SqlSession;
  stopTimer: () => void;
  /** Statements run one after the other. */
  last: Promise<unknown>;
}

/** The open transactions of a cluster. */
export class Transactions {
  private readonly open = new Map<string, OpenTransaction>();

  constructor(private readonly clock: Timers) {}

  async begin(session: SqlSession): Promise<string> {
    try {
      await session.begin();
    } catch (error) {
      session.release();
      throw error;
    }
    const id = randomBytes(96).toString("base64");
    const transaction: OpenTransaction = { session, stopTimer: () => {}, last: Promise.resolve() };
    this.open.set(id, transaction);
    this.restart(id, transaction);
    return id;
  }

  /** Runs statements in a transaction. */
  async use<Result>(id: string, work: (session: SqlSession) => Promise<Result>): Promise<Result> {
    const transaction = this.require(id);
    this.restart(id, transaction);
    const result = transaction.last.then(() => work(transaction.session));
    transaction.last = result.catch(() => {});
    return result;
  }

  async end(id: string, how: "commit" | "rollback"): Promise<void> {
    const transaction = this.require(id);
    this.open.delete(id);
    transaction.stopTimer();
    await transaction.last;
    try {
      await transaction.session[how]();
    } finally {
      transaction.session.release();
    }
  }

  private require(id: string): OpenTransaction {
    const found = this.open.get(id);
    if (found !== undefined) return found;
    throw new ServiceError("TransactionNotFoundException", `Transaction ${id} is not found`, 404);
  }

  private restart(id: string, transaction: OpenTransaction): void {
    transaction.stopTimer();
    transaction.stopTimer = this.clock.after(
      idleMs,
      contained("database", () => {
        if (this.open.has(id))
          inBackground(
            "database",
            this.end(id, "rollback").catch(() => {}),
          );
      }),
    );
  }
}
