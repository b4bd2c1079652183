import { isDeepStrictEqual } from "node:util";
import type { Values } from "../../../../model";
import {
  type Delete,
  type Exists,
  type Insert,
  type Path,
  type Select,
  StatementError,
  type Term,
  type Update,
  type UpdateStep,
  type WhereCondition,
  type WireValue,
} from "./syntax";

/** Writes parts of a statement as expressions of the other operations, with the placeholders that they need. */
class Expressions {
  private readonly names = new Map<string, string>();
  private readonly values: WireValue[] = [];

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

  condition(condition: WhereCondition): string {
    switch (condition.kind) {
      case "and":
      case "or":
        return `(${this.condition(condition.left)} ${condition.kind.toUpperCase()} ${this.condition(condition.right)})`;
      case "not":
        return `(NOT ${this.condition(condition.of)})`;
      case "compare":
        return `${this.term(condition.left)} ${condition.operator} ${this.term(condition.right)}`;
      case "between":
        return `${this.term(condition.term)} BETWEEN ${this.term(condition.least)} AND ${this.term(condition.most)}`;
      case "in":
        return `${this.term(condition.term)} IN (${condition.among.map((each) => this.term(each)).join(", ")})`;
      case "is":
        return condition.what === "MISSING"
          ? `attribute_not_exists(${this.path(condition.path)})`
          : `attribute_type(${this.path(condition.path)}, ${this.value({ S: "NULL" })})`;
      case "test":
        return this.call(condition);
    }
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
      else if (step.term.kind === "call" && Object.hasOwn(ofSets, step.term.name)) {
        const [of, members] = step.term.terms;
        const isItself = of?.kind === "path" && isDeepStrictEqual(of.path, step.path);
        if (!isItself || members?.kind !== "value") {
          throw new StatementError(`${step.term.name} needs the attribute that it sets, and a set`);
        }
        clauses[ofSets[step.term.name as keyof typeof ofSets]].push(`${path} ${this.value(members.value)}`);
      } else clauses.SET.push(`${path} = ${this.term(step.term)}`);
    }
    return Object.entries(clauses)
      .flatMap(([name, parts]) => (parts.length === 0 ? [] : [`${name} ${parts.join(", ")}`]))
      .join(" ");
  }

  private term(term: Term): string {
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

  private call({ name, terms }: { readonly name: string; readonly terms: readonly Term[] }): string {
    return `${name}(${terms.map((each) => this.term(each)).join(", ")})`;
  }

  private value(value: WireValue): string {
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
function partsOf(condition: WhereCondition | undefined): readonly WhereCondition[] {
  if (condition === undefined) return [];
  return condition.kind === "and" ? [...partsOf(condition.left), ...partsOf(condition.right)] : [condition];
}

function joined(parts: readonly WhereCondition[]): WhereCondition | undefined {
  return parts.reduce<WhereCondition | undefined>(
    (left, right) => (left === undefined ? right : { kind: "and", left, right }),
    undefined,
  );
}

/** The attribute that a condition compares with values; undefined for other conditions. */
function comparedAttribute(condition: WhereCondition): string | undefined {
  const term =
    condition.kind === "compare" && condition.right.kind === "value"
      ? condition.left
      : condition.kind === "between"
        ? condition.term
        : condition.kind === "test" && condition.name === "begins_with"
          ? condition.terms[0]
          : undefined;
  const [name, ...more] = term?.kind === "path" ? term.path : [];
  return typeof name === "string" && more.length === 0 ? name : undefined;
}

function isEquality(condition: WhereCondition): condition is WhereCondition & { readonly kind: "compare" } {
  return condition.kind === "compare" && condition.operator === "=";
}

/** The values that `=` compares the attributes with, and the remaining conditions; undefined if an attribute has none. */
function keyOf(
  where: WhereCondition | undefined,
  keys: Keys,
): { readonly key: Values; readonly rest: readonly WhereCondition[] } | undefined {
  const parts = partsOf(where);
  const found = keys.map((name) =>
    parts.find((each) => isEquality(each) && comparedAttribute(each) === name),
  );
  const key: Record<string, WireValue> = {};
  for (const [index, each] of found.entries()) {
    if (each?.kind !== "compare" || each.right.kind !== "value") return undefined;
    key[keys[index] ?? ""] = each.right.value;
  }
  return { key, rest: parts.filter((each) => !found.includes(each)) };
}

function requireKey(where: WhereCondition | undefined, keys: Keys) {
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
  if (partition === undefined || rest.some((each) => namesIn(each).some((name) => keys.includes(name)))) {
    const filter = where === undefined ? {} : { FilterExpression: write.condition(where) };
    return {
      operation: "Scan",
      input: { ...input, ...filter, ...write.placeholders },
      isReversed: isBackward,
    };
  }
  const byKey = [partition, ...(sort === undefined ? [] : [sort])].map((each) => write.condition(each));
  const filter = joined(rest);
  return {
    operation: "Query",
    input: {
      ...input,
      KeyConditionExpression: byKey.join(" AND "),
      ...(isBackward && { ScanIndexForward: false }),
      ...(filter !== undefined && { FilterExpression: write.condition(filter) }),
      ...write.placeholders,
    },
  };
}

/** The attributes that a condition names. */
function namesIn(part: WhereCondition | Term): readonly string[] {
  switch (part.kind) {
    case "value":
      return [];
    case "path":
    case "is":
      return [String(part.path[0])];
    case "and":
    case "or":
    case "compare":
    case "sum":
      return [...namesIn(part.left), ...namesIn(part.right)];
    case "not":
      return namesIn(part.of);
    case "between":
      return [part.term, part.least, part.most].flatMap(namesIn);
    case "in":
      return [part.term, ...part.among].flatMap(namesIn);
    case "call":
    case "test":
      return part.terms.flatMap(namesIn);
  }
}

function isKeyCondition(condition: WhereCondition): boolean {
  return condition.kind !== "compare" || condition.operator !== "<>";
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

/** An update changes an item that exists. */
export function updateRequest({ table, steps, where, returning }: Update, keys: Keys): TableRequest {
  const { key, rest } = requireKey(where, keys);
  const write = new Expressions();
  const UpdateExpression = write.update(steps);
  const exists = `attribute_exists(${write.path([keys[0] ?? ""])})`;
  const conditions = [exists, ...rest.map((each) => write.condition(each))];
  return {
    operation: "UpdateItem",
    input: {
      TableName: table,
      Key: key,
      UpdateExpression,
      ConditionExpression: conditions.join(" AND "),
      ...(returning !== undefined && { ReturnValues: returning }),
      ...write.placeholders,
    },
  };
}

export function deleteRequest({ table, where, returning }: Delete, keys: Keys): TableRequest {
  const { key, rest } = requireKey(where, keys);
  const write = new Expressions();
  const condition = joined(rest);
  return {
    operation: "DeleteItem",
    input: {
      TableName: table,
      Key: key,
      ...(condition !== undefined && { ConditionExpression: write.condition(condition) }),
      ...(returning !== undefined && { ReturnValues: returning }),
      ...write.placeholders,
    },
  };
}

export function existsRequest({ select: { table, where } }: Exists, keys: Keys): TableRequest {
  const { key, rest } = requireKey(where, keys);
  const write = new Expressions();
  const exists = `attribute_exists(${write.path([keys[0] ?? ""])})`;
  return {
    operation: "ConditionCheck",
    input: {
      TableName: table,
      Key: key,
      ConditionExpression: [exists, ...rest.map((each) => write.condition(each))].join(" AND "),
      ...write.placeholders,
    },
  };
}
