import type { Values } from "../../../model/resources/model";
import { isValues } from "../../../model/resources/values";
import type { RecordStream } from "../consumers/record-stream";
import { missingResource } from "../contract/missing-resource";
import type { ServiceContext, ServiceResponse } from "../contract/service";
import { keysOfIndex, type TableSettings } from "./table-settings";
import { LocalTableStream } from "./table-stream";

/** The tables that can be used, with their streams. A request may name a table by its ARN. */
export class KnownTables {
  private readonly tables = new Map<string, TableSettings>();
  private readonly watched = new Map<string, LocalTableStream>();
  /** Streams that tables had before. */
  private closed: readonly LocalTableStream[] = [];

  constructor(private readonly context: Pick<ServiceContext, "clock" | "deliver" | "model" | "dataFolder">) {}

  get(table: string): TableSettings | undefined {
    return this.tables.get(tableNameOf(table));
  }

  get all(): readonly TableSettings[] {
    return [...this.tables.values()];
  }

  get streams(): readonly LocalTableStream[] {
    return [...this.closed, ...this.watched.values()];
  }

  /** The changes of a table; undefined without a reader. */
  streamOf(table: string): LocalTableStream | undefined {
    return this.watched.get(tableNameOf(table));
  }

  /** A stream by its ARN, for its consumers. */
  findStream(arn: string): RecordStream | undefined {
    return this.streams.find(({ settings }) => settings.stream?.arn === arn)?.stream;
  }

  keysOf(table: string, index?: string): readonly string[] | undefined {
    const settings = this.get(table);
    return settings && keysOfIndex(settings, index);
  }

  /** Adds a table, or changes its settings. Its stream stays, unless the table gets another one or none. */
  set(settings: TableSettings): void {
    const { name, stream, kinesisStreams } = settings;
    this.tables.set(name, settings);
    this.closeOther(name, stream?.arn);
    const known = this.watched.get(name);
    if (stream === undefined && kinesisStreams.length === 0) this.watched.delete(name);
    else if (known !== undefined) known.settings = settings;
    else {
      const { clock, deliver, dataFolder } = this.context;
      this.watched.set(name, new LocalTableStream(settings, clock, deliver, dataFolder));
    }
  }

  private closeOther(name: string, arn: string | undefined): void {
    const known = this.watched.get(name);
    const before = known?.settings.stream;
    if (known === undefined || before === undefined || before.arn === arn) return;
    known.isClosed = true;
    this.closed = [...this.closed, known];
    this.watched.delete(name);
  }

  delete(name: string): void {
    this.closed = this.closed.filter(({ settings }) => settings.name !== name);
    this.tables.delete(name);
    this.watched.delete(name);
  }

  /** The log says what to do about a table that is not in the app; the client gets AWS's words. */
  explained(input: Values, response: ServiceResponse): ServiceResponse {
    if (response.status === 200 || !String(response.body).includes("ResourceNotFoundException"))
      return response;
    const { TableName, RequestItems } = input;
    const named = [TableName, ...Object.keys(isValues(RequestItems) ? RequestItems : {})];
    const missing = named.find((each) => typeof each === "string" && this.get(each) === undefined);
    if (typeof missing !== "string") return response;
    return { ...response, notHere: missingResource("dynamodb", "table", tableNameOf(missing)) };
  }
}

export function tableNameOf(table: string): string {
  return table.split("/").at(-1) ?? table;
}
