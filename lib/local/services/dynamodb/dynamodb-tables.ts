import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { formatArn, isArn, regionOfArn } from "../../../facts/aws/arns";
import { partFailure, placeOf } from "../../part-failure";
import type { RecordStream } from "../consumers/record-stream";
import { StreamConsumer } from "../consumers/stream-consumer";
import { isInCalledRegion, nameOfFile } from "../contract/call-region";
import { ModelResources } from "../contract/model-resources";
import type { EventSources, ServiceContext } from "../contract/service";
import { StateFile } from "../contract/state-file";
import { noTable, tableNameOf } from "./errors";
import { IdempotentTransactions } from "./idempotency";
import { checkCreation, checkTableName } from "./requests/table-rules";
import { changesTo, newDescription, withChange } from "./store/descriptions";
import { type ItemChange, type PlannedWrite, Table, type TableContent } from "./store/table";
import { shardId } from "./streams-api";
import { type TableSettings, tableSettings } from "./table-settings";
import { LocalTableStream } from "./table-stream";
import { TimeToLive } from "./time-to-live";

/** The folder of the tables in the data folder. */
const folder = "dynamodb";

/** The tables of the model and those of requests. Changes go to the streams of the tables. */
export class DynamodbTables extends ModelResources {
  readonly eventSource: EventSources = {
    // https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-eventsourcemapping.html
    actions: ["dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"],
    consume: (mapping, context) => {
      const stream = this.find(mapping.sourceArn);
      const name = mapping.sourceArn.split("/")[1];
      return stream && new StreamConsumer(mapping, `table ${name}`, stream, context, shardId);
    },
  };
  readonly timeToLive: TimeToLive;
  readonly idempotent: IdempotentTransactions;
  /** The tables of all regions, by the names of their files. */
  private readonly tables = new Map<string, Table>();
  /** Tables that the app does not have now. Their items stay, since a table may come back. */
  private readonly left = new Map<string, Table>();
  /** Streams that tables had before. */
  private closed: readonly LocalTableStream[] = [];

  constructor(context: ServiceContext) {
    super(context);
    this.timeToLive = new TimeToLive(this);
    this.idempotent = new IdempotentTransactions(context.clock);
    this.load();
    this.take();
  }

  /** A table of the region of the request, by its name or ARN. */
  table(given: string): Table | undefined {
    const name = tableNameOf(given);
    const arn = isArn(given) ? given : formatArn(this.model, "dynamodb", `table/${name}`);
    const table = this.tables.get(this.keyOf({ arn, name }));
    if (table !== undefined) return this.isHere(table.settings) ? table : undefined;
    // A copy of a table of another region, or a request for a region that the app does not have.
    const region = regionOfArn(given);
    return this.here.find(
      ({ settings }) =>
        settings.name === name && (region === undefined || settings.replicas?.includes(region) === true),
    );
  }

  /** @param given - the name or ARN in a request */
  require(given: unknown): Table {
    const name = String(given);
    const found = this.table(name);
    if (found !== undefined) return found;
    checkTableName({ TableName: name });
    throw noTable(tableNameOf(name));
  }

  /** The tables of all regions. */
  get all(): readonly Table[] {
    return [...this.tables.values()];
  }

  /** The tables of the region of the request. */
  get here(): readonly Table[] {
    return this.all.filter(({ settings }) => this.isHere(settings));
  }

  /** The streams of the region of the request. */
  get streams(): readonly LocalTableStream[] {
    const all = [...this.closed, ...this.all.flatMap(({ stream }) => stream ?? [])];
    return all.filter(({ settings }) => this.isHere(settings));
  }

  /** The stream of a table by the stream's ARN, for its consumers. */
  find(arn: string): RecordStream | undefined {
    return this.streamOf(arn)?.stream;
  }

  streamOf(arn: string | undefined): LocalTableStream | undefined {
    return this.streams.find(({ settings }) => settings.stream !== undefined && settings.stream.arn === arn);
  }

  /** The keys of a table or of one of its indexes: the partition key first. */
  keysOf(table: string, index?: string): readonly string[] | undefined {
    const found = this.table(table);
    const part = index === undefined ? found : found?.index(index);
    return part?.keys.map(({ name }) => name);
  }

  /** Performs writes whose conditions are fulfilled, and adds the changes to the streams. */
  async apply(writes: readonly PlannedWrite[], identity?: object): Promise<void> {
    const told: Promise<void>[] = [];
    for (const { table, place, item, before, after } of writes) {
      if (before === after) continue;
      table.write(place, before, after);
      if (table.stream !== undefined) told.push(table.stream.add(table.keyOf(item), before, after, identity));
    }
    await Promise.all(told);
  }

  /** @param stream - the stream of a table with this name that was here before */
  create(settings: TableSettings, stream?: LocalTableStream): Table {
    const { clock } = this.context;
    const description = newDescription(settings.definition, settings.arn, clock.now());
    const { timeToLive } = settings;
    const content = { description, settings, timeToLive, tags: [], items: [] };
    const table = new Table(content, this.keptOf(this.keyOf(settings)));
    table.stream = stream;
    this.set(table, settings);
    return table;
  }

  /** Adds a table, or changes its settings. Its stream stays, unless the table gets another one or none. */
  set(table: Table, settings: TableSettings): void {
    const { clock, deliver, dataFolder } = this.context;
    const { stream, kinesisStreams } = settings;
    const key = this.keyOf(settings);
    const known = table.stream;
    table.settings = settings;
    this.tables.set(key, table);
    const before = known?.settings.stream;
    if (known !== undefined && before !== undefined && before.arn !== stream?.arn) {
      known.isClosed = true;
      this.closed = [...this.closed, known];
      table.stream = undefined;
    }
    if (stream === undefined && kinesisStreams.length === 0) table.stream = undefined;
    else if (table.stream !== undefined) table.stream.settings = settings;
    else table.stream = new LocalTableStream(settings, clock, deliver, dataFolder, key);
  }

  async delete(table: Table): Promise<void> {
    const { arn } = table.settings;
    const key = this.keyOf(table.settings);
    this.closed = this.closed.filter(({ settings }) => settings.arn !== arn);
    this.tables.delete(key);
    this.left.delete(key);
    await table.remove();
  }

  protected override take(): void {
    const { model } = this;
    const wanted = tableSettings(model);
    for (const settings of wanted) {
      for (const index of settings.leftOut ?? []) {
        const text = `The index ${index} of the table ${settings.name} has a key of several attributes, which serverform local does not emulate: the table is served without it.`;
        this.context.report({ event: "warning", text });
      }
      try {
        this.prepare(settings);
      } catch (error) {
        const resource = model.find("aws_dynamodb_table", "arn", settings.arn);
        const where = resource === undefined ? settings.name : placeOf(resource);
        throw partFailure(error, where, "aws_dynamodb_table");
      }
    }
    const keys = new Set(wanted.map((settings) => this.keyOf(settings)));
    // The app may have lost the region of a table that a request made, and may get it back.
    const isMade = (key: string, { settings }: Table): boolean =>
      settings.isMadeByRequest === true && this.keyOf(settings) === key;
    for (const [key, table] of this.tables) {
      if (keys.has(key) || isMade(key, table)) continue;
      this.tables.delete(key);
      this.left.set(key, table);
      table.stream = undefined;
    }
    for (const [key, table] of this.left) {
      if (!isMade(key, table)) continue;
      this.left.delete(key);
      this.set(table, table.settings);
    }
    this.timeToLive.watch();
  }

  /** Settles when the last search for expired items has ended. */
  async expired(): Promise<void> {
    await this.timeToLive.settled();
  }

  async stop(): Promise<void> {
    await this.timeToLive.stop();
    const all = [...this.all, ...this.left.values(), ...this.closed];
    await Promise.all(all.map((each) => each.settled()));
  }

  private prepare(settings: TableSettings): void {
    const { name, definition } = settings;
    const key = this.keyOf(settings);
    const table = this.tables.get(key) ?? this.left.get(key);
    checkTableName(definition);
    checkCreation(definition);
    this.left.delete(key);
    if (table === undefined) return this.create(settings).save();
    if (!isDeepStrictEqual(table.settings.definition, definition)) {
      // The app has changed, also between two runs with one data folder.
      const changes = changesTo(definition, table.description);
      if (changes === undefined) {
        const text = `The keys or local indexes of table ${name} have changed. The table was created again and is empty.`;
        this.context.report({ event: "warning", text });
        return this.create(settings, table.stream).save();
      }
      for (const change of changes) table.redefine(withChange(table.description, change));
    }
    // A reload mostly changes other parts of the app.
    else if (isDeepStrictEqual(table.settings, settings) && this.tables.has(key)) return;
    // A request may have changed what the app still declares.
    if (table.settings.timeToLive !== settings.timeToLive) table.timeToLive = settings.timeToLive;
    this.set(table, settings);
    table.save();
  }

  private keyOf({ arn, name }: Pick<TableSettings, "arn" | "name">): string {
    return nameOfFile(this.model, arn, name);
  }

  /** Whether the request is for the region of a table, or for one with a copy of it. */
  private isHere({ arn, replicas = [] }: TableSettings): boolean {
    return isInCalledRegion(this.model, arn) || replicas.includes(this.model.region);
  }

  private keptOf(key: string): StateFile<TableContent, ItemChange> {
    return new StateFile(this.context.dataFolder, folder, key);
  }

  /** Reads the tables of the last run. */
  private load(): void {
    const { dataFolder } = this.context;
    if (dataFolder === undefined) return;
    const files = join(dataFolder, folder);
    for (const file of existsSync(files) ? readdirSync(files) : []) {
      const key = file.replace(/\.json$/, "");
      const kept = this.keptOf(key);
      const content = file.endsWith(".json") ? kept.read() : undefined;
      if (content === undefined) continue;
      this.left.set(key, new Table(content, kept));
    }
  }
}
