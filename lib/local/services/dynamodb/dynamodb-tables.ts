import { isDeepStrictEqual } from "node:util";
import { jsonOf } from "../../json";
import type { Model, Values } from "../../model/model";
import { isValues } from "../../model/values";
import type { RecordStream } from "../consumers/record-stream";
import { StreamConsumer } from "../consumers/stream-consumer";
import type { EventSourceMapping } from "../contract/event-source-mapping";
import { missingResource } from "../contract/missing-resource";
import type {
  Consumer,
  ConsumerContext,
  ServiceContext,
  ServiceRequest,
  ServiceResources,
  ServiceResponse,
} from "../contract/service";
import { tableAccess } from "./access";
import { type Change, changeOf, type TouchedItem, touchedItems, writtenItems } from "./changes";
import { startTableEngine, type TableEngine } from "./engine";
import { EngineFailure } from "./engine-thread";
import { notHere, refusal, refuseRequest } from "./request-check";
import { type TableSettings, tableSettings } from "./table-settings";
import { LocalTableStream } from "./table-stream";
import { isTransaction, transactGet, transactWrite } from "./transactions";

/** The tables of the model, in an embedded server. Changes go to the streams of the tables. */
export class DynamodbTables implements ServiceResources {
  private readonly tables = new Map<string, TableSettings>();
  private readonly streams = new Map<string, LocalTableStream>();
  /**
   * Writes to tables with a stream run one after the other, so that the images before and after each write are right.
   */
  private lastWrite: Promise<unknown> = Promise.resolve();

  /** Nothing else reads or writes while a transaction runs. */
  private transaction: Promise<unknown> = Promise.resolve();

  /** Started for the first table, because it takes a moment and an optional package. */
  private started: Promise<TableEngine> | undefined;

  private constructor(private readonly context: ServiceContext) {}

  static async start(context: ServiceContext): Promise<DynamodbTables> {
    const service = new DynamodbTables(context);
    await service.replace(context.model);
    return service;
  }

  /** The stream of a table by the stream's ARN, for its consumers. */
  find(streamArn: string): RecordStream | undefined {
    const found = [...this.streams.values()].find(({ settings }) => settings.stream?.arn === streamArn);
    return found?.stream;
  }

  async handle(request: ServiceRequest): Promise<ServiceResponse> {
    const input = jsonOf(request.body.toString("utf8"));
    const refused = refuseRequest(request, input);
    if (refused !== undefined) return refused;
    const denied = this.denial(request, isValues(input) ? input : {});
    if (denied !== undefined) return refusal("AccessDeniedException", denied);
    try {
      return await this.perform(...withTableName(request, isValues(input) ? input : {}));
    } catch (error) {
      if (!(error instanceof EngineFailure)) throw error;
      const text = `The package that stores the tables cannot process this ${request.operation} request: ${error.message}`;
      this.context.report({ event: "warning", text });
      return refusal("ValidationException", text);
    }
  }

  /** AWS's message when the caller may not do what a request asks for. */
  private denial({ access, operation = "" }: ServiceRequest, input: Values): string | undefined {
    if (access === undefined) return undefined;
    const partitionKeyOf = (table: string) => this.tables.get(table)?.keys[0];
    return access.check(tableAccess(operation, input, { arn: access.arn, partitionKeyOf }));
  }

  private async perform(request: ServiceRequest, input: Values): Promise<ServiceResponse> {
    if (this.started === undefined) {
      const isList = request.operation === "ListTables";
      return isList ? { status: 200, body: '{"TableNames":[]}' } : this.explained(input, notFound);
    }
    const engine = await this.started;
    await this.transaction;
    if (isTransaction(request)) return this.explained(input, await this.transact(engine, request, input));
    const keysOf = (table: string) => this.streams.get(nameOf(table))?.settings.keys;
    const touched = touchedItems(request.operation, input, keysOf);
    const wantsOld = input.ReturnValuesOnConditionCheckFailure === "ALL_OLD";
    if (touched.length === 0 && !wantsOld) return this.explained(input, await engine.forward(request));
    const write = this.lastWrite.then(() => this.watchedWrite(engine, request, input, touched));
    this.lastWrite = write.catch(() => {});
    return this.explained(input, await write);
  }

  private transact(engine: TableEngine, request: ServiceRequest, input: Values): Promise<ServiceResponse> {
    const run = this.lastWrite.then(async () => {
      const keysOf = (table: string) => this.tables.get(nameOf(table))?.keys;
      const image = async (item: TouchedItem) => (await images(engine, [item]))[0];
      const perform = (operation: string, given: Values) =>
        engine.forward(
          asOperation(request, operation, { ...given, TableName: nameOf(String(given.TableName)) }),
        );
      const parts = { perform, image, keysOf };
      if (request.operation === "TransactGetItems") return transactGet(input, parts);
      const watched = writtenItems(input, (table) => this.streams.get(nameOf(table))?.settings.keys);
      return this.withChanges(engine, watched, () => transactWrite(input, parts));
    });
    this.transaction = run.catch(() => {});
    this.lastWrite = this.transaction;
    return run;
  }

  /** Says what to do about a table that is not in the app. */
  private explained(input: Values, response: ServiceResponse): ServiceResponse {
    if (response.status === 200 || !String(response.body).includes("ResourceNotFoundException"))
      return response;
    const { TableName, RequestItems } = input;
    const named = [TableName, ...Object.keys(isValues(RequestItems) ? RequestItems : {})];
    const missing = named.find((each) => typeof each === "string" && !this.tables.has(nameOf(each)));
    if (typeof missing !== "string") return response;
    return notHere("ResourceNotFoundException", missingResource("dynamodb", "table", nameOf(missing)));
  }

  consume(mapping: EventSourceMapping, context: ConsumerContext): Consumer | undefined {
    const stream = this.find(mapping.sourceArn);
    const name = mapping.sourceArn.split(/[:/]/).at(-3);
    return stream && new StreamConsumer(mapping, `table ${name}`, stream, context);
  }

  async replace(model: Model): Promise<void> {
    const wanted = tableSettings(model);
    if (wanted.size > 0) {
      this.started ??= startTableEngine(model, this.context.dataFolder);
      const engine = await this.started;
      const existing = await engine.tableNames();
      for (const settings of wanted.values()) {
        await this.prepare(engine, settings, existing.includes(settings.name));
      }
    }
    for (const name of this.tables.keys()) {
      if (wanted.has(name)) continue;
      // The data stays in the embedded server, since the table may come back.
      this.tables.delete(name);
      this.streams.delete(name);
    }
  }

  async stop(): Promise<void> {
    await this.lastWrite;
    await (await this.started?.catch(() => undefined))?.close();
  }

  private async prepare(engine: TableEngine, settings: TableSettings, exists: boolean): Promise<void> {
    const { name, definition, stream, kinesisArns } = settings;
    const known = this.tables.get(name);
    const isOther = known !== undefined && !isDeepStrictEqual(known.definition, definition);
    if (exists && isOther) {
      const text = `The keys or indexes of table ${name} have changed. The table was created again and is empty.`;
      this.context.report({ event: "warning", text });
      await engine.deleteTable(name);
    }
    if (!exists || isOther) await engine.createTable(name, definition);
    this.tables.set(name, settings);
    const watched = this.streams.get(name);
    if (stream === undefined && kinesisArns.length === 0) this.streams.delete(name);
    else if (watched !== undefined) watched.settings = settings;
    else {
      const { clock, deliver, model } = this.context;
      this.streams.set(name, new LocalTableStream(settings, model.region, clock, deliver));
    }
  }

  private async watchedWrite(
    engine: TableEngine,
    request: ServiceRequest,
    input: Values,
    touched: readonly TouchedItem[],
  ): Promise<ServiceResponse> {
    const response = await this.withChanges(engine, touched, () => engine.forward(request));
    return response.status === 200 ? response : this.withOldItem(engine, request, input, response);
  }

  /** Runs a write, and tells the streams what it has changed. */
  private async withChanges(
    engine: TableEngine,
    touched: readonly TouchedItem[],
    write: () => Promise<ServiceResponse>,
  ): Promise<ServiceResponse> {
    const before = await images(engine, touched);
    const response = await write();
    if (response.status !== 200) return response;
    const after = await images(engine, touched);
    for (const [index, { table, key }] of touched.entries()) {
      const change: Change | undefined = changeOf(key, before[index], after[index]);
      if (change !== undefined) await this.streams.get(nameOf(table))?.add(change);
    }
    return response;
  }

  /** Adds the item to the error of a failed condition, where `ReturnValuesOnConditionCheckFailure` asks for it. */
  private async withOldItem(
    engine: TableEngine,
    { operation }: ServiceRequest,
    input: Values,
    response: ServiceResponse,
  ): Promise<ServiceResponse> {
    const error = jsonOf(String(response.body));
    if (input.ReturnValuesOnConditionCheckFailure !== "ALL_OLD" || !isValues(error)) return response;
    if (!String(error.__type).endsWith("#ConditionalCheckFailedException")) return response;
    const keysOf = (table: string) => this.tables.get(nameOf(table))?.keys;
    const [Item] = await images(engine, touchedItems(operation, input, keysOf));
    return Item === undefined
      ? response
      : refusal("ConditionalCheckFailedException", String(error.message), { Item });
  }
}

const notFound = refusal("ResourceNotFoundException", "Requested resource not found");

function images(
  engine: TableEngine,
  touched: readonly TouchedItem[],
): Promise<readonly (Values | undefined)[]> {
  return Promise.all(
    touched.map(async ({ table, key }) => {
      const input = { TableName: nameOf(table), Key: key, ConsistentRead: true };
      // The key is invalid, so the request itself will be refused.
      const { Item } = await engine.call("GetItem", input).catch(() => ({ Item: undefined }));
      return isValues(Item) ? Item : undefined;
    }),
  );
}

/** The request of a client with another operation. */
function asOperation(request: ServiceRequest, operation: string, input: object): ServiceRequest {
  const { "content-length": _, ...headers } = request.headers;
  const target = `DynamoDB_20120810.${operation}`;
  const body = Buffer.from(JSON.stringify(input));
  return { ...request, operation, headers: { ...headers, "x-amz-target": target }, body };
}

/** The embedded package does not know that a request may name a table by its ARN. */
function withTableName(request: ServiceRequest, input: Values): readonly [ServiceRequest, Values] {
  const { TableName } = input;
  if (typeof TableName !== "string" || !TableName.startsWith("arn:")) return [request, input];
  const named = { ...input, TableName: nameOf(TableName) };
  return [{ ...request, body: Buffer.from(JSON.stringify(named)) }, named];
}

/** A request may name a table by its ARN. */
function nameOf(table: string): string {
  return table.split("/").at(-1) ?? table;
}
