import type { DataAwsRdsCluster } from "@cdktf/provider-aws/lib/data-aws-rds-cluster";
import { RdsCluster, type RdsClusterConfig } from "@cdktf/provider-aws/lib/rds-cluster";
import { RdsClusterInstance } from "@cdktf/provider-aws/lib/rds-cluster-instance";
import { TerraformOutput, type TerraformResource } from "cdktf";
import { Construct } from "constructs";
import { collectProblems } from "../../facts/errors/problems";
import {
  type Binding,
  beforeBundling,
  bindingTarget,
  claimId,
  constructId,
  constructName,
  createBinding,
  finish,
  neededForUse,
  Stack,
} from "../../kit/app";
import { guardSettings, guardValue, overlay, preventDestroy, withoutUndefined } from "../../kit/core";
import { type Function, functionRef } from "../../kit/function";
import { configValue, type PermissionTarget, permissionTarget, providerTarget } from "../../kit/iam";
import { copyData, firstSettings } from "./first-settings";
import { type RdsMetadata, rdsDescription, rdsRow } from "./library";
import { checkMigrationModules, createMigrationInvocation, createMigrator } from "./migrations";
import { createClusterNetwork } from "./network";
import {
  clusterOverrideKeys,
  instanceName,
  noteClusterName,
  type ParsedRds,
  type PlannedCluster,
  parseRdsProps,
} from "./parse";
import type { RDSClusterOverride, RDSProps, RDSTypesProps } from "./props";

/** The created cluster, and the caller's overrides. */
interface OwnCluster {
  readonly cluster: RdsCluster;
  readonly instance: RdsClusterInstance;
  readonly override: RDSClusterOverride;
}

/**
 * A Postgres or MySQL database that scales with its use, down to zero, and that functions query over HTTP.
 *
 * Creates an Aurora cluster with one serverless instance, in a network without a way in or out. The service makes the
 * password and rotates it. With `migrations`, a function migrates the database during the deployment.
 *
 * @example
 * new RDS(stack, "Database", {
 *   engine: "postgresql16",
 *   defaultDatabaseName: "notes",
 *   migrations: "migrations",
 * });
 */
export class RDS extends Construct {
  readonly id: string;
  readonly clusterArn: string;
  readonly clusterIdentifier: string;
  readonly clusterEndpoint: { readonly hostname: string; readonly port: number };
  readonly defaultDatabaseName: string;
  readonly secretArn: string;
  /** The function that migrates; undefined without `migrations`. */
  readonly migratorFunction: Function | undefined;
  readonly cdk: {
    readonly cluster: RdsCluster | DataAwsRdsCluster;
  };
  private readonly parsed: ParsedRds;
  /** Undefined for an imported cluster. */
  private readonly own: OwnCluster | undefined;
  private readonly migration: TerraformResource | undefined;

  constructor(scope: Construct, id: string, props: RDSProps) {
    super(scope, constructId(scope, id, props));
    const given = withoutUndefined(props);
    this.id = claimId(this);
    this.parsed = collectProblems(() => parseRdsProps(this, given));
    const { cluster: planned, engine, databaseName, migrations, types } = this.parsed;
    warnOfEngine(this, given.engine, engine.literal);
    this.own = "cluster" in planned ? undefined : this.createCluster(planned);
    // The props contain either an existing cluster or one that is created.
    const cluster = "cluster" in planned ? planned.cluster : (this.own as OwnCluster).cluster;
    this.clusterArn = cluster.arn;
    this.clusterIdentifier = cluster.clusterIdentifier;
    this.clusterEndpoint = { hostname: cluster.endpoint, port: cluster.port };
    this.defaultDatabaseName = databaseName;
    this.secretArn =
      "cluster" in planned ? planned.secret.arn : (cluster as RdsCluster).masterUserSecret.get(0).secretArn;
    this.cdk = { cluster };
    if (migrations !== undefined) {
      const { clusterArn, secretArn } = this;
      this.migratorFunction = createMigrator(this, migrations, {
        engine,
        clusterArn,
        secretArn,
        databaseName,
      });
      this.migratorFunction.attachPermissions([[this, "grantDataApiAccess"]]);
      this.migration = createMigrationInvocation(this, this.migratorFunction, migrations, {
        cluster: cluster.clusterResourceId,
        instance: this.own?.instance,
      });
    }
    outputForStart(this, types);
  }

  private createCluster({ name, override, network, scaling }: PlannedCluster): OwnCluster {
    const { engine, databaseName } = this.parsed;
    noteClusterName(this, name);
    // The caller's subnet group has its own network.
    const places = override.dbSubnetGroupName === undefined ? createClusterNetwork(this, name, network) : {};
    const config: RdsClusterConfig = {
      clusterIdentifier: name,
      engine: engine.engine,
      engineVersion: engine.version,
      engineMode: "provisioned",
      databaseName,
      masterUsername: engine.masterUsername,
      manageMasterUserPassword: true,
      enableHttpEndpoint: true,
      storageEncrypted: true,
      copyTagsToSnapshot: true,
      serverlessv2ScalingConfiguration: scaling,
      ...places,
    };
    const cluster = new RdsCluster(this, "Cluster", overlay(config, override, clusterOverrideKeys));
    const instance = new RdsClusterInstance(this, "Instance", {
      identifier: instanceName(name),
      clusterIdentifier: cluster.id,
      instanceClass: "db.serverless",
      engine: cluster.engine,
      engineVersion: cluster.engineVersion,
      publiclyAccessible: false,
      provider: override.provider,
    });
    const guarded = { resource: instance, after: cluster };
    const first = {
      FirstEngine: ["engine", engine.literal],
      FirstDatabaseName: ["defaultDatabaseName", databaseName],
    };
    for (const [id, [prop = "", value = ""]] of Object.entries(first))
      guardValue(this, id, { ...guarded, prop, value, reason: copyData });
    guardSettings(this, "FirstSettings", guarded, firstSettings(name, override, network));
    return { cluster, instance, override };
  }

  [permissionTarget](): PermissionTarget {
    const { cluster } = this.parsed;
    const target = {
      ...providerTarget(rdsRow, this.cdk.cluster),
      arn: this.clusterArn,
      secretArn: this.secretArn,
    };
    const key = "cluster" in cluster ? configValue(cluster.secret, "kmsKeyId") : undefined;
    return typeof key !== "string" ? target : { ...target, keys: [...(target.keys ?? []), key] };
  }

  [bindingTarget](): Binding {
    const { clusterArn, secretArn, defaultDatabaseName } = this;
    return createBinding(rdsDescription, this, { clusterArn, secretArn, defaultDatabaseName });
  }

  [neededForUse](): readonly TerraformResource[] {
    return [this.own?.instance, this.migration].filter((each) => each !== undefined);
  }

  getConstructMetadata(): RdsMetadata {
    const { engine, types } = this.parsed;
    const { secretArn, clusterArn, clusterIdentifier, defaultDatabaseName } = this;
    return {
      type: "RDS",
      data: {
        engine: engine.literal,
        secretArn,
        types,
        clusterArn,
        clusterIdentifier,
        defaultDatabaseName,
        migrator: functionRef(this.migratorFunction),
      },
    };
  }

  [beforeBundling](): void {
    const { migrations } = this.parsed;
    if (migrations !== undefined) checkMigrationModules(this, migrations);
  }

  [finish](): void {
    if (this.own === undefined) return;
    const { cluster, override } = this.own;
    const { defaultRemovalPolicy: policy } = Stack.of(this).app;
    const isDestroyed = policy === "destroy";
    if (override.skipFinalSnapshot === undefined) cluster.skipFinalSnapshot = isDestroyed;
    // Also with the policy "destroy", so that it exists when the policy changes.
    if (override.finalSnapshotIdentifier === undefined && override.skipFinalSnapshot !== true)
      nameFinalSnapshot(cluster);
    if (policy !== "destroy" && policy !== "retain") return;
    if (override.deletionProtection === undefined) cluster.deletionProtection = policy === "retain";
    if (policy === "retain") preventDestroy(cluster);
  }
}

function warnOfEngine(rds: Construct, given: string, deployed: string): void {
  if (given === deployed) return;
  const text = `serverform: AWS has withdrawn the engine ${given}; ${deployed} is deployed. Write engine: "${deployed}"`;
  Stack.of(rds).app.addNotice(text, rds);
}

const attribute = "final_snapshot_identifier";

/**
 * Names the final snapshot, which survives its cluster: one of the same name would stop the removal of the next cluster.
 *
 * Terraform takes a new name whenever it creates a cluster, also for one that is replaced because its creation has failed. It ignores the
 * name after that, so that later plans are empty.
 */
function nameFinalSnapshot(cluster: RdsCluster): void {
  cluster.finalSnapshotIdentifier = `${cluster.clusterIdentifierInput}-final-\${substr(uuid(), 0, 8)}`;
  const { ignoreChanges = [] } = cluster.lifecycle ?? {};
  if (ignoreChanges === "all") return;
  cluster.lifecycle = { ...cluster.lifecycle, ignoreChanges: [...ignoreChanges, attribute] };
}

/** Names of the outputs that describe databases to `serverform start`. The command line knows them by it. */
const databaseOutput = "live-database-";

/** Tells `serverform start` which cluster to keep awake, and whose types to write. */
function outputForStart(rds: RDS, types: RDSTypesProps | undefined): void {
  if (Stack.of(rds).app.live === undefined) return;
  const { clusterArn, secretArn, defaultDatabaseName, migratorFunction } = rds;
  const migrator = migratorFunction?.functionName;
  const value = { id: constructName(rds), clusterArn, secretArn, defaultDatabaseName, migrator, types };
  const output = new TerraformOutput(rds, "Live", { value });
  output.overrideLogicalId(`${databaseOutput}${rds.node.addr}`);
}
