import type { DataAwsDynamodbTable } from "@cdktf/provider-aws/lib/data-aws-dynamodb-table";
import type {
  DynamodbTable,
  DynamodbTableConfig,
  DynamodbTableGlobalSecondaryIndex,
} from "@cdktf/provider-aws/lib/dynamodb-table";
import type { MapOf, Override } from "../../kit/core";
import type { FunctionProps, FunctionReference, StreamConsumerProps } from "../../kit/function";
import type { KinesisStream } from "../kinesis-stream";

/** Type of a key field. */
export type TableFieldType = "string" | "number" | "binary";

/** Types of key fields by the names that applications of SST have for them. */
export const TableFieldType = { STRING: "string", NUMBER: "number", BINARY: "binary" } as const;

/** The attributes of an index, in addition to its keys and those of the table. */
export type TableProjection = "all" | "keys_only" | readonly string[];

/** The content of the table's stream, in addition to the keys. */
export type TableStream = "new_image" | "old_image" | "new_and_old_images" | "keys_only";

/** Keys of a table. */
export interface TablePrimaryIndex {
  /** Field that identifies records. */
  readonly partitionKey: string;
  /** Field that identifies and sorts the records of one partition key. @default - only the partition key */
  readonly sortKey?: string | undefined;
}

/** Capacity and throughput of a global secondary index, as the provider's table has them. */
export type TableGlobalIndexOverride = Pick<
  DynamodbTableGlobalSecondaryIndex,
  "readCapacity" | "writeCapacity" | "onDemandThroughput" | "warmThroughput"
>;

/** A global secondary index. */
export interface TableGlobalIndexProps extends TablePrimaryIndex {
  /**
   * The attributes in addition to the keys: all, none, or a list. Fewer attributes cost less.
   *
   * @default "all"
   */
  readonly projection?: TableProjection | undefined;
  /** Existing provider objects to use, or configs to override what is created. @default - none */
  readonly cdk?:
    | {
        /** Capacity and throughput of the index. @default - on demand, billed per request */
        readonly index?: TableGlobalIndexOverride | undefined;
      }
    | undefined;
}

/** A local secondary index: another sort key for the same partition key. */
export interface TableLocalIndexProps {
  /** Field that sorts the records of one partition key. */
  readonly sortKey: string;
  /** The attributes in addition to the keys: all, none, or a list. @default "all" */
  readonly projection?: TableProjection | undefined;
  /** Existing provider objects to use, or configs to override what is created. @default - none */
  readonly cdk?:
    | {
        /** A local index has no settings. @default - none */
        readonly index?: Readonly<Record<string, never>> | undefined;
      }
    | undefined;
}

/** Throughput that a table can serve at once, without growing first. */
export interface TableWarmThroughputProps {
  /** At least 12000. @default - AWS decides, by the traffic that the table has served */
  readonly readUnitsPerSecond?: number | undefined;
  /** At least 4000. @default - AWS decides, by the traffic that the table has served */
  readonly writeUnitsPerSecond?: number | undefined;
}

/** A copy of a table in another region. */
export interface TableReplicaProps {
  /** Whether the replica can be recovered to any second of the last 35 days; billed per region. @default true */
  readonly recovery?: boolean | undefined;
  /** Whether AWS refuses to delete the replica. @default - as `deletionProtection` of the table */
  readonly deletionProtection?: boolean | undefined;
  /**
   * ARN of the KMS key in the region of the replica.
   *
   * @default - an AWS managed key; required if the table has its own key
   */
  readonly kmsKeyArn?: string | undefined;
}

/** Keys of a table that the caller may override. */
export type TableOverride = Override<
  Omit<
    DynamodbTableConfig,
    | "attribute"
    | "globalSecondaryIndex"
    | "hashKey"
    | "localSecondaryIndex"
    | "rangeKey"
    | "streamEnabled"
    | "streamViewType"
  >
>;

/** Props of a table. */
export interface TableProps {
  /**
   * The key fields, with their types. Other fields need no declaration.
   *
   * @default - required, unless `cdk.table` is an existing table
   */
  readonly fields?: MapOf<TableFieldType> | undefined;
  /** The keys of the table. Changing them replaces the table, with all its data. @default - required with `fields` */
  readonly primaryIndex?: TablePrimaryIndex | undefined;
  /** Global secondary indexes, by name. @default {} */
  readonly globalIndexes?: MapOf<TableGlobalIndexProps> | undefined;
  /**
   * Local secondary indexes, by name. Adding, changing or removing one replaces the table, with all its data; a global
   * index does not.
   *
   * @default {}
   */
  readonly localIndexes?: MapOf<TableLocalIndexProps> | undefined;
  /** The stream of changes, and its content; `true` is `new_and_old_images`. @default false */
  readonly stream?: boolean | TableStream | undefined;
  /** Consumers of the stream, by names that you choose; each of them gets every change. @default {} */
  readonly consumers?: MapOf<FunctionReference | StreamConsumerProps> | undefined;
  /**
   * Attribute with the time, in seconds since 1970, after which AWS deletes the record, within a few days.
   *
   * @default - records do not expire
   */
  readonly timeToLiveAttribute?: string | undefined;
  /**
   * The schema of the records: an export of a module, in the format of a handler, relative to the folder of `cdktf.json`:
   * `"functions/note.note"`. `serverform types --items` writes the type of the records. AWS does not check them.
   *
   * @default - records have no type
   */
  readonly itemSchema?: string | undefined;
  /** Stream that also receives every change. @default - none */
  readonly kinesisStream?: KinesisStream | undefined;
  /**
   * Copies of the table, by region: `{ "eu-west-1": {} }`. AWS bills storage and replicated writes in each region.
   *
   * Applications read and write each copy. The stream is enabled, because AWS uses it for replication.
   *
   * @default {}
   */
  readonly replicas?: MapOf<TableReplicaProps> | undefined;
  /**
   * The consistency between regions: whether a strongly consistent read sees writes of other regions. AWS cannot
   * change it later.
   *
   * With `eventual`, such a read may miss writes of the last second, and if two regions write to one record, the later
   * write wins. With `strong`, each write waits for a second region. `strong` needs three regions of one group (US,
   * Europe or Asia Pacific): two replicas, or a replica and a `witness`. It excludes expiry of records, local indexes
   * and transactions.
   *
   * @default "eventual"
   */
  readonly consistency?: "eventual" | "strong" | undefined;
  /**
   * Third region of a table with `consistency: "strong"` and one replica. It stores changes for the others, and cannot be
   * read.
   *
   * @default - none
   */
  readonly witness?: string | undefined;
  /** The number of days to which you can recover, 1 to 35; the price does not depend on it. @default 35 */
  readonly recoveryDays?: number | undefined;
  /**
   * Throughput that the table can serve immediately, to prepare for a known peak. AWS bills each increase once.
   *
   * A lower number replaces the table, with all its data.
   *
   * @default - AWS decides, by the traffic that the table has served
   */
  readonly warmThroughput?: TableWarmThroughputProps | undefined;
  /** Whether AWS refuses to delete the table, also by Terraform and in the console. @default false */
  readonly deletionProtection?: boolean | undefined;
  /** Defaults for all consumers, also for those added later. @default - none */
  readonly defaults?:
    | {
        /** Props of the functions that are created for the consumers. @default - none */
        readonly function?: Partial<FunctionProps> | undefined;
      }
    | undefined;
  /** Existing provider objects to use, or configs to override what is created. @default - none */
  readonly cdk?:
    | {
        /** Replaces the construct's id everywhere. @default - the id given to the constructor */
        readonly id?: string | undefined;
        /**
         * An existing table, used unchanged, or keys that override the created one.
         *
         * @default - created: billed per request, with recovery to any second of the last 35 days, encrypted with an AWS key
         */
        readonly table?: DynamodbTable | DataAwsDynamodbTable | TableOverride | undefined;
      }
    | undefined;
}
