import type { DataAwsRdsCluster } from "@cdktf/provider-aws/lib/data-aws-rds-cluster";
import type { DataAwsSecretsmanagerSecret } from "@cdktf/provider-aws/lib/data-aws-secretsmanager-secret";
import type { DataAwsSecurityGroup } from "@cdktf/provider-aws/lib/data-aws-security-group";
import type { DataAwsSubnet } from "@cdktf/provider-aws/lib/data-aws-subnet";
import type { DataAwsVpc } from "@cdktf/provider-aws/lib/data-aws-vpc";
import type { RdsCluster, RdsClusterConfig } from "@cdktf/provider-aws/lib/rds-cluster";
import type { SecretsmanagerSecret } from "@cdktf/provider-aws/lib/secretsmanager-secret";
import type { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import type { Subnet } from "@cdktf/provider-aws/lib/subnet";
import type { Vpc } from "@cdktf/provider-aws/lib/vpc";
import type { Override } from "../../kit/core";
import type { EngineLiteral } from "./engines";

/** A database engine with its major version. Those that AWS has withdrawn deploy their successor, with a notice. */
export type RDSEngine = EngineLiteral;

/** A capacity in Aurora capacity units, of about 2 GB of memory each. */
export type RDSCapacity =
  | "ACU_1"
  | "ACU_2"
  | "ACU_4"
  | "ACU_8"
  | "ACU_16"
  | "ACU_32"
  | "ACU_64"
  | "ACU_128"
  | "ACU_192"
  | "ACU_256";

/** How far a cluster scales. */
export interface RDSScalingProps {
  /**
   * Pauses the cluster after minutes without a connection: 5 to 1440, or `true` for 5. A paused cluster costs only its
   * storage. The first call after a pause fails or waits until the cluster has resumed, in about 15 seconds.
   *
   * @default true
   */
  readonly autoPause?: boolean | number | undefined;
  /** The minimum capacity of a cluster that never pauses (`autoPause: false`). @default "ACU_2" */
  readonly minCapacity?: RDSCapacity | undefined;
  /** The maximum capacity. @default "ACU_16" */
  readonly maxCapacity?: RDSCapacity | undefined;
}

/** Where the TypeScript types of the schema are written. */
export interface RDSTypesProps {
  /** File, relative to the folder of `cdktf.json`. */
  readonly path: string;
  /** Writes the names of tables and columns in camel case. @default false */
  readonly camelCase?: boolean | undefined;
}

/** Keys that override the created cluster. */
export type RDSClusterOverride = Override<
  Omit<
    RdsClusterConfig,
    | "databaseName"
    | "enableHttpEndpoint"
    | "engine"
    | "engineMode"
    | "manageMasterUserPassword"
    | "masterPassword"
    | "masterPasswordWo"
    | "masterPasswordWoVersion"
    | "masterUsername"
    | "scalingConfiguration"
    | "serverlessv2ScalingConfiguration"
  >
> & {
  /** The network of the cluster. @default - a VPC without a way in or out is created */
  readonly vpc?: Vpc | DataAwsVpc | string | undefined;
  /** At least two subnets in different availability zones; needs `vpc`. @default - required with `vpc` */
  readonly vpcSubnets?: readonly (Subnet | DataAwsSubnet | string)[] | undefined;
  /** Security groups of the cluster; need `vpc`. @default - one that lets nothing in */
  readonly securityGroups?: readonly (SecurityGroup | DataAwsSecurityGroup | string)[] | undefined;
};

/** Props of a database. */
export interface RDSProps {
  /** The engine with its major version. It cannot change once the database is deployed. */
  readonly engine: RDSEngine;
  /** Name of the database that is created in the cluster. It cannot change once the database is deployed. */
  readonly defaultDatabaseName: string;
  /** The capacity limits of the cluster, and the time after which it pauses. @default - pauses after 5 minutes, up to 16 units */
  readonly scaling?: RDSScalingProps | undefined;
  /**
   * Folder with migrations for `kysely`: modules (`.js`, `.mjs`, `.cjs`) that export `up(db)` and `down(db)`, which
   * run in the order of their names. New ones run in each deployment that changes the folder or replaces the cluster.
   *
   * @default - none
   */
  readonly migrations?: string | undefined;
  /** File for the TypeScript types of the schema, which is written after migrations. @default - no types */
  readonly types?: string | RDSTypesProps | undefined;
  /** Existing provider objects to use, or configs to override what is created. @default - none */
  readonly cdk?:
    | {
        /** Replaces the construct's id everywhere. @default - the id given to the constructor */
        readonly id?: string | undefined;
        /** An existing cluster, used unchanged, or keys that override the created one. @default - created */
        readonly cluster?: RdsCluster | DataAwsRdsCluster | RDSClusterOverride | undefined;
        /** The secret with user name and password of an existing cluster. @default - required for an existing cluster */
        readonly secret?: SecretsmanagerSecret | DataAwsSecretsmanagerSecret | undefined;
      }
    | undefined;
}
