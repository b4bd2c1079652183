import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { blocks, flag, type Model, type Resource, requireText, text, type Values } from "../../../model";
import { fail } from "../../errors";
import { contained, inBackground, type Timers } from "../../invoke";
import { notInApp, ServiceError } from "../contract/define-service";
import { ModelResources } from "../contract/model-resources";
import type { ServiceContext } from "../contract/service";
import type { Database, SqlSession } from "./databases/database";

/** An unused transaction ends after this time: https://docs.aws.amazon.com/rdsdataservice/latest/APIReference/API_BeginTransaction.html */
const idleMs = 3 * 60_000;

interface OpenTransaction {
  readonly session: SqlSession;
  stopTimer: () => void;
  /** Statements run one after the other. */
  last: Promise<unknown>;
}

/** The open transactions of a cluster. */
class Transactions {
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

const clusterType = "aws_rds_cluster";

/** A cluster of the model. */
export interface LocalCluster {
  readonly arn: string;
  readonly databaseName: string;
  readonly isMysql: boolean;
  readonly transactions: Transactions;
  /** Starts with the first statement. */
  database(): Database;
}

/** The clusters of the model, each with its database. */
export class RdsClusters extends ModelResources {
  private readonly clusters = new Map<string, LocalCluster & { stop(): Promise<void> }>();

  constructor(context: ServiceContext) {
    super(context);
    this.checkPackages();
  }

  /** A missing package is reported at the start, and not at the first statement. */
  private checkPackages(): void {
    const { databaseServer } = this.context;
    const needsPackage = this.model
      .ofType(clusterType)
      .some(({ values }) => !isMysqlCluster(values) && !isServerOf(databaseServer, false));
    if (!needsPackage) return;
    try {
      require.resolve("@electric-sql/pglite");
    } catch {
      fail("serverform local", "local-database-needs-package", clusterType, {});
    }
  }

  /** The cluster that a request names, with credentials that exist. */
  require(input: Values): LocalCluster {
    const arn = text(input, "resourceArn") ?? "";
    const resource = this.find(arn);
    if (resource === undefined) {
      const error = { code: "DatabaseNotFoundException", status: 404 };
      throw notInApp("rds-data", "database cluster", arn, `DBCluster ${arn} not found.`, error);
    }
    if (flag(resource.values, "enable_http_endpoint") === false) {
      throw new ServiceError(
        "HttpEndpointNotEnabledException",
        `HttpEndpoint is not enabled for resource ${arn}.`,
      );
    }
    this.checkSecret(text(input, "secretArn") ?? "");
    const cluster = this.clusters.get(arn) ?? this.create(arn, resource);
    this.clusters.set(arn, cluster);
    const database = text(input, "database");
    if (database !== undefined && database !== "" && !namesOf(cluster).includes(database)) {
      throw new ServiceError(
        "DatabaseErrorException",
        cluster.isMysql
          ? `Unknown database '${database}'; SQLState: 42000`
          : `FATAL: database "${database}" does not exist; SQLState: 3D000`,
      );
    }
    return cluster;
  }

  private find(arn: string): Resource | undefined {
    return this.model.find(clusterType, "arn", arn) ?? this.model.find(`data.${clusterType}`, "arn", arn);
  }

  private checkSecret(arn: string): void {
    const isManaged = this.model
      .ofType(clusterType)
      .some(({ values }) => blocks(values, "master_user_secret").some((each) => each.secret_arn === arn));
    const isDeclared = ["aws_secretsmanager_secret", "data.aws_secretsmanager_secret"].some(
      (type) => this.model.find(type, "arn", arn) !== undefined,
    );
    if (isManaged || isDeclared) return;
    const text = `Error fetching secret ${arn}: Secrets Manager can't find the specified secret.`;
    throw new ServiceError("BadRequestException", text);
  }

  private create(arn: string, { values }: Resource): LocalCluster & { stop(): Promise<void> } {
    const { clock, dataFolder, databaseServer } = this.context;
    const identifier = requireText(values, "cluster_identifier");
    const isMysql = isMysqlCluster(values);
    let started: Database | undefined;
    const database = (): Database => {
      started ??= startDatabase({
        isMysql,
        databaseServer,
        folder: dataFolder && join(dataFolder, "rds", identifier),
      });
      return started;
    };
    return {
      arn,
      databaseName: text(values, "database_name") ?? "",
      isMysql,
      database,
      transactions: new Transactions(clock),
      stop: async () => started?.stop(),
    };
  }

  override async replace(model: Model): Promise<void> {
    await super.replace(model);
    for (const [arn, cluster] of this.clusters) {
      if (this.find(arn) !== undefined) continue;
      this.clusters.delete(arn);
      await cluster.stop();
    }
  }

  async stop(): Promise<void> {
    await Promise.all([...this.clusters.values()].map((cluster) => cluster.stop()));
    this.clusters.clear();
  }
}

/** Names by which requests may call the one database of a cluster. */
const namesOf = ({ databaseName, isMysql }: LocalCluster): readonly string[] =>
  isMysql ? [databaseName] : [databaseName, "postgres"];

const isMysqlCluster = (values: Values): boolean => requireText(values, "engine").includes("mysql");

/** Whether the user has named a server for clusters of this engine. */
function isServerOf(server: string | undefined, isMysql: boolean): server is string {
  return server?.startsWith("mysql:") === isMysql;
}

interface DatabaseOptions {
  readonly isMysql: boolean;
  readonly databaseServer: string | undefined;
  readonly folder: string | undefined;
}

// Each of these loads a package of the user's project, so an app without a database does not need them.
function startDatabase({ isMysql, databaseServer, folder }: DatabaseOptions): Database {
  const isNamed = isServerOf(databaseServer, isMysql);
  if (isMysql) {
    if (!isNamed) throw new ServiceError("DatabaseUnavailableException", needsMysql);
    const { MysqlServer } = require("./databases/mysql-server") as typeof import("./databases/mysql-server");
    return new MysqlServer(databaseServer);
  }
  if (isNamed) {
    const { PostgresServer } =
      require("./databases/postgres-server") as typeof import("./databases/postgres-server");
    return new PostgresServer(databaseServer);
  }
  const { PgliteDatabase } = require("./databases/pglite") as typeof import("./databases/pglite");
  return new PgliteDatabase(folder);
}

/** Whether an address of `--endpoint` is that of a database server, and not of an emulator. */
export function isDatabaseServer(url: string): boolean {
  return /^(?:mysql|postgres|postgresql):\/\//.test(url);
}

/** The remedy for a MySQL cluster, which nothing emulates in this process. */
export const needsMysql =
  "MySQL does not run inside serverform local. Start a server and name it: --endpoint rds-data=mysql://user:password@127.0.0.1:3306/<database>";
