import { flag, text, type Values } from "../../../model";
import { contained } from "../../invoke";
import { ServiceError } from "../contract/define-service";
import type { LocalCluster, RdsClusters } from "./clusters";
import { DatabaseError, type SqlSession } from "./databases/database";
import { type ParsedStatement, parseSql } from "./statement";
import type { Parameter, SqlResult } from "./values";

/** How long a statement may take: https://docs.aws.amazon.com/rdsdataservice/latest/APIReference/API_ExecuteStatement.html */
const statementMs = 45_000;

/** Runs a statement once for each set of parameters, in the transaction that the request names, or in one of its own. */
export async function runStatements(
  clusters: RdsClusters,
  input: Values,
  sets: readonly ReadonlyMap<string, Parameter>[],
): Promise<readonly SqlResult[]> {
  const cluster = clusters.require(input);
  const sql = text(input, "sql") ?? "";
  if (sql.trim() === "") throw new ServiceError("BadRequestException", "The SQL statement is empty.");
  const statement = parseSql(sql, cluster.isMysql);
  const runs = sets.map((set) => parametersFor(statement, set));
  const work = async (session: SqlSession): Promise<readonly SqlResult[]> => {
    const results: SqlResult[] = [];
    for (const parameters of runs) results.push(await session.run(statement, parameters));
    return results;
  };
  const transactionId = text(input, "transactionId") ?? "";
  const isContinued = flag(input, "continueAfterTimeout") === true;
  return withDatabaseErrors(
    inTime(clusters, (hasTimedOut) => {
      const isUndone = () => hasTimedOut() && !isContinued;
      return transactionId === ""
        ? alone(cluster, runs.length > 1, isUndone, work)
        : cluster.transactions.use(transactionId, work);
    }),
  );
}

/** Runs statements outside of a transaction of the caller. A result that comes too late is undone. */
async function alone(
  cluster: LocalCluster,
  isBatch: boolean,
  isUndone: () => boolean,
  work: (session: SqlSession) => Promise<readonly SqlResult[]>,
): Promise<readonly SqlResult[]> {
  const session = await cluster.database().connect();
  try {
    if (isUndone()) return [];
    // Some statements, such as VACUUM and CREATE DATABASE, run in no transaction.
    if (!isBatch) return await work(session);
    await session.begin();
    try {
      const results = await work(session);
      await (isUndone() ? session.rollback() : session.commit());
      return results;
    } catch (error) {
      await session.rollback();
      throw error;
    }
  } finally {
    session.release();
  }
}

/** Refuses the request when its time is over; the statement runs until the database has finished it. */
function inTime<Result>(
  { context: { clock } }: RdsClusters,
  work: (hasTimedOut: () => boolean) => Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    let hasTimedOut = false;
    const stop = clock.after(
      statementMs,
      contained("database", () => {
        hasTimedOut = true;
        reject(new ServiceError("StatementTimeoutException", "Request timed out"));
      }),
    );
    work(() => hasTimedOut)
      .finally(stop)
      .then(resolve, reject);
  });
}

/** Errors of the database are passed on in its own words. */
export async function withDatabaseErrors<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DatabaseError) throw new ServiceError("DatabaseErrorException", error.message);
    throw error;
  }
}

function parametersFor(
  { names }: ParsedStatement,
  set: ReadonlyMap<string, Parameter>,
): readonly Parameter[] {
  return names.map((name) => {
    const found = set.get(name);
    if (found === undefined) throw new ServiceError("BadRequestException", `Cannot find parameter: ${name}`);
    return found;
  });
}
