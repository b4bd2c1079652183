import type { DataAwsDynamodbTable } from "@cdktf/provider-aws/lib/data-aws-dynamodb-table";
import type {
  DynamodbTable,
  DynamodbTableConfig,
  DynamodbTableGlobalSecondaryIndex,
} from "@cdktf/provider-aws/lib/dynamodb-table";
import type { Override } from "../../core/override";
import type { FunctionProps, FunctionReference, StreamConsumerProps } from "../../function";
import type { KinesisStream } from "../kinesis-stream";

/** Type of a field that keys use. */
export type TableFieldType = "string" | "number" | "binary";

/** What an index holds beside its own keys and the table's. */
export type TableProjection = "all" | "keys_only" | readonly string[];

/** What a change puts into the table's stream beside its keys. */
export type TableStream = "new_image" | "old_image" | "new_and_old_images" | "keys_only";

/** Keys of a table. */
export interface TablePrimaryIndex {
  /** Field by which records are found. */
  readonly partitionKey: string;
  /** Field by which records of one partition key are told apart and sorted. @default - the partition key is enough */
  readonly sortKey?: string;
}

/** An index with keys of its own. */
export interface TableGlobalIndexProps extends TablePrimaryIndex {
  /**
   * What the index holds beside the keys: everything, nothing, or these attributes. Holding less costs less.
   *
   * @default "all"
   */
  readonly projection?: TableProjection;
  /** Provider objects that are used, or configs that are laid over what is created. @default - nothing */
  readonly cdk?: {
    /** Capacity and throughput of the index. @default - as needed, paid by the request */
    readonly index?: Pick<
      DynamodbTableGlobalSecondaryIndex,
      "readCapacity" | "writeCapacity" | "onDemandThroughput" | "warmThroughput"
    >;
  };
}

/** An index within a partition key, by another sort key. */
export interface TableLocalIndexProps {
  /** Field by which the records of one partition key are sorted. */
  readonly sortKey: string;
  /** What the index holds beside the keys: everything, nothing, or these attributes. @default "all" */
  readonly projection?: TableProjection;
  /** Provider objects that are used, or configs that are laid over what is created. @default - nothing */
  readonly cdk?: {
    /** A local index has no settings of its own. @default - nothing */
    readonly index?: Readonly<Record<string, never>>;
  };
}

/** Props of a table. */
export interface TableProps {
  /**
   * The fields that keys use, with their types. Other fields need no declaration: each record has those that you write.
   *
   * @default - required, unless `cdk.table` is an existing table
   */
  readonly fields?: Readonly<Record<string, TableFieldType>>;
  /** The keys of the table. Changing them replaces the table, with all its data. @default - required with `fields` */
  readonly primaryIndex?: TablePrimaryIndex;
  /** Further ways to find records, by other keys, by name. @default {} */
  readonly globalIndexes?: Readonly<Record<string, TableGlobalIndexProps>>;
  /**
   * Further orders within one partition key, by name. Adding, changing or removing one replaces the table, with all its
   * data; a global index does not.
   *
   * @default {}
   */
  readonly localIndexes?: Readonly<Record<string, TableLocalIndexProps>>;
  /** The table's stream of changes, and what each holds; `true` is `new_and_old_images`. @default false */
  readonly stream?: boolean | TableStream;
  /** What reads the stream, by names of yours; each of them gets every change. @default {} */
  readonly consumers?: Readonly<Record<string, FunctionReference | StreamConsumerProps>>;
  /**
   * Attribute with the time, in seconds since 1970, after which AWS deletes the record, within days.
   *
   * @default - records stay
   */
  readonly timeToLiveAttribute?: string;
  /** Also sends every change to a stream. @default - none */
  readonly kinesisStream?: KinesisStream;
  /** What holds for all consumers, those added later too. @default - nothing */
  readonly defaults?: {
    /** Props of the functions that the consumers make. @default - none */
    readonly function?: Partial<FunctionProps>;
  };
  /** Provider objects that are used, or configs that are laid over what is created. @default - nothing */
  readonly cdk?: {
    /** Replaces the construct's id everywhere. @default - the id given to the constructor */
    readonly id?: string;
    /**
     * An existing table, used as it is, or keys laid over the created one.
     *
     * @default - created: paid by the request, with recovery to any second of the last 35 days, encrypted with AWS's key
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
        >;
  };
}
