import type { DataAwsDynamodbTable } from "@cdktf/provider-aws/lib/data-aws-dynamodb-table";
import type {
  DynamodbTable,
  DynamodbTableConfig,
  DynamodbTableGlobalSecondaryIndex,
} from "@cdktf/provider-aws/lib/dynamodb-table";
import type { MapOf } from "../../core/absence";
import type { Override } from "../../core/override";
import type { FunctionProps, FunctionReference, StreamConsumerProps } from "../../function";
import type { KinesisStream } from "../kinesis-stream";

/** Type of a key field. */
export type TableFieldType = "string" | "number" | "binary";

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
        readonly index?:
          | Pick<
              DynamodbTableGlobalSecondaryIndex,
              "readCapacity" | "writeCapacity" | "onDemandThroughput" | "warmThroughput"
            >
          | undefined;
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
  /** Stream that also receives every change. @default - none */
  readonly kinesisStream?: KinesisStream | undefined;
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
        readonly table?:
          | DynamodbTable
          | DataAwsDynamodbTable
          | Override<
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
            >
          | undefined;
      }
    | undefined;
}
