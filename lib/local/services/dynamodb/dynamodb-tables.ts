import { isDeepStrictEqual } from "node:util";
import { isArn } from "../../../facts/aws/arns";
import { ServerformError } from "../../../facts/errors/error";
import { jsonOf } from "../../../facts/text/json";
import type { Model, Values } from "../../../model/resources/model";
import { block, blocks, isValues, text } from "../../../model/resources/values";
import { hasTables } from "../../files/private-files";
import { partFailure, placeOf } from "../../part-failure";
import type { RecordStream } from "../consumers/record-stream";
import { StreamConsumer } from "../consumers/stream-consumer";
import { fullDisk } from "../contract/data-folder";
import type {
  EventSources,
  ServiceContext,
  ServiceRequest,
  ServiceResources,
  ServiceResponse,
} from "../contract/service";
import { tableAccess } from "./access";
import { withCollectionMetrics } from "./collection-metrics";
import { decoded } from "./decoded-body";
import { deletedTable, describedTable } from "./descriptions";
import { serviceRequest, startTableEngine, type TableEngine } from "./engine/engine";
import { EngineFailure } from "./engine/engine-thread";
import { IdempotentTransactions } from "./idempotency";
import { changesTo, changing, requestedChange, wantsIndexChange } from "./index-changes";
import { KnownTables, tableNameOf } from "./known-tables";
import { batchExecuteStatement, executeStatement, executeTransaction } from "./partiql/run";
import { isStreamsApi, maxRequestBytes, refuseRequest } from "./request-check";
import { bodyOf, okResponse, refusal, refusalCode, tableExists, tableNotFound } from "./responses";
import { shardId, streamOperations } from "./streams-api";
import { refusedDeletion, requestedFeatures, withoutFeatures } from "./table-features";
import {
  collectionKey,
  indexesOfSeveral,
  refusedStream,
  requestedSettings,
  requestedStream,
  type TableSettings,
  tableSettings,
} from "./table-settings";
import { asOperation, TableWrites } from "./table-writes";
import { TimeToLive } from "./time-to-live";

type OwnOperation = (
  engine: TableEngine,
  request: ServiceRequest,
  input: Values,
) => Promise<ServiceResponse> | ServiceResponse;

/** The tables of the model, in an embedded server. Changes go to the streams of the tables. */
export class DynamodbTables implements ServiceResources {
  readonly eventSource: EventSources = {
    // https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-eventsourcemapping.html
    actions: ["dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"],
    consume: (mapping, context) => {
      const stream = this.find(mapping.sourceArn);
      const name = mapping.sourceArn.split("/")[1];
      return stream && new StreamConsumer(mapping, `table ${name}`, stream, context, shardId);
    },
  };
  private readonly tables: KnownTables;
  private readonly writes: TableWrites;
  private readonly timeToLive: TimeToLive;

  /** Started for the first table, because it takes a moment and an optional package. */
  private started: Promise<TableEngine> | undefined;

  private constructor(private readonly context: ServiceContext) {
    this.tables = new KnownTables(context);
    this.writes = new TableWrites(this.tables, new IdempotentTransactions(context.clock));
    this.timeToLive = new TimeToLive({
      clock: context.clock,
      keysOf: (table) => this.tables.keysOf(table),
      perform: async (operation, input) => {
        const engine = await this.started;
        const request = serviceRequest(operation, input);
        return engine === undefined ? tableNotFound : this.writes.expire(engine, request, input);
      },
    });
  }

  static async start(context: ServiceContext): Promise<DynamodbTables> {
    const service = new DynamodbTables(context);
    try {
      await service.replace(context.model);
    } catch (error) {
      // Its thread would keep the command alive.
      await service.stop();
      throw error;
    }
    return service;
  }

  /** The stream of a table by the stream's ARN, for its consumers. */
  find(streamArn: string): RecordStream | undefined {
    return this.tables.findStream(streamArn);
  }

  async handle(sent: ServiceRequest): Promise<ServiceResponse> {
    const request = decoded(sent, maxRequestBytes);
    if ("status" in request) return request;
    const given = jsonOf(request.body.toString("utf8"));
    const refused = refuseRequest(request, given);
    if (refused !== undefined) return refused;
    const input = isValues(given) ? given : {};
    const denied = this.denial(request, input);
    if (denied !== undefined) return refusal("AccessDeniedException", denied);
    try {
      return await this.perform(...withTableName(request, input));
    } catch (error) {
      // The package that stores tables is missing, or of another version.
      if (error instanceof ServerformError && error.code.startsWith("local-tables-"))
        return this.refused(error.message);
      if (!(error instanceof EngineFailure)) throw error;
      const { dataFolder } = this.context;
      const full = dataFolder === undefined ? undefined : await fullDisk(dataFolder);
      if (full !== undefined) throw full;
      const text = `The package that stores the tables cannot process this ${request.operation} request: ${error.message}`;
      return this.refused(text);
    }
  }

  /** A refusal for which AWS has no words: the client and the log get the same. */
  private refused(text: string): ServiceResponse {
    this.context.report({ event: "warning", text });
    return refusal("ValidationException", text);
  }

  /** AWS's message when the caller may not do what a request asks for. */
  private denial(request: ServiceRequest, input: Values): string | undefined {
    const { access, operation = "" } = request;
    if (access === undefined) return undefined;
    const keysOf = (table: string) => this.tables.keysOf(table);
    return access.check(tableAccess(operation, input, { arn: access.arn, keysOf }));
  }

  private async perform(request: ServiceRequest, input: Values): Promise<ServiceResponse> {
    const { operation = "" } = request;
    const { clock } = this.context;
    if (isStreamsApi(request)) {
      const reader = { streams: this.tables.streams, now: clock.now() };
      return streamOperations[operation]?.(input, reader) ?? tableNotFound;
    }
    if (this.started === undefined && operation !== "CreateTable") {
      const isList = operation === "ListTables";
      return isList
        ? { status: 200, body: '{"TableNames":[]}' }
        : this.tables.explained(input, tableNotFound);
    }
    const engine = await this.engine();
    const own = Object.hasOwn(this.own, operation) ? this.own[operation] : undefined;
    const response = await (own === undefined
      ? this.writes.perform(engine, request, input)
      : own(engine, request, input));
    const collectionKeyOf = (table: string) => {
      const settings = this.tables.get(table);
      return settings && collectionKey(settings);
    };
    const complete = withCollectionMetrics(operation, input, response, collectionKeyOf);
    return this.tables.explained(input, complete);
  }

  /** Starts the embedded package, for the first table of the app or of a request. A start that fails may be tried again. */
  private engine(): Promise<TableEngine> {
    const { model, dataFolder } = this.context;
    this.started ??= startTableEngine(model, dataFolder).catch((error: unknown) => {
      this.started = undefined;
      throw error;
    });
    return this.started;
  }

  /** Operations that the embedded package does not support, or supports in part. */
  private readonly own: Readonly<Record<string, OwnOperation>> = {
    TransactGetItems: (...given) => this.writes.transact(...given),
    TransactWriteItems: (...given) => this.writes.transact(...given),
    ExecuteStatement: (_, request, input) => executeStatement(input, this.statementEngine(request)),
    BatchExecuteStatement: (_, request, input) => batchExecuteStatement(input, this.statementEngine(request)),
    ExecuteTransaction: (_, request, input) => executeTransaction(input, this.statementEngine(request)),
    UpdateTimeToLive: (_, __, input) => this.timeToLive.update(text(input, "TableName") ?? "", input),
    DescribeTimeToLive: (_, __, input) => this.timeToLive.describe(text(input, "TableName") ?? ""),
    CreateTable: async (engine, request, input) => {
      const response = await this.writes.perform(engine, request, input);
      if (refusalCode(response) === "ResourceInUseException") return tableExists(text(input, "TableName"));
      if (response.status === 200) {
        const settings = requestedSettings(input, this.context.model, this.context.clock.now());
        this.tables.set(settings);
        const tags = blocks(input, "Tags");
        if (tags.length > 0) await engine.call("TagResource", { ResourceArn: settings.arn, Tags: tags });
      }
      return this.described(response, "TableDescription");
    },
    UpdateTable: async (engine, request, input) => {
      if (wantsIndexChange(input)) return this.changeIndex(engine, request, input);
      const { StreamSpecification, ...more } = input;
      const rest = withoutFeatures(more);
      const known = this.tables.get(text(input, "TableName") ?? "");
      const refused = known && refusedStream(input, known);
      if (refused !== undefined) return refused;
      const isOwn = Object.keys(input).length > 1 && Object.keys(rest).length === 1;
      const asked = isOwn ? asOperation(request, "DescribeTable", rest) : request;
      const response = await this.writes.perform(engine, asked, rest);
      if (response.status === 200 && known !== undefined) {
        const { clock, model } = this.context;
        const stream =
          StreamSpecification === undefined ? known.stream : requestedStream(input, known.arn, clock.now());
        const features = { ...known.features, ...requestedFeatures(input, model) };
        this.tables.set({ ...known, stream, features });
      }
      if (!isOwn) return this.described(response, "TableDescription");
      const { Table } = bodyOf(response);
      const renamed =
        Table === undefined ? response : { ...response, body: JSON.stringify({ TableDescription: Table }) };
      return this.described(renamed, "TableDescription");
    },
    DeleteTable: async (engine, request, input) => {
      const name = text(input, "TableName") ?? "";
      const features = this.tables.get(name)?.features ?? {};
      const refused = refusedDeletion(features);
      if (refused !== undefined) return refused;
      const response = await this.writes.perform(engine, request, input);
      if (response.status !== 200) return response;
      this.tables.delete(name);
      this.timeToLive.forget(name);
      return okResponse({
        TableDescription: deletedTable(block(bodyOf(response), "TableDescription") ?? {}, features),
      });
    },
    DescribeTable: async (engine, request, input) =>
      this.described(await this.writes.perform(engine, request, input), "Table"),
  };

  /** Creates or deletes an index by `UpdateTable`, and does what else the request asks for. */
  private async changeIndex(
    engine: TableEngine,
    request: ServiceRequest,
    input: Values,
  ): Promise<ServiceResponse> {
    const { GlobalSecondaryIndexUpdates, AttributeDefinitions, ...rest } = input;
    const { TableName } = input;
    const described = await this.writes.perform(
      engine,
      asOperation(request, "DescribeTable", { TableName }),
      {},
    );
    const table = described.status === 200 ? block(bodyOf(described), "Table") : undefined;
    if (table === undefined) return described;
    const change = requestedChange(input, table);
    if ("status" in change) return change;
    if (Object.keys(rest).length > 1) {
      const other = await this.own.UpdateTable?.(engine, asOperation(request, "UpdateTable", rest), rest);
      if (other !== undefined && other.status !== 200) return other;
    }
    const description = await this.writes.alone(() => engine.changeIndex(change));
    const known = this.tables.get(String(TableName));
    if (known !== undefined) this.tables.set({ ...known, changed: description });
    const body = { TableDescription: changing(description, change) };
    return this.described(okResponse(body), "TableDescription");
  }

  private statementEngine(request: ServiceRequest) {
    return {
      // Its permissions were checked already, as those of the statement.
      perform: (operation: string, input: Values) => {
        const named = {
          ...input,
          ...(typeof input.TableName === "string" && { TableName: tableNameOf(input.TableName) }),
        };
        return this.perform(asOperation(request, operation, named), named);
      },
      keysOf: (table: string, index?: string) => this.tables.keysOf(table, index),
    };
  }

  /** Completes the description of a table. */
  private described(response: ServiceResponse, member: string): ServiceResponse {
    const table = response.status === 200 ? block(bodyOf(response), member) : undefined;
    if (table === undefined) return response;
    const settings = this.tables.get(String(table.TableName)) ?? {};
    return okResponse({ [member]: describedTable(table, settings, member === "Table") });
  }

  async replace(model: Model): Promise<void> {
    const wanted = tableSettings(model);
    for (const { table, index } of indexesOfSeveral(model))
      this.context.report({
        event: "warning",
        text: `The index ${index} of the table ${table} has a key of several attributes, which serverform local does not emulate: the table is served without it.`,
      });
    for (const name of namesOfSeveral(model))
      this.context.report({
        event: "warning",
        text: `The table ${name} is in several regions of the app. serverform local has one table of a name: their items are the same here.`,
      });
    const { dataFolder } = this.context;
    if (wanted.size > 0 || (dataFolder !== undefined && hasTables(dataFolder))) {
      const engine = await this.engine();
      const existing = await engine.tableNames();
      for (const settings of wanted.values()) {
        try {
          await this.prepare(engine, settings, existing.includes(settings.name));
        } catch (error) {
          const resource = model.find("aws_dynamodb_table", "name", settings.name);
          throw partFailure(
            error,
            resource === undefined ? settings.name : placeOf(resource),
            "aws_dynamodb_table",
          );
        }
        this.timeToLive.declare(settings.name, settings.timeToLive);
      }
      for (const name of existing) await this.adopt(engine, name);
    }
    for (const { name, isMadeByRequest } of this.tables.all) {
      if (wanted.has(name) || isMadeByRequest === true) continue;
      // The data stays in the embedded server, since the table may come back.
      this.tables.delete(name);
      this.timeToLive.forget(name);
    }
  }

  async stop(): Promise<void> {
    await this.timeToLive.stop();
    await this.writes.settled();
    await Promise.all(this.tables.streams.map((stream) => stream.settled()));
    await (await this.started?.catch(() => undefined))?.close();
  }

  /** Settles when the last search for expired items has ended. */
  async expired(): Promise<void> {
    await this.timeToLive.settled();
  }

  /** A table that a request made before the server was started again. */
  private async adopt(engine: TableEngine, name: string): Promise<void> {
    if (this.tables.get(name) !== undefined) return;
    const { Table } = await engine.call("DescribeTable", { TableName: name });
    if (isValues(Table))
      this.tables.set(requestedSettings(Table, this.context.model, this.context.clock.now()));
  }

  private async prepare(engine: TableEngine, settings: TableSettings, exists: boolean): Promise<void> {
    const { name, definition } = settings;
    const known = this.tables.get(name);
    if (exists && known !== undefined && isDeepStrictEqual(known.definition, definition)) {
      this.tables.set({ ...settings, changed: known.changed });
      return;
    }
    // The app has changed, also between two runs with one data folder.
    const { Table } = exists ? await engine.call("DescribeTable", { TableName: name }) : { Table: undefined };
    const changes = isValues(Table) ? changesTo(definition, Table) : [];
    for (const change of changes ?? []) await engine.changeIndex(change);
    const isOther = changes === undefined && known?.isMadeByRequest !== true;
    if (isOther) {
      const text = `The keys or local indexes of table ${name} have changed. The table was created again and is empty.`;
      this.context.report({ event: "warning", text });
      await engine.deleteTable(name);
    }
    if (!exists || isOther) await engine.createTable(name, definition);
    this.tables.set(settings);
  }
}

/** The embedded package does not know that a request may name a table by its ARN. */
function withTableName(request: ServiceRequest, input: Values): readonly [ServiceRequest, Values] {
  const { TableName } = input;
  if (typeof TableName !== "string" || !isArn(TableName)) return [request, input];
  const named = { ...input, TableName: tableNameOf(TableName) };
  return [{ ...request, body: Buffer.from(JSON.stringify(named)) }, named];
}

/** Names that tables of several regions have. */
function namesOfSeveral(model: Model): readonly string[] {
  const names = model.ofType("aws_dynamodb_table").map(({ values }) => text(values, "name") ?? "");
  return [...new Set(names.filter((name, index) => names.indexOf(name) < index))];
}
