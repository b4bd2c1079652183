// The program of the thread in which the package that stores the tables runs. The package throws where a request is not as it
// expects; in a separate thread this ends the thread only.

import { EventEmitter } from "node:events";
import type { Server } from "node:http";
import { parentPort, workerData } from "node:worker_threads";
import { formatArn } from "../../../../facts/aws/arns";
import { partitionOf } from "../../../../facts/aws/partitions";
import { fillIndex } from "../evaluation/index-keys";
import { installEvaluator } from "../evaluation/install";
import type { Index, Store, StoredTable } from "../evaluation/package";

/** The data with which the thread is started. */
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
  /** Text, because a message copies the whole buffer that bytes are part of. */
  readonly body: string;
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

/** The package's response. */
export interface EngineAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The package's responses, one for each request, or the error that it threw. */
export type EngineResult = { readonly answers: readonly EngineAnswer[] } | { readonly problem: string };

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

  constructor(private readonly answer: (answer: EngineAnswer) => void) {}

  setHeader(name: string, value: unknown): void {
    this.headers[name.toLowerCase()] = String(value);
  }

  end(body = ""): void {
    // Its length is known to the server that sends it.
    const { "content-length": _length, "transfer-encoding": _encoding, ...headers } = this.headers;
    this.answer({ status: this.statusCode, headers, body });
  }
}

const { packagePath, folder } = workerData as EngineData;
// The package has no operation for new indexes; its database has all that it takes.
const database = installEvaluator(packagePath);
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

/** Makes an index of all items, or deletes one; the result is the description of the table. */
async function changeIndexes({ table: name, create, remove, attributes }: IndexChange): Promise<StoredTable> {
  if (store === undefined || database === undefined) throw new Error("the package has no database");
  const { tableDb } = store;
  const table = await new Promise<StoredTable>((resolve, reject) => {
    tableDb.get(name, (error, value) => (error ? reject(error) : resolve(value as StoredTable)));
  });
  const indexName = remove ?? String(create?.IndexName);
  const others = (table.GlobalSecondaryIndexes ?? []).filter((index) => index.IndexName !== indexName);
  const index = create && {
    ...create,
    IndexName: indexName,
    KeySchema: create.KeySchema as Index["KeySchema"],
    IndexArn: formatArn(
      {
        partition: partitionOf(tableDb.awsRegion).id,
        region: tableDb.awsRegion,
        account: tableDb.awsAccountId,
      },
      "dynamodb",
      `table/${name}/index/${indexName}`,
    ),
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
  const all = [
    ...table.AttributeDefinitions,
    ...(attributes as unknown as StoredTable["AttributeDefinitions"]),
  ];
  const byName = new Map(all.map((each) => [each.AttributeName, each]));
  table.AttributeDefinitions = [...byName.values()].filter((each) => used.includes(each.AttributeName));
  // Items of a former index of this name.
  await done((next) => store?.deleteIndexDb("Global", name, indexName, next));
  if (index !== undefined) await fillIndex(database, store, table, index);
  if (indexes.length > 0) table.GlobalSecondaryIndexes = indexes;
  else delete table.GlobalSecondaryIndexes;
  await done((next) => tableDb.put(name, table, next));
  return table;
}

function done(start: (next: (error: unknown) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => start((error) => (error ? reject(error) : resolve())));
}

/** Requests that run one after the other, or a change that the package has no request for. */
export type EngineWork = { readonly requests: readonly EngineRequest[] } | { readonly change: IndexChange };

function answerOf({ method, url, headers, body }: EngineRequest): Promise<EngineAnswer> {
  return new Promise((resolve) => {
    const received = Object.assign(new EventEmitter(), { method, url, headers });
    server.emit("request", received, new EngineResponse(resolve));
    if (body.length > 0) received.emit("data", Buffer.from(body));
    received.emit("end");
  });
}

async function perform(work: EngineWork): Promise<readonly EngineAnswer[]> {
  if ("change" in work) {
    const table = await changeIndexes(work.change);
    return [{ status: 200, headers: {}, body: JSON.stringify({ TableDescription: table }) }];
  }
  const answers: EngineAnswer[] = [];
  for (const request of work.requests) answers.push(await answerOf(request));
  return answers;
}

parentPort?.on("message", ({ id, ...work }: { readonly id: number } & EngineWork) => {
  const answer = (result: EngineResult): void => parentPort?.postMessage({ id, result });
  perform(work).then(
    (answers) => answer({ answers }),
    (error: unknown) => answer({ problem: String(error) }),
  );
});
