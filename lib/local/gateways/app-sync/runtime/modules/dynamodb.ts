import { isValues } from "../../../../model/values";
import { conditionText, type Expression, Placeholders } from "../../utilities/conditions";
import { dynamodbUtil, isSet, toMapValues } from "../../utilities/dynamodb-values";
import { ResolverError } from "../../utilities/signals";

type Input = Readonly<Record<string, unknown>>;

const inputOf = (given: unknown): Input => (isValues(given) ? given : {});
const listOf = (given: unknown): readonly unknown[] => (Array.isArray(given) ? given : []);

/** A change that `operations` describes. */
interface Change {
  readonly _type: string;
  readonly value?: unknown;
  readonly index?: number;
}

const change =
  (_type: string) =>
  (value?: unknown, index?: number): Change => ({ _type, value, ...(index !== undefined && { index }) });

const operations = {
  add: change("add"),
  remove: change("remove"),
  replace: change("replace"),
  increment: (by: unknown = 1) => change("increment")(by),
  decrement: (by: unknown = 1) => change("decrement")(by),
  append: change("append"),
  prepend: change("prepend"),
  updateListItem: change("updateListItem"),
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
    return { operation: "Query", query: condition(query), ...read(given) };
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
  const checked = wanted === undefined || wanted === null ? undefined : condition(wanted);
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

/** What reads of several items have in common. */
function read(given: unknown): object {
  const { filter, projection, query: _, ...rest } = inputOf(given);
  return { ...optional(rest), ...filtered(filter), ...projected(projection) };
}

/** What writes have in common. */
function written({ condition: wanted, ...rest }: Input): object {
  return { ...optional(rest), ...(isValues(wanted) && { condition: condition(wanted) }) };
}

function condition(given: unknown): Expression {
  const placeholders = new Placeholders();
  return placeholders.expression(conditionText(given, placeholders) ?? "");
}

function filtered(filter: unknown): object {
  const made = isValues(filter) ? condition(filter) : undefined;
  return made === undefined || made.expression === "" ? {} : { filter: made };
}

function projected(projection: unknown): object {
  if (!Array.isArray(projection)) return {};
  const placeholders = new Placeholders();
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

/** The clauses of an update. */
class Update {
  readonly placeholders = new Placeholders();
  readonly clauses = { SET: [] as string[], REMOVE: [] as string[], ADD: [] as string[] };

  take(path: string, value: unknown): void {
    if (isChange(value)) return this.change(path, value);
    if (isValues(value) && !isSet(value)) {
      for (const [name, each] of Object.entries(value)) this.take(`${path}.${name}`, each);
      return;
    }
    if (value !== undefined) this.set(path, value);
  }

  private set(path: string, value: unknown): void {
    const placeholder = isSet(value)
      ? this.placeholders.attribute(path, value)
      : this.placeholders.value(path, value);
    this.clauses.SET.push(`${this.placeholders.name(path)} = ${placeholder}`);
  }

  private change(path: string, { _type, value, index }: Change): void {
    const name = this.placeholders.name(path);
    const placeholder = (given: unknown): string => this.placeholders.value(path, given);
    switch (_type) {
      case "remove":
        this.clauses.REMOVE.push(name);
        return;
      case "add":
      case "replace":
        return this.set(path, value);
      case "increment":
      case "decrement": {
        const by = placeholder(_type === "increment" ? Number(value) : -Number(value));
        this.clauses.ADD.push(`${name} ${by}`);
        return;
      }
      case "append":
        this.clauses.SET.push(`${name} = list_append(${name}, ${placeholder(value)})`);
        return;
      case "prepend":
        this.clauses.SET.push(`${name} = list_append(${placeholder(value)}, ${name})`);
        return;
      case "updateListItem":
        this.clauses.SET.push(`${name}[${Number(index)}] = ${placeholder(value)}`);
        return;
      default:
        throw new ResolverError(`Unknown operation ${_type} of ${path}.`, "Code");
    }
  }
}

function isChange(value: unknown): value is Change {
  return isValues(value) && typeof value._type === "string" && Object.hasOwn(operations, value._type);
}

function updateExpression(given: unknown): Expression {
  const update = new Update();
  for (const [name, value] of Object.entries(inputOf(given))) {
    // A list of changes: several items of one list.
    if (Array.isArray(value) && value.length > 0 && value.every(isChange)) {
      for (const each of value) update.take(name, each);
    } else update.take(name, value);
  }
  const clauses = Object.entries(update.clauses).flatMap(([word, parts]) =>
    parts.length === 0 ? [] : [`${word} ${parts.join(", ")}`],
  );
  return update.placeholders.expression(clauses.join(" "));
}
