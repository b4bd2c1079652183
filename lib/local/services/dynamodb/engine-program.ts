// The program of the thread in which the package that stores the tables runs. The package throws where a request is not as it
// expects; in a separate thread this ends the thread only.
import { EventEmitter } from "node:events";
import type { Server } from "node:http";
import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";

/** What the thread is started with. */
export interface EngineData {
  /** Where the package is installed. */
  readonly packagePath: string;
  /** Folder of the tables. */
  readonly folder: string;
}

/** A request to the package, as HTTP writes it. */
export interface EngineRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** A global index that a table gets or loses. */
export interface IndexChange {
  readonly table: string;
  /** As UpdateTable has it. */
  readonly create?: Readonly<Record<string, unknown>>;
  /** Name of an index. */
  readonly remove?: string;
  /** Definitions of attributes, of the table and of the new index. */
  readonly attributes: readonly Readonly<Record<string, unknown>>[];
}

/** The package's response, or the error that it threw. */
export type EngineResult =
  | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string }
  | { readonly problem: string };

interface PackageOptions {
  readonly path: string;
  readonly createTableMs: number;
  readonly deleteTableMs: number;
  readonly updateTableMs: number;
}

/** The parts of an HTTP response that the package uses. */
class EngineResponse {
  statusCode = 200;
  private readonly headers: Record<string, string> = {};

  constructor(private readonly answer: (result: EngineResult) => void) {}

  setHeader(name: string, value: unknown): void {
    this.headers[name.toLowerCase()] = String(value);
  }

  end(body = ""): void {
    // Its length is known to the server that sends it.
    const { "content-length": _length, "transfer-encoding": _encoding, ...headers } = this.headers;
    this.answer({ status: this.statusCode, headers, body });
  }
}

/** A part of the package's database. */
interface Part {
  get(key: string, done: (error: unknown, value?: unknown) => void): void;
  put(key: string, value: unknown, done: (error: unknown) => void): void;
  createValueStream(options: object): AsyncIterable<Record<string, unknown>>;
}

/** The package's database. */
interface Store {
  readonly tableDb: Part & { readonly awsRegion: string; readonly awsAccountId: string };
  getItemDb(table: string): Part;
  getIndexDb(kind: "Global", table: string, index: string): Part;
  deleteIndexDb(kind: "Global", table: string, index: string, done: (error: unknown) => void): void;
}

interface Index {
  readonly IndexName: string;
  readonly KeySchema: readonly { readonly AttributeName: string }[];
}

interface Table {
  readonly TableName: string;
  readonly KeySchema: readonly { readonly AttributeName: string }[];
  AttributeDefinitions: readonly { readonly AttributeName: string }[];
  readonly LocalSecondaryIndexes?: readonly Index[];
  GlobalSecondaryIndexes?: readonly Index[];
}

interface Database {
  create(options: object): Store;
  getIndexActions(
    indexes: readonly Index[],
    before: undefined,
    item: Record<string, unknown>,
    table: Table,
  ): { readonly puts: readonly { readonly key: string; readonly item: unknown }[] };
}

const { packagePath, folder } = workerData as EngineData;
// The package has no operation for new indexes; its database has all that it takes.
const database = findDatabase();
let store: Store | undefined;
if (database !== undefined) {
  const { create } = database;
  database.create = (options) => {
    store = create(options);
    return store;
  };
}
const createServer = require(packagePath) as (options: PackageOptions) => Server;
// The package's server listens nowhere; requests are handed to it.
const server = createServer({ path: folder, createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });

/** Undefined in a version of the package that has it elsewhere: then tables keep their indexes. */
function findDatabase(): Database | undefined {
  try {
    return createRequire(packagePath)("./db") as Database;
  } catch {
    return undefined;
  }
}

/** Makes an index of all items, or deletes one; the result is the description of the table. */
async function changeIndexes({ table: name, create, remove, attributes }: IndexChange): Promise<Table> {
  if (store === undefined || database === undefined) throw new Error("the package has no database");
  const { tableDb } = store;
  const table = await new Promise<Table>((resolve, reject) => {
    tableDb.get(name, (error, value) => (error ? reject(error) : resolve(value as Table)));
  });
  const indexName = remove ?? String(create?.IndexName);
  const others = (table.GlobalSecondaryIndexes ?? []).filter((index) => index.IndexName !== indexName);
  const index = create && {
    ...create,
    IndexName: indexName,
    KeySchema: create.KeySchema as Index["KeySchema"],
    IndexArn: `arn:aws:dynamodb:${tableDb.awsRegion}:${tableDb.awsAccountId}:table/${name}/index/${indexName}`,
    IndexSizeBytes: 0,
    ItemCount: 0,
    IndexStatus: "ACTIVE",
    ProvisionedThroughput: {
      ReadCapacityUnits: 0,
      WriteCapacityUnits: 0,
      ...(create.ProvisionedThroughput as object | undefined),
      NumberOfDecreasesToday: 0,
    },
  };
  const indexes: readonly Index[] = index === undefined ? others : [...others, index];
  const used = [table, ...(table.LocalSecondaryIndexes ?? []), ...indexes].flatMap(({ KeySchema }) =>
    KeySchema.map(({ AttributeName }) => AttributeName),
  );
  const all = [...table.AttributeDefinitions, ...(attributes as Table["AttributeDefinitions"])];
  const byName = new Map(all.map((each) => [each.AttributeName, each]));
  table.AttributeDefinitions = [...byName.values()].filter((each) => used.includes(each.AttributeName));
  // What an index of this name has left behind.
  await done((next) => store?.deleteIndexDb("Global", name, indexName, next));
  if (index !== undefined) await fill(database, store, table, index);
  if (indexes.length > 0) table.GlobalSecondaryIndexes = indexes;
  else delete table.GlobalSecondaryIndexes;
  await done((next) => tableDb.put(name, table, next));
  return table;
}

async function fill(code: Database, tables: Store, table: Table, index: Index): Promise<void> {
  const target = tables.getIndexDb("Global", table.TableName, index.IndexName);
  for await (const item of tables.getItemDb(table.TableName).createValueStream({})) {
    for (const put of code.getIndexActions([index], undefined, item, table).puts)
      await done((next) => target.put(put.key, put.item, next));
  }
}

function done(start: (next: (error: unknown) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => start((error) => (error ? reject(error) : resolve())));
}

/** A request of a client, or a change that the package has no request for. */
export type EngineWork = { readonly request: EngineRequest } | { readonly change: IndexChange };

parentPort?.on("message", ({ id, ...work }: { readonly id: number } & EngineWork) => {
  const answer = (result: EngineResult): void => parentPort?.postMessage({ id, result });
  if ("change" in work) {
    changeIndexes(work.change).then(
      (table) => answer({ status: 200, headers: {}, body: JSON.stringify({ TableDescription: table }) }),
      (error: unknown) => answer({ problem: String(error) }),
    );
    return;
  }
  const { method, url, headers, body } = work.request;
  const received = Object.assign(new EventEmitter(), { method, url, headers });
  try {
    server.emit("request", received, new EngineResponse(answer));
    if (body.length > 0) received.emit("data", Buffer.from(body));
    received.emit("end");
  } catch (error) {
    answer({ problem: String(error) });
  }
});
