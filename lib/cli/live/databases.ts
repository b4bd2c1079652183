import { resolve } from "node:path";
import { parseArn } from "../../facts/aws/arns";
import { isRecord } from "../../facts/text/record";
import { contained, inBackground, systemClock, type Timers, writeTypes } from "../../local";
import { type AwsOptions, isWakingUp, sendRdsData } from "../../runtime/aws";
import type { LiveReport } from "../live-client/report";
import { invokeMigrator } from "../rds/invoke-migrator";
import type { Outputs } from "../terraform/report";

export interface LiveDatabasesOptions {
  readonly root: string;
  readonly aws: AwsOptions;
  readonly report: LiveReport;
  readonly clock?: Timers;
}

interface LiveDatabase {
  readonly id: string;
  readonly clusterArn: string;
  readonly secretArn: string;
  readonly defaultDatabaseName: string;
  /** The name of the function that migrates. */
  readonly migrator: string | undefined;
  readonly types: { readonly path: string; readonly camelCase: boolean } | undefined;
}

/** A cluster pauses after at least 5 minutes without a query. */
const queryEveryMs = 60_000;

/** A paused cluster resumes within this time. */
const schemaTimeoutMs = 120_000;

/** The databases of a stage: updates their types after deployments, and keeps them awake while a developer works. */
export class LiveDatabases {
  private readonly ofStacks = new Map<string, readonly LiveDatabase[]>();
  /** Clusters that cannot be queried. Each is reported once. */
  private readonly failing = new Set<string>();
  private cancelTimer = (): void => {};

  constructor(private readonly options: LiveDatabasesOptions) {}

  /** Writes the types of deployed databases. Those of other stacks stay. Never rejects. */
  async update(deployed: readonly { readonly id: string; readonly outputs: Outputs }[]): Promise<void> {
    const found = deployed.map(({ id, outputs }) => [id, databasesIn(outputs)] as const);
    for (const [id, databases] of found) this.ofStacks.set(id, databases);
    await Promise.all(found.flatMap(([, databases]) => databases).map((each) => this.writeTypes(each)));
  }

  /** Queries each cluster every minute until `stop`, so that it does not pause. */
  keepAwake(): void {
    const { clock = systemClock } = this.options;
    this.cancelTimer = clock.after(
      queryEveryMs,
      contained("databases of the stage", () => {
        for (const each of [...this.ofStacks.values()].flat())
          inBackground("databases of the stage", this.query(each));
        this.keepAwake();
      }),
    );
  }

  stop(): void {
    this.cancelTimer();
  }

  private awsOf({ clusterArn }: LiveDatabase): AwsOptions {
    const { aws } = this.options;
    return { ...aws, region: parseArn(clusterArn)?.region ?? aws.region };
  }

  private async writeTypes(database: LiveDatabase): Promise<void> {
    const { id, migrator, types } = database;
    const { root, report } = this.options;
    if (migrator === undefined || types === undefined) return;
    try {
      const tables = await invokeMigrator(
        migrator,
        { type: "schema" },
        { ...this.awsOf(database), timeoutMs: schemaTimeoutMs },
      );
      if (writeTypes(resolve(root, types.path), JSON.stringify(tables), types.camelCase))
        report({ event: "notice", text: `The types of ${id} are in ${types.path}.` });
    } catch (error) {
      const text = `The types of ${id} cannot be written, because its tables cannot be read: ${(error as Error).message}`;
      report({ event: "warning", text });
    }
  }

  private async query(database: LiveDatabase): Promise<void> {
    const { id, clusterArn, secretArn, defaultDatabaseName } = database;
    const { report } = this.options;
    const input = { resourceArn: clusterArn, secretArn, database: defaultDatabaseName, sql: "SELECT 1" };
    try {
      await sendRdsData("Execute", input, this.awsOf(database));
      this.failing.delete(clusterArn);
    } catch (error) {
      // The query itself resumes a paused cluster.
      if (isWakingUp(error) || this.failing.has(clusterArn)) return;
      this.failing.add(clusterArn);
      const text = `${id} cannot be kept awake, so it may pause: ${(error as Error).message}`;
      report({ event: "warning", text });
    }
  }
}

function databasesIn(outputs: Outputs): readonly LiveDatabase[] {
  return Object.entries(outputs).flatMap(([name, { value }]) =>
    name.startsWith("live-database-") && isRecord(value) ? databaseOf(value) : [],
  );
}

function databaseOf(value: Readonly<Record<string, unknown>>): readonly LiveDatabase[] {
  const { id, clusterArn, secretArn, defaultDatabaseName, migrator, types } = value;
  if (typeof clusterArn !== "string" || typeof secretArn !== "string") return [];
  const path = isRecord(types) ? types.path : undefined;
  return [
    {
      id: String(id),
      clusterArn,
      secretArn,
      defaultDatabaseName: String(defaultDatabaseName),
      migrator: typeof migrator === "string" ? migrator : undefined,
      types:
        typeof path === "string"
          ? { path, camelCase: isRecord(types) && types.camelCase === true }
          : undefined,
    },
  ];
}
