import { servicePrincipal } from "../../../facts/aws/principals";
import type { Values } from "../../../model/resources/model";
import { isValues } from "../../../model/resources/values";
import type { ServiceRequest, ServiceResponse } from "../contract/service";
import { changeOf, type TouchedItem, touchedItems, writtenItems } from "./changes";
import { serviceRequest, type TableEngine } from "./engine/engine";
import type { IdempotentTransactions } from "./idempotency";
import { type KnownTables, tableNameOf } from "./known-tables";
import { bodyOf, refusal, refusalCode, tableNotFound } from "./responses";
import { type TransactionEngine, transactGet, transactWrite } from "./transactions";

/** A service that deletes expired items. Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/time-to-live-ttl-streams.html */
const expiry = { type: "Service", principalId: servicePrincipal("dynamodb") } as const;

/** Hands requests to the embedded package, one write to a watched table after the other, and informs the streams. */
export class TableWrites {
  /**
   * Writes to tables with a stream run one after the other, so that the images before and after each write are right.
   */
  private lastWrite: Promise<unknown> = Promise.resolve();

  /** Nothing else reads or writes while a transaction runs. */
  private transaction: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly tables: KnownTables,
    private readonly idempotent: IdempotentTransactions,
  ) {}

  /** Performs an operation of the package. */
  async perform(engine: TableEngine, request: ServiceRequest, input: Values): Promise<ServiceResponse> {
    await this.transaction;
    return this.write(engine, request, input);
  }

  /** Deletes an item that has expired. */
  expire(engine: TableEngine, request: ServiceRequest, input: Values): Promise<ServiceResponse> {
    return this.write(engine, request, input, expiry);
  }

  /** Runs something while nothing else reads or writes. */
  alone<Result>(run: () => Promise<Result>): Promise<Result> {
    const result = this.lastWrite.then(run);
    this.transaction = result.catch(() => {});
    this.lastWrite = this.transaction;
    return result;
  }

  transact(engine: TableEngine, request: ServiceRequest, input: Values): Promise<ServiceResponse> {
    return this.alone(async () => {
      const parts: TransactionEngine = {
        performAll: (operations) =>
          engine.forwardAll(
            operations.map(([operation, given]) =>
              asOperation(request, operation, { ...given, TableName: tableNameOf(String(given.TableName)) }),
            ),
          ),
        images: (items) => images(engine, items),
        keysOf: (table) => this.tables.keysOf(table),
      };
      if (request.operation === "TransactGetItems") return transactGet(input, parts);
      const watched = writtenItems(input, (table) => this.tables.streamOf(table)?.settings.keys);
      return this.idempotent.runOnce(input, async () => {
        const before = await images(engine, watched);
        const response = await transactWrite(input, parts);
        if (response.status === 200) await this.tell(watched, before, await images(engine, watched));
        return response;
      });
    });
  }

  async settled(): Promise<void> {
    await this.lastWrite;
  }

  private async write(
    engine: TableEngine,
    request: ServiceRequest,
    input: Values,
    identity?: object,
  ): Promise<ServiceResponse> {
    const wantsOld = input.ReturnValuesOnConditionCheckFailure === "ALL_OLD";
    const keysOf = (table: string) =>
      wantsOld ? this.tables.keysOf(table) : this.tables.streamOf(table)?.settings.keys;
    const touched = touchedItems(request.operation, input, keysOf);
    if (touched.length === 0) return engine.forward(request);
    const write = this.lastWrite.then(async () => {
      const reads = touched.map(readOf);
      const responses = await engine.forwardAll([...reads, request, ...reads]);
      const before = responses.slice(0, reads.length).map(itemOf);
      const [response = tableNotFound, ...after] = responses.slice(reads.length);
      if (response.status === 200) await this.tell(touched, before, after.map(itemOf), identity);
      return response.status !== 200 && wantsOld ? withOldItem(response, before[0]) : response;
    });
    this.lastWrite = write.catch(() => {});
    return write;
  }

  /** Tells the streams of the tables what a write has changed. */
  private async tell(
    touched: readonly TouchedItem[],
    before: readonly (Values | undefined)[],
    after: readonly (Values | undefined)[],
    identity?: object,
  ): Promise<void> {
    for (const [index, { table, key }] of touched.entries()) {
      const stream = this.tables.streamOf(table);
      const change = stream && changeOf(key, before[index], after[index]);
      if (change !== undefined) await stream?.add(change, identity);
    }
  }
}

/** Adds the item to the error of a failed condition, as `ReturnValuesOnConditionCheckFailure` asks for. */
function withOldItem(response: ServiceResponse, Item: Values | undefined): ServiceResponse {
  if (Item === undefined || refusalCode(response) !== "ConditionalCheckFailedException") return response;
  return refusal("ConditionalCheckFailedException", String(bodyOf(response).message), { Item });
}

async function images(
  engine: TableEngine,
  touched: readonly TouchedItem[],
): Promise<readonly (Values | undefined)[]> {
  return (await engine.forwardAll(touched.map(readOf))).map(itemOf);
}

function readOf({ table, key: Key }: TouchedItem): ServiceRequest {
  return serviceRequest("GetItem", { TableName: tableNameOf(table), Key, ConsistentRead: true });
}

/** The item that was read. A request with an invalid key finds none, and will be refused itself. */
function itemOf(response: ServiceResponse): Values | undefined {
  const { Item } = response.status === 200 ? bodyOf(response) : {};
  return isValues(Item) ? Item : undefined;
}

/** The request of a client with another operation. */
export function asOperation(request: ServiceRequest, operation: string, input: object): ServiceRequest {
  const { "content-length": _, ...headers } = request.headers;
  const target = `DynamoDB_20120810.${operation}`;
  const body = Buffer.from(JSON.stringify(input));
  return { ...request, operation, headers: { ...headers, "x-amz-target": target }, body };
}
