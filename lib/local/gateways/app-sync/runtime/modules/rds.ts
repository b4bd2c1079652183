import { isValues } from "../../../../model/values";
import { rdsToObjects } from "../../utilities/rds-result";
import { ResolverError } from "../../utilities/signals";

type Input = Readonly<Record<string, unknown>>;

const inputOf = (given: unknown): Input => (isValues(given) ? given : {});
const listOf = (given: unknown): readonly unknown[] =>
  given === undefined || given === null ? [] : Array.isArray(given) ? given : [given];

/** A value that the Data API reads as a type. */
class TypedValue {
  constructor(
    readonly type: string,
    readonly value: unknown,
  ) {}
}

/** A function of SQL over a column. */
class Aggregate {
  constructor(
    readonly name: string,
    readonly isDistinct: boolean,
    readonly column: unknown,
  ) {}
}

/** A statement, which is written when the database is known. */
class Statement {
  constructor(readonly write: (writer: Writer) => string) {}
}

/** Writes statements for one kind of database, and collects their parameters. */
class Writer {
  readonly variables: Record<string, unknown> = {};
  readonly hints: Record<string, string> = {};

  constructor(private readonly quote: '"' | "`") {}

  value(given: unknown): string {
    const name = `:P${Object.keys(this.variables).length}`;
    const isTyped = given instanceof TypedValue;
    this.variables[name] = isTyped ? given.value : given;
    if (isTyped) this.hints[name] = given.type;
    return name;
  }

  /** `"notes"."id"` of `notes.id`; `*` stays. */
  name(given: unknown): string {
    const parts = String(given).split(".");
    return parts
      .map((part) =>
        part === "*" ? part : this.quote + part.replaceAll(this.quote, this.quote + this.quote) + this.quote,
      )
      .join(".");
  }

  /** A column, table, aggregate or statement, with an alias if it is an object. */
  source(given: unknown): string {
    if (given instanceof Statement) return `(${given.write(this)})`;
    if (given instanceof Aggregate) {
      return `${given.name}(${given.isDistinct ? "DISTINCT " : ""}${this.name(given.column)})`;
    }
    const [[alias, aliased] = []] = Object.entries(isValues(given) ? given : {});
    return alias === undefined ? this.name(given) : `${this.source(aliased)} AS ${this.name(alias)}`;
  }
}

const comparisons: Readonly<Record<string, string>> = {
  eq: "=",
  ne: "<>",
  lt: "<",
  le: "<=",
  gt: ">",
  ge: ">=",
};
const aggregates = ["max", "min", "count", "avg", "sum"] as const;

function aggregateOf(operator: string): ((column: unknown) => Aggregate) | undefined {
  const [, name, distinct] = /^([a-z]+)(Distinct)?$/.exec(operator) ?? [];
  if (!aggregates.some((each) => each === name)) return undefined;
  return (column) => new Aggregate(String(name), distinct !== undefined, column);
}

/** The text of a condition; undefined for one that asks for nothing. */
function conditionText(given: unknown, writer: Writer): string | undefined {
  if (given instanceof Statement) return given.write(writer);
  const parts = Object.entries(inputOf(given)).flatMap(([key, value]) => {
    if (key === "and" || key === "or" || key === "not") {
      const inner = listOf(value).flatMap((each) => conditionText(each, writer) ?? []);
      if (inner.length === 0) return [];
      const text = `(${inner.join(key === "or" ? " OR " : " AND ")})`;
      return [key === "not" ? `NOT ${text}` : text];
    }
    return operationTexts(writer.name(key), key, value, writer);
  });
  return parts.length === 0 ? undefined : parts.join(" AND ");
}

function operationTexts(column: string, path: string, given: unknown, writer: Writer): readonly string[] {
  return Object.entries(inputOf(given)).flatMap(([operator, value]) => {
    if (value === undefined) return [];
    if (value === null && (operator === "eq" || operator === "ne")) {
      return [`${column} IS ${operator === "eq" ? "" : "NOT "}NULL`];
    }
    if (value === null) return [];
    const sign = Object.hasOwn(comparisons, operator) ? comparisons[operator] : undefined;
    if (sign !== undefined) return [`${column} ${sign} ${writer.value(value)}`];
    const aggregate = aggregateOf(operator);
    if (aggregate !== undefined) return operationTexts(writer.source(aggregate(path)), path, value, writer);
    switch (operator) {
      case "beginsWith":
        return [`${column} LIKE ${writer.value(`${String(value)}%`)}`];
      case "contains":
        return [`${column} LIKE ${writer.value(`%${String(value)}%`)}`];
      case "notContains":
        return [`${column} NOT LIKE ${writer.value(`%${String(value)}%`)}`];
      case "between": {
        const [from, to] = listOf(value);
        return [`${column} BETWEEN ${writer.value(from)} AND ${writer.value(to)}`];
      }
      case "in":
        return [
          `${column} IN (${listOf(value)
            .map((each) => writer.value(each))
            .join(", ")})`,
        ];
      case "attributeExists":
        return [`${column} IS ${value === false ? "" : "NOT "}NULL`];
      case "size":
        return operationTexts(`LENGTH(${column})`, path, value, writer);
      default:
        throw new ResolverError(`Unknown operator ${operator} of ${path}.`, "Code");
    }
  });
}

const clause = (word: string, text: string | undefined): string =>
  text === undefined || text === "" ? "" : ` ${word} ${text}`;

const joins: Readonly<Record<string, string>> = {
  join: "JOIN",
  innerJoin: "INNER JOIN",
  leftJoin: "LEFT JOIN",
  leftOuterJoin: "LEFT OUTER JOIN",
  rightJoin: "RIGHT JOIN",
  rightOuterJoin: "RIGHT OUTER JOIN",
  fullOuterJoin: "FULL OUTER JOIN",
  crossJoin: "CROSS JOIN",
  joinNatural: "NATURAL JOIN",
  innerJoinNatural: "NATURAL INNER JOIN",
  leftJoinNatural: "NATURAL LEFT JOIN",
  leftOuterJoinNatural: "NATURAL LEFT OUTER JOIN",
  rightJoinNatural: "NATURAL RIGHT JOIN",
  rightOuterJoinNatural: "NATURAL RIGHT OUTER JOIN",
  fullOuterJoinNatural: "NATURAL FULL OUTER JOIN",
};

function joinTexts(given: Input, writer: Writer): string {
  return Object.entries(joins)
    .flatMap(([key, word]) =>
      listOf(given[key]).map((each) => {
        const { table, from, on, using } = inputOf(each);
        const columns = listOf(using).map((column) => writer.source(column));
        const target =
          columns.length === 0 ? clause("ON", conditionText(on, writer)) : ` USING (${columns.join(", ")})`;
        return ` ${word} ${writer.source(table ?? from)}${target}`;
      }),
    )
    .join("");
}

function select(payload: unknown): Statement {
  const given = inputOf(payload);
  return new Statement((writer) => {
    const { table, from, columns = "*", where, groupBy, having, orderBy, limit, offset } = given;
    const order = listOf(orderBy).map((each) => {
      const { column, dir } = inputOf(each);
      return (
        writer.name(column) +
        (dir === undefined ? "" : String(dir).toUpperCase() === "DESC" ? " DESC" : " ASC")
      );
    });
    const groups = listOf(groupBy).map((each) =>
      typeof each === "number" ? String(each) : writer.name(each),
    );
    return (
      `SELECT ${listOf(columns)
        .map((each) => writer.source(each))
        .join(", ")} FROM ${writer.source(table ?? from)}` +
      joinTexts(given, writer) +
      clause("WHERE", conditionText(where, writer)) +
      clause("GROUP BY", groups.join(", ")) +
      clause("HAVING", conditionText(having, writer)) +
      clause("ORDER BY", order.join(", ")) +
      clause("LIMIT", limit === undefined || limit === null ? undefined : writer.value(Number(limit))) +
      clause("OFFSET", offset === undefined || offset === null ? undefined : writer.value(Number(offset)))
    );
  });
}

const returned = (returning: unknown, writer: Writer): string =>
  clause(
    "RETURNING",
    listOf(returning)
      .map((each) => writer.source(each))
      .join(", "),
  );

function insert(payload: unknown): Statement {
  const { table, from, values, returning } = inputOf(payload);
  return new Statement((writer) => {
    const entries = Object.entries(inputOf(values));
    const columns = entries.map(([name]) => writer.name(name)).join(", ");
    const given = entries.map(([, value]) => writer.value(value)).join(", ");
    const into = writer.source(table ?? from);
    return `INSERT INTO ${into} (${columns}) VALUES (${given})${returned(returning, writer)}`;
  });
}

function update(payload: unknown): Statement {
  const { table, from, values, where, returning } = inputOf(payload);
  return new Statement((writer) => {
    const set = Object.entries(inputOf(values)).map(
      ([name, value]) => `${writer.name(name)} = ${writer.value(value)}`,
    );
    const rows = clause("WHERE", conditionText(where, writer));
    return `UPDATE ${writer.source(table ?? from)} SET ${set.join(", ")}${rows}${returned(returning, writer)}`;
  });
}

function remove(payload: unknown): Statement {
  const { table, from, where, returning } = inputOf(payload);
  return new Statement((writer) => {
    const rows = clause("WHERE", conditionText(where, writer));
    return `DELETE FROM ${writer.source(table ?? from)}${rows}${returned(returning, writer)}`;
  });
}

function request(quote: '"' | "`", statements: readonly unknown[]): object {
  const writer = new Writer(quote);
  const texts = statements.flatMap((each) => {
    if (each === undefined || each === null) return [];
    return each instanceof Statement ? each.write(writer) : String(each);
  });
  return { statements: texts, variableMap: writer.variables, variableTypeHintMap: writer.hints };
}

const hint = (type: string) => (value: unknown) => new TypedValue(type, value);

/**
 * The module `@aws-appsync/utils/rds`.
 *
 * Source: https://docs.aws.amazon.com/appsync/latest/devguide/built-in-modules-js.html
 */
export const rdsModule = {
  select,
  insert,
  update,
  remove,
  createPgStatement: (...statements: unknown[]) => request('"', statements),
  createMySQLStatement: (...statements: unknown[]) => request("`", statements),
  sql: (texts: readonly string[], ...values: unknown[]) =>
    new Statement((writer) =>
      texts.map((text, index) => text + (index < values.length ? writer.value(values[index]) : "")).join(""),
    ),
  toJsonObject: (result: unknown) => rdsToObjects(result),
  typeHint: {
    DECIMAL: hint("DECIMAL"),
    JSON: hint("JSON"),
    TIMESTAMP: hint("TIMESTAMP"),
    TIME: hint("TIME"),
    UUID: hint("UUID"),
    DATE: hint("DATE"),
  },
  agg: Object.fromEntries(
    aggregates.flatMap((name) => [
      [name, (column: unknown) => new Aggregate(name, false, column)],
      [`${name}Distinct`, (column: unknown) => new Aggregate(name, true, column)],
    ]),
  ),
};
