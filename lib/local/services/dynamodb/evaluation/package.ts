import type { AttributeValue, StoredItem } from "../expressions/attribute-values";
import type { ConditionTree, Path, UpdateStep } from "../expressions/syntax";

/** Calls back with an error of the package, or with a result. */
export type Done = (error: unknown, result?: unknown) => void;

/** A part of the package's database. */
export interface Part {
  get(key: string, done: (error: { readonly name?: string } | null, value?: unknown) => void): void;
  put(key: string, value: unknown, done: Done): void;
  del(key: string, done: Done): void;
  createValueStream(options: object): AsyncIterable<StoredItem>;
  lock(key: string, run: (release: (done: Done) => Done) => void): void;
}

/** The package's database. */
export interface Store {
  readonly options: { readonly maxItemSize: number };
  readonly tableDb: Part & { readonly awsRegion: string; readonly awsAccountId: string };
  getTable(name: string, done: (error: unknown, table: StoredTable) => void): void;
  getItemDb(table: string): Part;
  getIndexDb(kind: IndexKind, table: string, index: string): Part;
  deleteIndexDb(kind: IndexKind, table: string, index: string, done: Done): void;
}

export type IndexKind = "Global" | "Local";

export interface Key {
  readonly AttributeName: string;
}

export interface Index {
  readonly IndexName: string;
  readonly KeySchema: readonly Key[];
  readonly Projection?: { readonly ProjectionType?: string; readonly NonKeyAttributes?: readonly string[] };
}

export interface StoredTable {
  readonly TableName: string;
  readonly KeySchema: readonly Key[];
  AttributeDefinitions: readonly (Key & { readonly AttributeType: string })[];
  readonly LocalSecondaryIndexes?: readonly Index[];
  GlobalSecondaryIndexes?: readonly Index[];
}

/** A request that the package has checked. Expressions are parsed. */
export interface Request {
  readonly TableName: string;
  readonly Key: StoredItem;
  readonly IndexName?: string;
  readonly Select?: string;
  readonly ReturnValues?: string;
  readonly AttributesToGet?: readonly string[];
  readonly AttributeUpdates?: AttributeUpdates;
  readonly Expected?: LegacyConditions;
  readonly ExclusiveStartKey?: StoredItem;
  readonly KeyConditions?: LegacyConditions;
  readonly QueryFilter?: LegacyConditions;
  readonly ScanFilter?: LegacyConditions;
  readonly ConditionalOperator?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Readonly<Record<string, AttributeValue>>;
  readonly UpdateExpression?: string;
  readonly ConditionExpression?: string;
  readonly KeyConditionExpression?: string;
  readonly FilterExpression?: string;
  readonly ProjectionExpression?: string;
  _updates?: Parsed & { readonly sections: readonly UpdateSection[]; readonly steps: readonly UpdateStep[] };
  _condition?: ParsedCondition;
  _keyCondition?: ParsedCondition;
  _filter?: ParsedCondition;
  _projection?: Parsed & { readonly paths: readonly Path[] };
}

/** An expression, with the values that the package looks at: the attributes that it names, and those of which it names parts. */
export interface Parsed {
  readonly pathHeads: Readonly<Record<string, true>>;
  readonly nestedPaths: Readonly<Record<string, true>>;
}

export interface ParsedCondition extends Parsed {
  readonly expression: ConditionTree;
}

export interface UpdateSection {
  readonly path: Path;
  /** The type of a value in the request. */
  readonly attrType?: string;
}

export type AttributeUpdates = Readonly<
  Record<string, { readonly Action?: string; readonly Value?: AttributeValue }>
>;

export type LegacyConditions = Readonly<Record<string, LegacyCondition>>;

export interface LegacyCondition {
  readonly ComparisonOperator?: string;
  readonly AttributeValueList?: readonly AttributeValue[];
  readonly Value?: AttributeValue;
  readonly Exists?: boolean;
}

/** The package's module of its database. Its operations call these functions by their names. */
export interface TableStore {
  create(options: object): Store;
  validateKey(key: StoredItem, table: StoredTable): unknown;
  validateItem(item: StoredItem, table: StoredTable): unknown;
  validateUpdates(updates: AttributeUpdates | undefined, parsed: unknown, table: StoredTable): unknown;
  validationError(message: string): Error;
  createKey(item: StoredItem, table: StoredTable): string;
  itemSize(item: StoredItem): number;
  addConsumedCapacity(request: Request, isRead: boolean, before?: StoredItem, after?: StoredItem): unknown;
  checkConditional(request: Request, item?: StoredItem): unknown;
  mapPaths(paths: readonly (string | Path)[], item: StoredItem): StoredItem;
  updateIndexes(
    store: Store,
    table: StoredTable,
    before: StoredItem | undefined,
    after: StoredItem | null,
    done: Done,
  ): void;
  queryTable(
    store: Store,
    table: StoredTable,
    request: Request,
    range: object,
    isLocal: boolean | undefined,
    readsItems: boolean,
    keys: readonly string[],
    done: Done,
  ): void;
  getIndexActions(
    indexes: readonly Index[],
    before: StoredItem | undefined,
    after: StoredItem | undefined,
    table: StoredTable,
  ): {
    readonly puts: readonly { readonly key: string; readonly item: unknown }[];
    readonly deletes: readonly { readonly key: string }[];
  };
}

/** The package's module of checks. */
export interface Validations {
  validateExpressions(request: Request): string | undefined;
  validateAttributeValue(value: Record<string, unknown>): string | undefined;
  validateAttributeConditions(request: Request): string | undefined;
  validateConditions(conditions: LegacyConditions | undefined): string | undefined;
  convertKeyCondition(condition: ConditionTree): LegacyConditions | string;
}
