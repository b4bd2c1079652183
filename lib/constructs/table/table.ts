import type { DataAwsDynamodbTable } from "@cdktf/provider-aws/lib/data-aws-dynamodb-table";
import { DynamodbKinesisStreamingDestination } from "@cdktf/provider-aws/lib/dynamodb-kinesis-streaming-destination";
import { DynamodbResourcePolicy } from "@cdktf/provider-aws/lib/dynamodb-resource-policy";
import { DynamodbTable } from "@cdktf/provider-aws/lib/dynamodb-table";
import type { Construct } from "constructs";
import { collectProblems } from "../../facts/errors/problems";
import {
  type Binding,
  bindingTarget,
  checkOpen,
  claimId,
  constructId,
  createBinding,
  finish,
  Stack,
} from "../../kit/app";
import { present, preventDestroy, quotas, withoutUndefined } from "../../kit/core";
import { ConstructWithConsumers, type EventSource, recordFields, StreamConsumers } from "../../kit/function";
import {
  type PermissionTarget,
  permissionTarget,
  providerTarget,
  ResourcePolicy,
  type ResourceStatement,
} from "../../kit/iam";
import { fail } from "./errors";
import { type TableMetadata, tableDescription, tableRow } from "./library";
import { type CreatedTable, parseTableProps } from "./parse";
import type { TableProps } from "./props";
import { refuseLocalIndexes } from "./replicas";

/** The created table, with its indexes and the caller's overrides. */
interface OwnTable extends CreatedTable {
  readonly table: DynamodbTable;
}

/**
 * A table of records with keys.
 *
 * Creates an encrypted table that is billed per request, with recovery to any second of the last 35 days. Each consumer
 * adds a function, whose role may read the table's stream, and the event source mapping that delivers the changes in
 * batches.
 *
 * @example
 * new Table(stack, "Notes", {
 *   fields: { userId: "string", noteId: "string" },
 *   primaryIndex: { partitionKey: "userId", sortKey: "noteId" },
 * });
 */
export class Table extends ConstructWithConsumers {
  readonly id: string;
  readonly tableArn: string;
  readonly tableName: string;
  readonly cdk: {
    readonly table: DynamodbTable | DataAwsDynamodbTable;
  };
  /** Undefined for an imported table. */
  private readonly own: OwnTable | undefined;
  private readonly policy: ResourcePolicy;
  private readonly itemSchema: TableProps["itemSchema"];
  private readonly consistency: TableProps["consistency"];
  protected readonly consumers: StreamConsumers;

  constructor(scope: Construct, id: string, props: TableProps = {}) {
    super(scope, constructId(scope, id, props));
    const given = withoutUndefined(props);
    this.id = claimId(this);
    this.consistency = given.consistency;
    this.itemSchema = given.itemSchema;
    const { imported, created, consumers, createConsumers } = collectProblems(() => {
      const { defaults, hasStream, ...parsed } = parseTableProps(this, given);
      const consumers = new StreamConsumers(this, this.functions, defaults, (prop) => {
        if (!hasStream) fail(this, "table-stream-off", prop, { isImported: parsed.imported !== undefined });
        return this.eventSource();
      });
      return { ...parsed, consumers, createConsumers: consumers.plan(this, parsed.consumers) };
    });
    this.consumers = consumers;
    this.own = created && { ...created, table: new DynamodbTable(this, "Table", created.config) };
    if (this.own !== undefined) this.writeIndexes(this.own);
    // The props contain either an existing table or one that is created.
    const table = (imported ?? this.own?.table) as DynamodbTable | DataAwsDynamodbTable;
    this.tableArn = table.arn;
    this.tableName = table.name;
    this.cdk = { table };
    this.policy = this.createPolicy(imported !== undefined);
    if (given.kinesisStream !== undefined) {
      new DynamodbKinesisStreamingDestination(this, "KinesisStream", {
        tableName: this.tableName,
        streamArn: given.kinesisStream.streamArn,
      });
    }
    createConsumers();
  }

  private createPolicy(isImported: boolean): ResourcePolicy {
    const create = (policy: string) =>
      new DynamodbResourcePolicy(this, "Policy", { resourceArn: this.tableArn, policy });
    return new ResourcePolicy(this, {
      arn: this.tableArn,
      create: isImported ? undefined : create,
      limits: { bytes: quotas.tablePolicyBytes },
    });
  }

  private eventSource(): EventSource {
    return {
      owner: this,
      kind: "stream",
      fields: recordFields.table,
      isFifo: false,
      startingPositions: ["LATEST", "TRIM_HORIZON"],
      arn: () => this.cdk.table.streamArn,
      access: [this, "grantStreamRead"],
    };
  }

  /** Adds global indexes. */
  addGlobalIndexes(indexes: NonNullable<TableProps["globalIndexes"]>): void {
    checkOpen(this, "addGlobalIndexes");
    const own = this.requireOwn("addGlobalIndexes");
    own.indexes.addGlobal(present(indexes));
    this.writeIndexes(own);
  }

  /** Adds local indexes. This replaces a deployed table with all its data. */
  addLocalIndexes(indexes: NonNullable<TableProps["localIndexes"]>): void {
    checkOpen(this, "addLocalIndexes");
    const own = this.requireOwn("addLocalIndexes");
    refuseLocalIndexes(this, "addLocalIndexes", { consistency: this.consistency });
    own.indexes.addLocal(present(indexes));
    this.writeIndexes(own);
  }

  /** Adds statements to the table's policy, for principals of this and other accounts. A policy applies in its region only. */
  addToResourcePolicy(...statements: readonly ResourceStatement[]): void {
    checkOpen(this, "addToResourcePolicy");
    this.requireOwn("addToResourcePolicy");
    this.policy.addStatements("addToResourcePolicy", statements);
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

  [permissionTarget](): PermissionTarget {
    return { ...providerTarget(tableRow, this.cdk.table), arn: this.tableArn };
  }

  [bindingTarget](): Binding {
    return createBinding(tableDescription, this, { tableName: this.tableName });
  }

  getConstructMetadata(): TableMetadata {
    return {
      type: "Table",
      data: {
        tableName: this.tableName,
        consumers: this.consumers.metadata,
        ...(this.itemSchema !== undefined && { itemSchema: this.itemSchema }),
      },
    };
  }

  [finish](): void {
    this.policy.checkSize();
    if (this.own === undefined) return;
    // With recovery enabled, AWS keeps a final backup for 35 days, so "snapshot" needs nothing else.
    if (Stack.of(this).app.defaultRemovalPolicy === "retain") preventDestroy(this.own.table);
  }
}

function hasEntries(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0;
}
