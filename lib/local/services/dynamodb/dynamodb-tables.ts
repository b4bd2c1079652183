import { isDeepStrictEqual } from "node:util";
import type { Model, Values } from "../../model/model";
import { isValues } from "../../model/values";
import type { RecordStream } from "../consumers/record-stream";
import { StreamConsumer } from "../consumers/stream-consumer";
import type { EventSourceMapping } from "../contract/event-source-mapping";
import { jsonInput } from "../contract/json-protocol";
import type {
  Consumer,
  ConsumerContext,
  ServiceContext,
  ServiceRequest,
  ServiceResources,
  ServiceResponse,
} from "../contract/service";
import { type Change, changeOf, type TouchedItem, touchedItems } from "./changes";
import { startTableEngine, type TableEngine } from "./engine";
import { type TableSettings, tableSettings } from "./table-settings";
import { LocalTableStream } from "./table-stream";

/** The tables of the model, in an embedded server. Changes go to the streams of the tables. */
export class DynamodbTables implements ServiceResources {
  private readonly tables = new Map<string, TableSettings>();
  private readonly streams = new Map<string, LocalTableStream>();
  /**
   * Writes to tables with a stream run one after the other, so that the images before and after each write are right.
   */
  private lastWrite: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly context: ServiceContext,
    private readonly engine: TableEngine,
  ) {}

  static async start(context: ServiceContext): Promise<DynamodbTables> {
    const service = new DynamodbTables(context, await startTableEngine(context.dataFolder));
    await service.replace(context.model);
    return service;
  }

  /** The stream of a table by the stream's ARN, for its consumers. */
  find(streamArn: string): RecordStream | undefined {
    const found = [...this.streams.values()].find(({ settings }) => settings.stream?.arn === streamArn);
    return found?.stream;
  }

  async handle(request: ServiceRequest): Promise<ServiceResponse> {
    const input = jsonInput(request.body);
    const keysOf = (table: string) => this.streams.get(nameOf(table))?.settings.keys;
    const touched = touchedItems(request.operation, input, keysOf);
    if (touched.length === 0) return this.engine.forward(request);
    const write = this.lastWrite.then(() => this.watchedWrite(request, touched));
    this.lastWrite = write.catch(() => {});
    return write;
  }

  consume(mapping: EventSourceMapping, context: ConsumerContext): Consumer | undefined {
    const stream = this.find(mapping.sourceArn);
    const name = mapping.sourceArn.split(/[:/]/).at(-3);
    return stream && new StreamConsumer(mapping, `table ${name}`, stream, context);
  }

  async replace(model: Model): Promise<void> {
    const wanted = tableSettings(model);
    const { TableNames: existing = [] } = (await this.engine.call("ListTables", {})) as {
      TableNames?: string[];
    };
    for (const settings of wanted.values()) await this.prepare(settings, existing.includes(settings.name));
    for (const name of this.tables.keys()) {
      if (wanted.has(name)) continue;
      // The data stays in the embedded server, since the table may come back.
      this.tables.delete(name);
      this.streams.delete(name);
    }
  }

  async stop(): Promise<void> {
    await this.lastWrite;
    await this.engine.close();
  }

  private async prepare(settings: TableSettings, exists: boolean): Promise<void> {
    const { name, definition, stream, kinesisArns } = settings;
    const known = this.tables.get(name);
    const isOther = known !== undefined && !isDeepStrictEqual(known.definition, definition);
    if (exists && isOther) {
      const text = `The keys or indexes of table ${name} have changed. The table was created again and is empty.`;
      this.context.report({ event: "warning", text });
      await this.engine.deleteTable(name);
    }
    if (!exists || isOther) await this.engine.createTable(name, definition);
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
    request: ServiceRequest,
    touched: readonly TouchedItem[],
  ): Promise<ServiceResponse> {
    const before = await this.images(touched);
    const response = await this.engine.forward(request);
    if (response.status !== 200) return response;
    const after = await this.images(touched);
    for (const [index, { table, key }] of touched.entries()) {
      const change: Change | undefined = changeOf(key, before[index], after[index]);
      if (change !== undefined) await this.streams.get(nameOf(table))?.add(change);
    }
    return response;
  }

  private images(touched: readonly TouchedItem[]): Promise<readonly (Values | undefined)[]> {
    return Promise.all(
      touched.map(async ({ table, key }) => {
        const input = { TableName: nameOf(table), Key: key, ConsistentRead: true };
        // The key is invalid, so the request itself will be refused.
        const { Item } = await this.engine.call("GetItem", input).catch(() => ({ Item: undefined }));
        return isValues(Item) ? Item : undefined;
      }),
    );
  }
}

/** A request may name a table by its ARN. */
function nameOf(table: string): string {
  return table.split("/").at(-1) ?? table;
}
