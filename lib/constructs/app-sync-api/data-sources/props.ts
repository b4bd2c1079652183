import type { CloudwatchEventBus } from "@cdktf/provider-aws/lib/cloudwatch-event-bus";
import type { DataAwsCloudwatchEventBus } from "@cdktf/provider-aws/lib/data-aws-cloudwatch-event-bus";
import type { DataAwsDynamodbTable } from "@cdktf/provider-aws/lib/data-aws-dynamodb-table";
import type { DataAwsRdsCluster } from "@cdktf/provider-aws/lib/data-aws-rds-cluster";
import type { DataAwsSecretsmanagerSecret } from "@cdktf/provider-aws/lib/data-aws-secretsmanager-secret";
import type { DynamodbTable } from "@cdktf/provider-aws/lib/dynamodb-table";
import type { RdsCluster } from "@cdktf/provider-aws/lib/rds-cluster";
import type { SecretsmanagerSecret } from "@cdktf/provider-aws/lib/secretsmanager-secret";
import type { FunctionReference } from "../../../kit/function";
import type { Permissions } from "../../../kit/iam";
import type { EventBus } from "../../event-bus";
import type { RDS } from "../../rds";
import type { Table } from "../../table";

/** The common props of all data sources. */
interface DataSourceProps {
  /**
   * Name of the data source in the API: letters, digits and `_`.
   *
   * @default - the key of the data source
   */
  readonly name?: string | undefined;
  /** Shown in the console. @default - none */
  readonly description?: string | undefined;
}

/** A function that answers fields. */
export interface AppSyncApiFunctionDataSource extends DataSourceProps {
  /** Resolvers invoke a function. @default "function" */
  readonly type?: "function" | undefined;
  /** The function. Its role needs no right of the API: the data source has a role that may invoke it. */
  readonly function: FunctionReference;
}

/** A table that mappings read and write without a function. */
export interface AppSyncApiDynamodbDataSource extends DataSourceProps {
  /** Resolvers read and write a DynamoDB table. */
  readonly type: "dynamodb";
  /** The table. @default - required, unless `cdk.dataSource.table` is given */
  readonly table?: Table | undefined;
  /** Existing provider objects to use. @default - none */
  readonly cdk?:
    | {
        readonly dataSource?:
          | {
              /** An existing table. @default - the prop `table` */
              readonly table?: DynamodbTable | DataAwsDynamodbTable | undefined;
            }
          | undefined;
      }
    | undefined;
}

/** A database that mappings query through the Data API. */
export interface AppSyncApiRdsDataSource extends DataSourceProps {
  /** Resolvers send SQL statements to an Aurora cluster. */
  readonly type: "rds";
  /** The database. @default - required, unless `cdk.dataSource` is given */
  readonly rds?: RDS | undefined;
  /** Database in the cluster. @default - the default database of `rds` */
  readonly databaseName?: string | undefined;
  /** Existing provider objects to use. @default - none */
  readonly cdk?:
    | {
        readonly dataSource?:
          | {
              /** An existing cluster with the Data API. @default - the prop `rds` */
              readonly serverlessCluster?: RdsCluster | DataAwsRdsCluster | undefined;
              /** The secret with its user name and password. @default - that of `rds` */
              readonly secretStore?: SecretsmanagerSecret | DataAwsSecretsmanagerSecret | undefined;
              /** Database in the cluster. @default - the cluster's */
              readonly databaseName?: string | undefined;
            }
          | undefined;
      }
    | undefined;
}

/** A server that mappings call over HTTP. */
export interface AppSyncApiHttpDataSource extends DataSourceProps {
  /** Resolvers send requests to an HTTP endpoint. */
  readonly type: "http";
  /** Scheme and host of the server: `https://api.example.com`. Mappings give the path. */
  readonly endpoint: string;
  /** Permissions of the signed requests. @default - nothing */
  readonly permissions?: Permissions | undefined;
  /** Configs of the created resources. @default - none */
  readonly cdk?:
    | {
        readonly dataSource?:
          | {
              /** Signs the requests with the role of the data source, for services of AWS. @default - not signed */
              readonly authorizationConfig?:
                | {
                    /** Region of the called service. */
                    readonly signingRegion: string;
                    /** Name of the called service in signatures: `states`. */
                    readonly signingServiceName: string;
                  }
                | undefined;
            }
          | undefined;
      }
    | undefined;
}

/**
 * An event bus to which mappings send events. Its name in the API ends in a hash of the ARN of the bus, so that another bus
 * replaces it: the provider does not change the bus of a data source.
 */
export interface AppSyncApiEventBusDataSource extends DataSourceProps {
  /** Resolvers send events to an event bus. */
  readonly type: "event_bus";
  /** The bus. @default - required, unless `cdk.dataSource.eventBus` is given */
  readonly eventBus?: EventBus | undefined;
  /** Existing provider objects to use. @default - none */
  readonly cdk?:
    | {
        readonly dataSource?:
          | {
              /** An existing bus. @default - the prop `eventBus` */
              readonly eventBus?: CloudwatchEventBus | DataAwsCloudwatchEventBus | undefined;
            }
          | undefined;
      }
    | undefined;
}

/** A search domain that mappings query. */
export interface AppSyncApiOpenSearchDataSource extends DataSourceProps {
  /** Resolvers query an OpenSearch domain. */
  readonly type: "open_search";
  /** URL of the domain: `https://search-notes.us-east-1.es.amazonaws.com`. */
  readonly endpoint: string;
  /** Permissions of the data source, for example `es:ESHttpGet` on the domain. */
  readonly permissions: Permissions;
}

/** No data source: mappings answer themselves, for example to publish a message to subscribers. */
export interface AppSyncApiNoneDataSource extends DataSourceProps {
  /** Resolvers answer by themselves, without a data source. */
  readonly type: "none";
}

/** Where mappings get data. */
export type AppSyncApiDataSource =
  | FunctionReference
  | AppSyncApiFunctionDataSource
  | AppSyncApiDynamodbDataSource
  | AppSyncApiRdsDataSource
  | AppSyncApiHttpDataSource
  | AppSyncApiEventBusDataSource
  | AppSyncApiOpenSearchDataSource
  | AppSyncApiNoneDataSource;
