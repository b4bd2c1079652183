import type { DataAwsDynamodbTable } from "@cdktf/provider-aws/lib/data-aws-dynamodb-table";
import { DynamodbKinesisStreamingDestination } from "@cdktf/provider-aws/lib/dynamodb-kinesis-streaming-destination";
import { DynamodbTable, type DynamodbTableConfig } from "@cdktf/provider-aws/lib/dynamodb-table";
import type { Construct } from "constructs";
import { type ConstructMetadata, checkOpen, finish, Stack } from "../../app";
import { type Binding, bindingTarget } from "../../app/binding";
import { checkName } from "../../core/check-name";
import { findImport, overlay } from "../../core/override";
import { preventDestroy } from "../../core/prevent-destroy";
import { ConsumerHost, type EventSource, StreamConsumers } from "../../function";
import { findProviderTarget, permissionTarget } from "../../iam/permissions";
import { checkTableProps, checkTimeToLive, tableName } from "./check";
import { fail } from "./errors";
import { TableFields } from "./fields";
import { TableIndexes } from "./indexes";
import type { TablePrimaryIndex, TableProps } from "./props";
import { streamConfig } from "./stream";

/** What is created here, and what the caller has laid over it. */
interface OwnTable {
  readonly table: DynamodbTable;
  readonly indexes: TableIndexes;
  readonly given: Partial<DynamodbTableConfig>;
}

/**
 * A table of records that are found by their keys.
 *
 * Creates the table: paid by the request, encrypted, with recovery to any second of the last 35 days. Each consumer adds
 * a function, whose role may read the table's stream, and the mapping that hands it the changes in batches.
 *
 * @example
 * new Table(stack, "Notes", {
 *   fields: { userId: "string", noteId: "string" },
 *   primaryIndex: { partitionKey: "userId", sortKey: "noteId" },
 * });
 */
export class Table extends ConsumerHost {
  readonly id: string;
  readonly tableArn: string;
  readonly tableName: string;
  readonly cdk: {
    readonly table: DynamodbTable | DataAwsDynamodbTable;
  };
  private own: OwnTable | undefined;
  protected readonly consumers: StreamConsumers;

  constructor(scope: Construct, id: string, props: TableProps = {}) {
    super(scope, props.cdk?.id ?? id);
    this.id = this.node.id;
    checkTableProps(this, props);
    const table =
      findImport<DynamodbTable | DataAwsDynamodbTable>(
        this,
        "cdk.table",
        props.cdk?.table,
        "aws_dynamodb_table",
      ) ?? this.createTable(props);
    this.tableArn = table.arn;
    this.tableName = table.name;
    this.cdk = { table };
    if (props.kinesisStream !== undefined) {
      new DynamodbKinesisStreamingDestination(this, "KinesisStream", {
        tableName: this.tableName,
        streamArn: props.kinesisStream.streamArn,
      });
    }

    this.consumers = new StreamConsumers(this, this.functions, props.defaults?.function, (prop) =>
      this.eventSource(prop),
    );
    this.addConsumers(this, props.consumers ?? {});
  }

  private createTable({ fields = {}, primaryIndex, ...props }: TableProps): DynamodbTable {
    const given = (props.cdk?.table ?? {}) as Partial<DynamodbTableConfig>;
    const declared = new TableFields(this, fields);
    checkTimeToLive(this, declared, props.timeToLiveAttribute);
    const billingMode = given.billingMode ?? "PAY_PER_REQUEST";
    const primary = Object(primaryIndex) as TablePrimaryIndex;
    const indexes = new TableIndexes(this, declared, primary, billingMode);
    indexes.addGlobal(props.globalIndexes ?? {});
    indexes.addLocal(props.localIndexes ?? {});
    const config: DynamodbTableConfig = {
      name: Stack.of(this).app.logicalPrefixedName(this.node.id),
      hashKey: primary.partitionKey,
      rangeKey: primary.sortKey,
      billingMode,
      pointInTimeRecovery: { enabled: true },
      serverSideEncryption: { enabled: true },
      ttl:
        props.timeToLiveAttribute === undefined
          ? undefined
          : { attributeName: props.timeToLiveAttribute, enabled: true },
      ...streamConfig(this, props.stream, hasEntries(given.replica)),
    };
    const merged = overlay(config, given);
    checkName(this, "cdk.table.name", merged.name, tableName);
    const table = new DynamodbTable(this, "Table", merged);
    this.own = { table, indexes, given };
    this.writeIndexes(this.own);
    return table;
  }

  private eventSource(prop: string): EventSource {
    const { streamArn } = this[permissionTarget]();
    if (streamArn === undefined) {
      fail(this, "table-stream-off", prop, { isImported: this.own === undefined });
    }
    return {
      owner: this,
      kind: "stream",
      isFifo: false,
      startingPositions: ["LATEST", "TRIM_HORIZON"],
      arn: streamArn,
      access: [this, "grantStreamRead"],
    };
  }

  /** Adds indexes by other keys. */
  addGlobalIndexes(indexes: NonNullable<TableProps["globalIndexes"]>): void {
    checkOpen(this, "addGlobalIndexes");
    const own = this.requireOwn("addGlobalIndexes");
    own.indexes.addGlobal(indexes);
    this.writeIndexes(own);
  }

  /** Adds indexes within a partition key. A deployed table is replaced, with all its data. */
  addLocalIndexes(indexes: NonNullable<TableProps["localIndexes"]>): void {
    checkOpen(this, "addLocalIndexes");
    const own = this.requireOwn("addLocalIndexes");
    own.indexes.addLocal(indexes);
    this.writeIndexes(own);
  }

  private requireOwn(method: string): OwnTable {
    return this.own ?? fail(this, "imported-table", method, {});
  }

  private writeIndexes({ table, indexes }: OwnTable): void {
    const { attribute, globalSecondaryIndex, localSecondaryIndex } = indexes.config;
    table.putAttribute(attribute);
    // An empty list would be a change in each plan.
    if (hasEntries(globalSecondaryIndex)) table.putGlobalSecondaryIndex(globalSecondaryIndex);
    if (hasEntries(localSecondaryIndex)) table.putLocalSecondaryIndex(localSecondaryIndex);
  }

  [permissionTarget]() {
    return { ...findProviderTarget(this.cdk.table), row: "Table" as const, arn: this.tableArn };
  }

  [bindingTarget](): Binding {
    return {
      className: "Table",
      id: this.id,
      variables: { tableName: this.tableName },
      permissions: [this],
    };
  }

  getConstructMetadata(): ConstructMetadata {
    return {
      type: "Table",
      data: { tableName: this.tableName, consumers: this.consumers.metadata },
    };
  }

  [finish](): void {
    if (this.own === undefined) return;
    // A final backup stays for 35 days, since recovery is on: with "snapshot" there is nothing else to do.
    if (Stack.of(this).app.defaultRemovalPolicy === "retain") preventDestroy(this.own.table);
  }
}

function hasEntries(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0;
}
