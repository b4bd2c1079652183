import { isDeepStrictEqual } from "node:util";
import type { Values } from "../../../../model";
import type { AttributeValue } from "../expressions/attribute-values";
import type { ConditionTree, Operand, Path } from "../expressions/syntax";
import { pathsOf } from "../requests/expressions";
import {
  type Delete,
  type Exists,
  type Insert,
  type Select,
  StatementError,
  type Update,
  type UpdateStep,
} from "./syntax";

/** Writes parts of a statement as expressions of the other operations, with the placeholders that they need. */
class Expressions {
  private readonly names = new Map<string, string>();
  private readonly values: AttributeValue[] = [];

  /** The placeholders of the request. */
  get placeholders(): object {
    const names = [...this.names].map(([name, placeholder]) => [placeholder, name]);
    return {
      ...(names.length > 0 && { ExpressionAttributeNames: Object.fromEntries(names) }),
      ...(this.values.length > 0 && {
        ExpressionAttributeValues: Object.fromEntries(
          this.values.map((value, index) => [`:v${index}`, value]),
        ),
      }),
    };
  }

  path(path: Path): string {
    return path
      .map((part, index) => {
        if (typeof part === "number") return `[${part}]`;
        const placeholder = this.names.get(part) ?? `#n${this.names.size}`;
        this.names.set(part, placeholder);
        return index === 0 ? placeholder : `.${placeholder}`;
      })
      .join("");
  }

  condition(condition: ConditionTree): string {
    switch (condition.kind) {
      case "and":
      case "or":
        return `(${this.condition(condition.left)} ${condition.kind.toUpperCase()} ${this.condition(condition.right)})`;
      case "not":
        return `(NOT ${this.condition(condition.of)})`;
      case "compare":
        return `${this.term(condition.left)} ${condition.comparator} ${this.term(condition.right)}`;
      case "between":
        return `${this.term(condition.operand)} BETWEEN ${this.term(condition.least)} AND ${this.term(condition.most)}`;
      case "in":
        return `${this.term(condition.operand)} IN (${condition.among.map((each) => this.term(each)).join(", ")})`;
      case "test":
        return this.call(condition);
    }
  }

  /** All of the conditions. */
  all(conditions: readonly ConditionTree[]): string {
    return conditions.map((each) => this.condition(each)).join(" AND ");
  }

  /** `SET a = :v REMOVE b` */
  update(steps: readonly UpdateStep[]): string {
    const clauses = {
      SET: [] as string[],
      REMOVE: [] as string[],
      ADD: [] as string[],
      DELETE: [] as string[],
    };
    for (const step of steps) {
      const path = this.path(step.path);
      if (step.kind === "remove") clauses.REMOVE.push(path);
      else if (step.operand.kind === "call" && Object.hasOwn(ofSets, step.operand.name)) {
        const [of, members] = step.operand.operands;
        const isItself = of?.kind === "path" && isDeepStrictEqual(of.path, step.path);
        if (!isItself || members?.kind !== "value") {
          throw new StatementError(`${step.operand.name} needs the attribute that it sets, and a set`);
        }
        clauses[ofSets[step.operand.name as keyof typeof ofSets]].push(
          `${path} ${this.value(members.value)}`,
        );
      } else clauses.SET.push(`${path} = ${this.term(step.operand)}`);
    }
    return Object.entries(clauses)
      .flatMap(([name, parts]) => (parts.length === 0 ? [] : [`${name} ${parts.join(", ")}`]))
      .join(" ");
  }

  private term(term: Operand): string {
    switch (term.kind) {
      case "value":
        return this.value(term.value);
      case "path":
        return this.path(term.path);
      case "call":
        return this.call(term);
      case "sum":
        return `${this.term(term.left)} ${term.operator} ${this.term(term.right)}`;
    }
  }

  private call({ name, operands }: { readonly name: string; readonly operands: readonly Operand[] }): string {
    return `${name}(${operands.map((each) => this.term(each)).join(", ")})`;
  }

  private value(value: AttributeValue): string {
    this.values.push(value);
    return `:v${this.values.length - 1}`;
  }
}

const ofSets = { set_add: "ADD", set_delete: "DELETE" } as const;

/** A request to another operation that does what a statement asks for. */
export interface TableRequest {
  readonly operation:
    | "Query"
    | "Scan"
    | "PutItem"
    | "UpdateItem"
    | "DeleteItem"
    | "ConditionCheck"
    | "GetItem";
  readonly input: Values;
  /** Whether the last item comes first. @default false */
  readonly isReversed?: boolean;
}

/** The names of the keys of a table or of its index: the partition key first. */
type Keys = readonly string[];

/** The parts of a condition that `AND` joins. */
function partsOf(condition: ConditionTree | undefined): readonly ConditionTree[] {
  if (condition === undefined) return [];
  return condition.kind === "and" ? [...partsOf(condition.left), ...partsOf(condition.right)] : [condition];
}

/** The attribute that a condition compares with values; undefined for other conditions. */
function comparedAttribute(condition: ConditionTree): string | undefined {
  const term =
    condition.kind === "compare" && condition.right.kind === "value"
      ? condition.left
      : condition.kind === "between"
        ? condition.operand
        : condition.kind === "test" && condition.name === "begins_with"
          ? condition.operands[0]
          : undefined;
  const [name, ...more] = term?.kind === "path" ? term.path : [];
  return typeof name === "string" && more.length === 0 ? name : undefined;
}

function isEquality(condition: ConditionTree): condition is ConditionTree & { readonly kind: "compare" } {
  return condition.kind === "compare" && condition.comparator === "=";
}

/** The values that `=` compares the attributes with, and the remaining conditions; undefined if an attribute has none. */
function keyOf(
  where: ConditionTree | undefined,
  keys: Keys,
): { readonly key: Values; readonly rest: readonly ConditionTree[] } | undefined {
  const parts = partsOf(where);
  const found = keys.map((name) =>
    parts.find((each) => isEquality(each) && comparedAttribute(each) === name),
  );
  const key: Record<string, AttributeValue> = {};
  for (const [index, each] of found.entries()) {
    if (each?.kind !== "compare" || each.right.kind !== "value") return undefined;
    key[keys[index] ?? ""] = each.right.value;
  }
  return { key, rest: parts.filter((each) => !found.includes(each)) };
}

function requireKey(where: ConditionTree | undefined, keys: Keys) {
  const found = keyOf(where, keys);
  if (found !== undefined) return found;
  throw new StatementError("Where clause does not contain a mandatory equality on all key attributes");
}

/** Whether a statement compares all key attributes by `=`, so that it reads one item at most. */
export const namesItem = ({ where }: Select, keys: Keys): boolean => keyOf(where, keys) !== undefined;

/** Whether a statement compares the partition key by `=`, so that it reads one partition only. */
export function comparesKey({ where }: Select, partitionKey: string | undefined): boolean {
  return partsOf(where).some((each) => isEquality(each) && comparedAttribute(each) === partitionKey);
}

/** A query, where the partition key is compared by `=`; else a scan. */
export function selectRequest({ table, index, where, order }: Select, keys: Keys): TableRequest {
  const write = new Expressions();
  const parts = partsOf(where);
  const [partitionKey = "", sortKey] = keys;
  const partition = parts.find((each) => isEquality(each) && comparedAttribute(each) === partitionKey);
  const input = { TableName: table, ...(index !== undefined && { IndexName: index }) };
  if (order.length > 0 && partition === undefined) {
    throw new StatementError("Must have WHERE clause in the statement when using ORDER BY clause.");
  }
  const unknown = order.find(({ path }) => !keys.includes(path.join(".")));
  if (unknown !== undefined) {
    throw new StatementError(
      `Variable reference ${unknown.path.join(".")} in ORDER BY clause must be part of the primary key`,
    );
  }
  const sort = parts.find(
    (each) => each !== partition && isKeyCondition(each) && comparedAttribute(each) === sortKey,
  );
  const rest = parts.filter((each) => each !== partition && each !== sort);
  const isBackward = order.some(({ path, isDescending }) => isDescending && path[0] === sortKey);
  // The filter of a query may not name a key.
  if (partition === undefined || rest.some((each) => namesKey(each, keys))) {
    const filter = where === undefined ? {} : { FilterExpression: write.condition(where) };
    return {
      operation: "Scan",
      input: { ...input, ...filter, ...write.placeholders },
      isReversed: isBackward,
    };
  }
  const byKey = sort === undefined ? [partition] : [partition, sort];
  return {
    operation: "Query",
    input: {
      ...input,
      KeyConditionExpression: write.all(byKey),
      ...(isBackward && { ScanIndexForward: false }),
      ...(rest.length > 0 && { FilterExpression: write.all(rest) }),
      ...write.placeholders,
    },
  };
}

/** Whether a condition names a key. */
const namesKey = (condition: ConditionTree, keys: Keys): boolean =>
  [...pathsOf(condition)].some(([name]) => keys.includes(String(name)));

function isKeyCondition(condition: ConditionTree): boolean {
  return condition.kind !== "compare" || condition.comparator !== "<>";
}

/** The read of one item by its key. */
export function getRequest({ table, where }: Select, keys: Keys): TableRequest {
  const { key, rest } = requireKey(where, keys);
  if (rest.length > 0) {
    throw new StatementError(
      "Select statements within ExecuteTransaction must compare the key attributes only",
    );
  }
  return { operation: "GetItem", input: { TableName: table, Key: key } };
}

export function insertRequest({ table, item }: Insert, keys: Keys): TableRequest {
  const write = new Expressions();
  const ConditionExpression = `attribute_not_exists(${write.path([keys[0] ?? ""])})`;
  return {
    operation: "PutItem",
    input: { TableName: table, Item: item, ConditionExpression, ...write.placeholders },
  };
}

/** Whether there is an item. */
const exists = ([partitionKey = ""]: Keys): ConditionTree => ({
  kind: "test",
  name: "attribute_exists",
  operands: [{ kind: "path", path: [partitionKey] }],
});

/** An update changes an item that exists. */
export function updateRequest({ table, steps, where, returning }: Update, keys: Keys): TableRequest {
  const { key, rest } = requireKey(where, keys);
  const write = new Expressions();
  const UpdateExpression = write.update(steps);
  return {
    operation: "UpdateItem",
    input: {
      TableName: table,
      Key: key,
      UpdateExpression,
      ConditionExpression: write.all([exists(keys), ...rest]),
      ...(returning !== undefined && { ReturnValues: returning }),
      ...write.placeholders,
    },
  };
}

export function deleteRequest({ table, where, returning }: Delete, keys: Keys): TableRequest {
  const { key, rest } = requireKey(where, keys);
  const write = new Expressions();
  return {
    operation: "DeleteItem",
    input: {
      TableName: table,
      Key: key,
      ...(rest.length > 0 && { ConditionExpression: write.all(rest) }),
      ...(returning !== undefined && { ReturnValues: returning }),
      ...write.placeholders,
    },
  };
}

export function existsRequest({ select: { table, where } }: Exists, keys: Keys): TableRequest {
  const { key, rest } = requireKey(where, keys);
  const write = new Expressions();
  return {
    operation: "ConditionCheck",
    input: {
      TableName: table,
      Key: key,
      ConditionExpression: write.all([exists(keys), ...rest]),
      ...write.placeholders,
    },
  };
}
