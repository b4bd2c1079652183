import type { DataAwsRdsCluster } from "@cdktf/provider-aws/lib/data-aws-rds-cluster";
import type { DataAwsSecretsmanagerSecret } from "@cdktf/provider-aws/lib/data-aws-secretsmanager-secret";
import {
  RdsCluster,
  type RdsClusterServerlessv2ScalingConfiguration,
} from "@cdktf/provider-aws/lib/rds-cluster";
import type { SecretsmanagerSecret } from "@cdktf/provider-aws/lib/secretsmanager-secret";
import type { Construct, IConstruct } from "constructs";
import { attempt, together } from "../../facts/errors/problems";
import { prefixedName } from "../../kit/app";
import {
  acceptedKeys,
  checkKeys,
  checkOverride,
  FactKey,
  factOf,
  findImport,
  isPlainObject,
  isProviderObject,
  isUnresolved,
  type OverrideKeys,
  propKeys,
  refuseValue,
  requireProp,
  shortHash,
} from "../../kit/core";
import { currentEngines, engines, isReservedName, isVersionOf, type RdsEngine } from "./engines";
import { fail } from "./errors";
import { type Migrations, parseMigrations } from "./migrations";
import { type GivenNetwork, parseClusterNetwork } from "./network";
import type { RDSClusterOverride, RDSProps, RDSTypesProps } from "./props";
import { scalingConfig } from "./scaling";
import { parseTypes } from "./types";

const rdsKeys = propKeys<RDSProps>()(
  {
    engine: true,
    defaultDatabaseName: "text",
    scaling: true,
    migrations: true,
    types: true,
    cdk: true,
  },
  () => ({ cluster: { resource: RdsCluster, ...clusterOverrideKeys } }),
);

const useScaling = "Use the prop scaling.";
const useName = "Use the prop defaultDatabaseName.";
const notOfAurora = "It is for clusters that are not Aurora.";
const useEngine = "Use the prop engine.";
const managed = "The service makes the password and rotates it; secretArn names its secret.";
const dataApi = "The Data API is always on: functions and migrations use it.";

/** Keys of the cluster's config that differ from the provider's. */
export const clusterOverrideKeys = {
  extra: ["vpc", "vpcSubnets", "securityGroups"],
  rejected: {
    allocatedStorage: notOfAurora,
    iops: notOfAurora,
    dbClusterInstanceClass: notOfAurora,
    dbSystemId: "It is for RDS Custom.",
    engine: useEngine,
    engineMode: useEngine,
    databaseName: useName,
    defaultDatabaseName: useName,
    scaling: useScaling,
    scalingConfiguration: useScaling,
    serverlessv2ScalingConfiguration: useScaling,
    enableHttpEndpoint: dataApi,
    enableDataApi: dataApi,
    masterPassword: managed,
    masterPasswordWo: managed,
    masterPasswordWoVersion: managed,
    masterUsername: managed,
    manageMasterUserPassword: managed,
    credentials: managed,
  },
} satisfies OverrideKeys;

/** An existing cluster with its secret. */
export interface ImportedCluster {
  readonly cluster: RdsCluster | DataAwsRdsCluster;
  readonly secret: SecretsmanagerSecret | DataAwsSecretsmanagerSecret;
}

/** A cluster that is to be created. */
export interface PlannedCluster {
  readonly name: string;
  readonly override: RDSClusterOverride;
  readonly network: GivenNetwork | undefined;
  readonly scaling: RdsClusterServerlessv2ScalingConfiguration;
}

/** The props, after all checks. */
export interface ParsedRds {
  readonly engine: RdsEngine;
  readonly databaseName: string;
  readonly migrations: Migrations | undefined;
  readonly types: Required<RDSTypesProps> | undefined;
  readonly cluster: ImportedCluster | PlannedCluster;
}

/** Refuses props that cannot work, before anything is created. */
export function parseRdsProps(rds: Construct, props: RDSProps): ParsedRds {
  const given: unknown = props;
  if (!isPlainObject(given)) {
    const expected = 'an object: { engine: "postgresql16", defaultDatabaseName: "notes" }';
    return refuseValue(rds, "props", given, expected);
  }
  const accepted = acceptedKeys(rds, "props", props, rdsKeys);
  attempt(() => checkKeys(rds, "cdk", accepted.cdk ?? {}, ["id", "cluster", "secret"]));
  const engine = attempt(() => parseEngine(rds, accepted.engine));
  const [databaseName, types, cluster, migrations] = together(
    () => parseDatabaseName(rds, accepted.defaultDatabaseName, engine),
    () => parseTypes(rds, accepted.types),
    () => parseCluster(rds, accepted, engine),
    () => parseMigrations(rds, accepted.migrations),
  );
  // A refused engine ends with the other problems.
  return { engine: engine as RdsEngine, databaseName, types, cluster, migrations };
}

function parseEngine(rds: Construct, engine: RDSProps["engine"] | undefined): RdsEngine {
  requireProp(rds, "engine", engine, `Use one of: ${currentEngines.join(", ")}.`);
  if (typeof engine !== "string" || isUnresolved(engine) || !Object.hasOwn(engines, engine)) {
    fail(rds, "literal-unknown", "engine", { value: engine, allowed: currentEngines });
  }
  return engines[engine];
}

/** Source: https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_CreateDBCluster.html, `DatabaseName` */
function parseDatabaseName(rds: Construct, name: unknown, engine: RdsEngine | undefined): string {
  const remedy = 'Name the database that is created in the cluster: defaultDatabaseName: "notes".';
  requireProp(rds, "defaultDatabaseName", name, remedy);
  const mode = engine?.mode ?? "mysql";
  const limit = mode === "postgres" ? 63 : 64;
  if (isUnresolved(name)) return name as string;
  if (engine !== undefined && typeof name === "string" && isReservedName(mode, name)) {
    const expected = `another name: ${mode === "postgres" ? "PostgreSQL" : "MySQL"} or RDS reserves this one`;
    refuseValue(rds, "defaultDatabaseName", name, expected);
  }
  if (typeof name === "string" && /^[A-Za-z][A-Za-z0-9_]*$/.test(name) && name.length <= limit) return name;
  const expected = `up to ${limit} letters, digits and _, beginning with a letter`;
  return refuseValue(rds, "defaultDatabaseName", name, expected);
}

function parseCluster(
  rds: Construct,
  { scaling, cdk = {} }: RDSProps,
  engine: RdsEngine | undefined,
): ImportedCluster | PlannedCluster {
  const cluster = findImport<RdsCluster | DataAwsRdsCluster>(
    rds,
    "cdk.cluster",
    cdk.cluster,
    "aws_rds_cluster",
  );
  if (cluster !== undefined) {
    if (scaling !== undefined) fail(rds, "props-exclude", "scaling", { other: "an existing cdk.cluster" });
    return { cluster, secret: requireSecret(rds, cdk.secret) };
  }
  if (cdk.secret !== undefined) {
    fail(rds, "key-rejected", "cdk", { key: "secret", remedy: `Leave it out. ${managed}` });
  }
  const override = withoutDataApi((cdk.cluster ?? {}) as RDSClusterOverride);
  checkOverride(rds, "cdk.cluster", override, RdsCluster, clusterOverrideKeys);
  if (engine !== undefined) checkVersion(rds, override.engineVersion, engine);
  const [network, config, name] = together(
    () => parseClusterNetwork(rds, override),
    () => scalingConfig(rds, scaling),
    () => clusterName(rds, override.clusterIdentifier),
  );
  return { name, override, network, scaling: config };
}

/** Explicitly enabling the Data API is allowed; it is always on. */
function withoutDataApi(override: RDSClusterOverride): RDSClusterOverride {
  if (!isPlainObject(override)) return override;
  const entries = Object.entries(override).filter(
    ([key, value]) => value !== true || !["enableHttpEndpoint", "enableDataApi"].includes(key),
  );
  return Object.fromEntries(entries);
}

function requireSecret(rds: Construct, secret: unknown): ImportedCluster["secret"] {
  const remedy =
    "Pass the secret with user name and password of the existing cluster, which the Data API needs.";
  requireProp(rds, "cdk.secret", secret, remedy);
  if (isProviderObject(secret, "aws_secretsmanager_secret")) {
    return secret as unknown as ImportedCluster["secret"];
  }
  return refuseValue(
    rds,
    "cdk.secret",
    isProviderObject(secret) ? secret.terraformResourceType : secret,
    "a SecretsmanagerSecret or a DataAwsSecretsmanagerSecret",
  );
}

function checkVersion(rds: Construct, value: unknown, engine: RdsEngine): void {
  if (value === undefined || isUnresolved(value)) return;
  if (typeof value === "string" && isVersionOf(engine, value)) return;
  const { literal, version } = engine;
  fail(rds, "rds-engine-version", "cdk.cluster.engineVersion", { value, engine: literal, version });
}

/** The same for clusters, their instances and subnet groups. */
const nameLimit = 63;

/** The name of the only instance of a cluster. */
export function instanceName(cluster: string): string {
  return isUnresolved(cluster) ? `${cluster}-1` : `${cluster.slice(0, nameLimit - 2).replace(/-$/, "")}-1`;
}

/** The identifier of a cluster: lower case, single hyphens, and unlike that of any other cluster of the app. */
function clusterName(rds: Construct, given: unknown): string {
  if (given !== undefined) return given as string;
  const full = prefixedName(rds);
  const clean = full
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/-$/, "");
  const beginning = clean.slice(0, nameLimit - 9).replace(/-$/, "");
  const name = clean.length <= nameLimit ? clean : `${beginning}-${shortHash(full)}`;
  const other = rds.node.root.node.findAll().find((each) => each !== rds && nameOf(each) === name);
  if (other !== undefined) fail(rds, "rds-name-duplicate", "id", { name, other: other.node.path });
  return name;
}

/** The identifier that another database of this library has given to its cluster. */
function nameOf(construct: IConstruct): unknown {
  return factOf(construct, clusterNames).get(construct);
}

/** The names of created clusters, by construct. */
const clusterNames = new FactKey<Map<IConstruct, string>>("names of clusters", () => new Map());

/** Remembers the identifier of a created cluster. */
export function noteClusterName(rds: IConstruct, name: string): void {
  factOf(rds, clusterNames).set(rds, name);
}
