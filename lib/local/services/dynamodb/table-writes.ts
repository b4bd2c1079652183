import { servicePrincipal } from "../../../aws/principals";
import type { Values } from "../../model/model";
import { isValues } from "../../model/values";
import type { ServiceRequest, ServiceResponse } from "../contract/service";
import { changeOf, type TouchedItem, touchedItems, writtenItems } from "./changes";
import type { TableEngine } from "./engine";
import type { IdempotentTransactions } from "./idempotency";
import { type KnownTables, tableNameOf } from "./known-tables";
import { bodyOf, refusal, refusalCode } from "./responses";
import { transactGet, transactWrite } from "./transactions";

/** A service that deletes what has expired. Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/time-to-live-ttl-streams.html */
const expiry = { type: "Service", principalId: servicePrincipal("dynamodb") } as const;

/** Hands requests to the embedded package, one write to a watched table after the other, and tells the streams. */
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
      const image = async (item: TouchedItem) => (await images(engine, [item]))[0];
      const perform = (operation: string, given: Values) =>
        engine.forward(
          asOperation(request, operation, { ...given, TableName: tableNameOf(String(given.TableName)) }),
        );
      const parts = { perform, image, keysOf: (table: string) => this.tables.keysOf(table) };
      if (request.operation === "TransactGetItems") return transactGet(input, parts);
      const watched = writtenItems(input, (table) => this.tables.streamOf(table)?.settings.keys);
      return this.idempotent.once(input, () =>
        this.withChanges(engine, watched, () => transactWrite(input, parts)),
      );
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
    const keysOf = (table: string) => this.tables.streamOf(table)?.settings.keys;
    const touched = touchedItems(request.operation, input, keysOf);
    const wantsOld = input.ReturnValuesOnConditionCheckFailure === "ALL_OLD";
    if (touched.length === 0 && !wantsOld) return engine.forward(request);
    const write = this.lastWrite.then(async () => {
      const response = await this.withChanges(engine, touched, () => engine.forward(request), identity);
      return response.status === 200 ? response : this.withOldItem(engine, request, input, response);
    });
    this.lastWrite = write.catch(() => {});
    return write;
  }

  /** Runs a write, and tells the streams what it has changed. */
  private async withChanges(
    engine: TableEngine,
    touched: readonly TouchedItem[],
    write: () => Promise<ServiceResponse>,
    identity?: object,
  ): Promise<ServiceResponse> {
    const before = await images(engine, touched);
    const response = await write();
    if (response.status !== 200) return response;
    const after = await images(engine, touched);
    for (const [index, { table, key }] of touched.entries()) {
      const change = changeOf(key, before[index], after[index]);
      if (change !== undefined) await this.tables.streamOf(table)?.add(change, identity);
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
    if (input.ReturnValuesOnConditionCheckFailure !== "ALL_OLD") return response;
    if (refusalCode(response) !== "ConditionalCheckFailedException") return response;
    const touched = touchedItems(operation, input, (table) => this.tables.keysOf(table));
    const [Item] = await images(engine, touched);
    const { message } = bodyOf(response);
    return Item === undefined
      ? response
      : refusal("ConditionalCheckFailedException", String(message), { Item });
  }
}

function images(
  engine: TableEngine,
  touched: readonly TouchedItem[],
): Promise<readonly (Values | undefined)[]> {
  return Promise.all(
    touched.map(async ({ table, key }) => {
      const input = { TableName: tableNameOf(table), Key: key, ConsistentRead: true };
      // The key is invalid, so the request itself will be refused.
      const { Item } = await engine.call("GetItem", input).catch(() => ({ Item: undefined }));
      return isValues(Item) ? Item : undefined;
    }),
  );
}

/** The request of a client with another operation. */
export function asOperation(request: ServiceRequest, operation: string, input: object): ServiceRequest {
  const { "content-length": _, ...headers } = request.headers;
  const target = `DynamoDB_20120810.${operation}`;
  const body = Buffer.from(JSON.stringify(input));
  return { ...request, operation, headers: { ...headers, "x-amz-target": target }, body };
}
