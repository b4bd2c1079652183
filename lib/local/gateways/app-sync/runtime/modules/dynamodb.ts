import { isRecord } from "../../../../../facts/text/record";
import { ConditionPlaceholders, conditionOf, type Expression } from "../../utilities/conditions";
import {
  type AttributeOnWire,
  dynamodbUtil,
  isSet,
  toDynamoDB,
  toMapValues,
} from "../../utilities/dynamodb-values";

type Input = Readonly<Record<string, unknown>>;

const inputOf = (given: unknown): Input => (isRecord(given) ? given : {});
const listOf = (given: unknown): readonly unknown[] => (Array.isArray(given) ? given : []);

/** A change that `operations` describes, as AWS writes it. */
interface Change {
  readonly type: `OPERATION_${string}`;
  readonly value?: unknown;
  readonly by?: unknown;
  readonly items?: unknown;
  readonly index?: number;
}

const operations = {
  add: (value: unknown): Change => ({ type: "OPERATION_ADD", value }),
  remove: (): Change => ({ type: "OPERATION_REMOVE" }),
  replace: (value: unknown): Change => ({ type: "OPERATION_REPLACE", value }),
  increment: (by: unknown = 1): Change => ({ type: "OPERATION_INCREMENT", by }),
  decrement: (by: unknown = 1): Change => ({ type: "OPERATION_DECREMENT", by }),
  append: (items: unknown): Change => ({ type: "OPERATION_APPEND", items }),
  prepend: (items: unknown): Change => ({ type: "OPERATION_PREPEND", items }),
  updateListItem: (value: unknown, index: number): Change => ({
    type: "OPERATION_UPDATE_LIST_ITEM",
    value,
    index,
  }),
};

/**
 * The module `@aws-appsync/utils/dynamodb`: each function makes the request that a handler returns.
 *
 * Source: https://docs.aws.amazon.com/appsync/latest/devguide/built-in-modules-js.html
 */
export const dynamodbModule = {
  get: (given: unknown) => {
    const { key, consistentRead, projection } = inputOf(given);
    return {
      operation: "GetItem",
      key: toMapValues(key),
      ...optional({ consistentRead }),
      ...projected(projection),
    };
  },
  put: (given: unknown) => {
    const { key, item, ...rest } = inputOf(given);
    return {
      operation: "PutItem",
      key: toMapValues(key),
      attributeValues: toMapValues(item),
      ...written(rest),
    };
  },
  remove: (given: unknown) => {
    const { key, ...rest } = inputOf(given);
    return { operation: "DeleteItem", key: toMapValues(key), ...written(rest) };
  },
  update: (given: unknown) => {
    const { key, update, ...rest } = inputOf(given);
    return {
      operation: "UpdateItem",
      key: toMapValues(key),
      update: updateExpression(update),
      ...written(rest),
    };
  },
  query: (given: unknown) => {
    const { query } = inputOf(given);
    return { operation: "Query", query: conditionOf(query), ...read(given) };
  },
  scan: (given: unknown) => ({ operation: "Scan", ...read(given) }),
  sync: (given: unknown) => {
    const { filter, ...rest } = inputOf(given);
    return { operation: "Sync", ...optional(rest), ...filtered(filter) };
  },
  batchGet: (given: unknown) => ({
    operation: "BatchGetItem",
    tables: mapped(inputOf(given).tables, (table) => {
      const { keys, consistentRead, projection } = inputOf(table);
      return {
        keys: listOf(keys).map(toMapValues),
        ...optional({ consistentRead }),
        ...projected(projection),
      };
    }),
  }),
  batchPut: (given: unknown) => ({
    operation: "BatchPutItem",
    tables: mapped(inputOf(given).tables, (items) => listOf(items).map(toMapValues)),
  }),
  batchDelete: (given: unknown) => ({
    operation: "BatchDeleteItem",
    tables: mapped(inputOf(given).tables, (keys) => listOf(keys).map(toMapValues)),
  }),
  transactGet: (given: unknown) => ({
    operation: "TransactGetItems",
    transactItems: listOf(inputOf(given).items).map((each) => {
      const { table, key, projection } = inputOf(each);
      return { table, key: toMapValues(key), ...projected(projection) };
    }),
  }),
  transactWrite: (given: unknown) => ({
    operation: "TransactWriteItems",
    transactItems: listOf(inputOf(given).items).map(transactItem),
  }),
  toStringSet: dynamodbUtil.toStringSet,
  toNumberSet: dynamodbUtil.toNumberSet,
  toBinarySet: dynamodbUtil.toBinarySet,
  operations,
};

function transactItem(given: unknown): object {
  const { putItem, updateItem, deleteItem, conditionCheck } = inputOf(given);
  const {
    table,
    key,
    item,
    update,
    condition: wanted,
  } = inputOf(putItem ?? updateItem ?? deleteItem ?? conditionCheck);
  const checked = wanted === undefined || wanted === null ? undefined : conditionOf(wanted);
  return {
    table,
    key: toMapValues(key),
    ...(checked !== undefined && { condition: { ...checked, returnValuesOnConditionCheckFailure: true } }),
    ...(putItem !== undefined && { operation: "PutItem", attributeValues: toMapValues(item) }),
    ...(updateItem !== undefined && { operation: "UpdateItem", update: updateExpression(update) }),
    ...(deleteItem !== undefined && { operation: "DeleteItem" }),
    ...(conditionCheck !== undefined && { operation: "ConditionCheck" }),
  };
}

/** The common part of reads of several items. */
function read(given: unknown): object {
  const { filter, projection, query: _, ...rest } = inputOf(given);
  return { ...optional(rest), ...filtered(filter), ...projected(projection) };
}

/** The common part of writes. */
function written({ condition: wanted, ...rest }: Input): object {
  return { ...optional(rest), ...(isRecord(wanted) && { condition: conditionOf(wanted) }) };
}

function filtered(filter: unknown): object {
  const made = isRecord(filter) ? conditionOf(filter) : undefined;
  return made === undefined || made.expression === "" ? {} : { filter: made };
}

function projected(projection: unknown): object {
  if (!Array.isArray(projection)) return {};
  const placeholders = new ConditionPlaceholders();
  const expression = projection.map((path) => placeholders.name(String(path))).join(", ");
  const { expressionNames } = placeholders.expression(expression);
  return { projection: { expression, expressionNames } };
}

function optional(given: Input): object {
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined && value !== null),
  );
}

function mapped(tables: unknown, make: (table: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(inputOf(tables)).map(([name, table]) => [name, make(table)]));
}

/** The clauses of an update. Its placeholders have numbers. */
class Update {
  private readonly names: Record<string, string> = {};
  private readonly values: Record<string, AttributeOnWire> = {};
  private readonly clauses = { SET: [] as string[], REMOVE: [] as string[] };

  get expression(): Expression {
    const clauses = Object.entries(this.clauses).flatMap(([word, parts]) =>
      parts.length === 0 ? [] : [`${word} ${parts.join(", ")}`],
    );
    return { expression: clauses.join(" "), expressionNames: this.names, expressionValues: this.values };
  }

  take(path: string, value: unknown): void {
    if (isChange(value)) return this.change(path, value);
    if (isRecord(value) && !isSet(value)) {
      for (const [name, each] of Object.entries(value)) this.take(`${path}.${name}`, each);
      return;
    }
    if (value !== undefined) this.set(path, value);
  }

  private set(path: string, value: unknown): void {
    this.clauses.SET.push(`${this.name(path)} = ${this.value(value)}`);
  }

  private change(path: string, { type, value, by, items, index }: Change): void {
    switch (type) {
      case "OPERATION_REMOVE":
        this.clauses.REMOVE.push(this.name(path));
        return;
      case "OPERATION_ADD":
      case "OPERATION_REPLACE":
        return this.set(path, value);
      case "OPERATION_UPDATE_LIST_ITEM":
        return this.set(`${path}[${Number(index)}]`, value);
      default: {
        const name = this.name(path);
        this.clauses.SET.push(`${name} = ${this.changed(type, name, type.endsWith("CREMENT") ? by : items)}`);
      }
    }
  }

  private changed(type: Change["type"], name: string, given: unknown): string {
    const value = this.value(given);
    switch (type) {
      case "OPERATION_INCREMENT":
        return `${name} + ${value}`;
      case "OPERATION_DECREMENT":
        return `${name} - ${value}`;
      case "OPERATION_APPEND":
        return `list_append(${name}, ${value})`;
      default:
        return `list_append(${value}, ${name})`;
    }
  }

  /** `#expName_1.#expName_2[0]` of `address.streets[0]`. */
  private name(path: string): string {
    const parts = path.split(".").map((part) => {
      const [, name = part, index = ""] = /^([^[]*)((?:\[\d+\])*)$/.exec(part) ?? [];
      const known = Object.entries(this.names).find(([, each]) => each === name)?.[0];
      const placeholder = known ?? `#expName_${Object.keys(this.names).length + 1}`;
      this.names[placeholder] = name;
      return placeholder + index;
    });
    return parts.join(".");
  }

  private value(given: unknown): string {
    const placeholder = `:expValue_${Object.keys(this.values).length + 1}`;
    this.values[placeholder] = isSet(given) ? given : toDynamoDB(given);
    return placeholder;
  }
}

const changeTypes: readonly unknown[] = Object.keys(operations).map(
  (name) => `OPERATION_${name.replace(/[A-Z]/g, "_$&").toUpperCase()}`,
);

function isChange(value: unknown): value is Change {
  return isRecord(value) && changeTypes.includes(value.type);
}

function updateExpression(given: unknown): Expression {
  const update = new Update();
  for (const [name, value] of Object.entries(inputOf(given))) {
    // A list of changes: several items of one list.
    if (Array.isArray(value) && value.length > 0 && value.every(isChange)) {
      for (const each of value) update.take(name, each);
    } else update.take(name, value);
  }
  return update.expression;
}
