import { isRecord } from "../../text/record";
import { aggregates, whereClause } from "./conditions";
import { Aggregate, refusedInput, SqlStatement, typeHint, Writer } from "./writer";

type Input = Readonly<Record<string, unknown>>;

const inputOf = (given: unknown): Input => (isRecord(given) ? given : {});
const listOf = (given: unknown): readonly unknown[] =>
  given === undefined || given === null ? [] : Array.isArray(given) ? given : [given];
const isNothing = (value: unknown): value is null | undefined => value === undefined || value === null;

const clause = (word: string, text: string): string => (text === "" ? "" : `${word} ${text}`);

/** AWS drops clauses that are empty, and spaces at the end. */
const joined = (...clauses: readonly string[]): string =>
  clauses
    .filter((each) => each !== "")
    .join(" ")
    .trimEnd();

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

function joinTexts(given: Input, writer: Writer): readonly string[] {
  return Object.entries(joins).flatMap(([key, word]) =>
    listOf(given[key]).map((each) => {
      const { table, from, on, using } = inputOf(each);
      const columns = listOf(using).map((column) => writer.source(column));
      const target =
        columns.length === 0 ? clause("ON", whereClause(on, writer)) : `USING (${columns.join(", ")})`;
      return joined(`${word} ${writer.table(table ?? from)}`, target);
    }),
  );
}

function payloadOf(given: unknown, verb: string): Input {
  if (given === undefined) throw refusedInput(`An argument is expected to be passed to ${verb}`);
  if (!isRecord(given)) throw refusedInput("Expected payload to be an Object.");
  return given;
}

function tableOf({ table }: Input, writer: Writer): string {
  if (isNothing(table)) throw refusedInput("'table' or 'from' key is required.");
  return writer.table(table);
}

/** Only `select` has `from`. */
function selectedTable({ table, from }: Input, writer: Writer): string {
  if (isNothing(from)) return tableOf({ table }, writer);
  if (!isNothing(table)) throw refusedInput("'from' and 'table' keys cannot be used together");
  if (typeof from !== "string" && !isRecord(from)) {
    throw refusedInput("'from' value is expected to be string or object.");
  }
  return writer.table(from);
}

function orderText(given: unknown, writer: Writer): string {
  if (isNothing(given)) return "";
  if (!Array.isArray(given)) throw refusedInput("orderBy expects an array.");
  return given
    .map((each: unknown) => {
      if (!isRecord(each)) throw refusedInput("orderBy item expected to be an object.");
      const { column, dir } = each;
      if (typeof column !== "string") throw refusedInput("orderBy item expected to have property column.");
      const direction = typeof dir === "string" ? dir.toUpperCase() : "ASC";
      if (direction !== "ASC" && direction !== "DESC") {
        throw refusedInput(`orderBy dir can have either ASC or DESC found ${String(dir)}.`);
      }
      return `${writer.name(column)} ${direction}`;
    })
    .join(", ");
}

function countText(name: "limit" | "offset", given: unknown, writer: Writer): string {
  if (isNothing(given)) return "";
  const count = given === "" ? Number.NaN : Number(given);
  if (Number.isNaN(count)) throw refusedInput(`${name} expects a number.`);
  return writer.value(count);
}

function select(payload: unknown): SqlStatement {
  const given = payloadOf(payload, "select");
  return new SqlStatement((writer) => {
    const { columns, where, groupBy, having, orderBy, limit, offset } = given;
    const groups = listOf(groupBy).map((each) =>
      typeof each === "number" ? String(each) : writer.name(each),
    );
    return joined(
      "SELECT",
      isNothing(columns) ? "*" : writer.columns(columns),
      `FROM ${selectedTable(given, writer)}`,
      ...joinTexts(given, writer),
      clause("WHERE", whereClause(where, writer)),
      clause("GROUP BY", groups.join(", ")),
      clause("HAVING", whereClause(having, writer)),
      clause("ORDER BY", orderText(orderBy, writer)),
      clause("LIMIT", countText("limit", limit, writer)),
      clause("OFFSET", countText("offset", offset, writer)),
    );
  });
}

function valuesOf({ values }: Input, verb: string): readonly (readonly [string, unknown])[] {
  if (isNothing(values)) throw refusedInput(`values are expected to be passed to ${verb}`);
  if (!isRecord(values)) throw refusedInput("Expected values to an Object.");
  return Object.entries(values);
}

function returned({ returning }: Input, writer: Writer): string {
  if (isNothing(returning)) return "";
  const columns = writer.columns(returning);
  if (writer.database === "MySQL") throw refusedInput("returning is not supported in MySQL.");
  return joined("RETURNING", columns);
}

function rowsText({ where }: Input, does: string, writer: Writer): string {
  const text = whereClause(where, writer);
  if (text === "") writer.warn(`The statement ${does}: its where has no condition.`);
  return clause("WHERE", text);
}

function insert(payload: unknown): SqlStatement {
  const given = payloadOf(payload, "insert");
  return new SqlStatement((writer) => {
    const entries = valuesOf(given, "insert");
    const columns = entries.map(([name]) => writer.name(name)).join(", ");
    const values = entries.map(([, value]) => writer.valueOrNull(value)).join(", ");
    const into = `INSERT INTO ${tableOf(given, writer)}`;
    return joined(into, `(${columns}) VALUES (${values})`, returned(given, writer));
  });
}

function update(payload: unknown): SqlStatement {
  const given = payloadOf(payload, "update");
  return new SqlStatement((writer) => {
    const set = valuesOf(given, "update").map(
      ([name, value]) => `${writer.name(name)} = ${writer.valueOrNull(value)}`,
    );
    const table = tableOf(given, writer);
    const rows = rowsText(given, `updates all rows of ${table}`, writer);
    return joined(`UPDATE ${table} SET`, set.join(", "), rows, returned(given, writer));
  });
}

function remove(payload: unknown): SqlStatement {
  const given = payloadOf(payload, "remove");
  return new SqlStatement((writer) => {
    const table = tableOf(given, writer);
    const rows = rowsText(given, `deletes all rows of ${table}`, writer);
    return joined(`DELETE FROM ${table}`, rows, returned(given, writer));
  });
}

function sql(texts: unknown, ...values: readonly unknown[]): SqlStatement {
  if (!Array.isArray(texts) || texts.length !== values.length + 1) {
    // AWS returns this error of its own code.
    throw refusedInput(
      "java.lang.IllegalArgumentException: Unexpected argument passed to sql tagged template",
    );
  }
  const write = (writer: Writer): string =>
    texts
      .map((text, index) => String(text) + (index < values.length ? writer.value(values[index]) : ""))
      .join("");
  return new SqlStatement(write, true);
}

type Warn = (text: string) => void;

function request(database: Writer["database"], name: string, warn: Warn) {
  return (...statements: readonly unknown[]): object => {
    if (statements.length === 0) throw refusedInput(`An argument is expected to be passed to ${name}`);
    const writer = new Writer(database, warn);
    const texts = statements.map((each) => {
      if (typeof each === "string") return each;
      if (each instanceof SqlStatement) return each.write(writer);
      throw refusedInput(`Unsupported type is passed as argument to ${name}`);
    });
    return { statements: texts, variableMap: writer.variables, variableTypeHintMap: writer.hints };
  };
}

/**
 * The module `@aws-appsync/utils/rds`, without `toJsonObject`, which reads results.
 *
 * Source: https://docs.aws.amazon.com/appsync/latest/devguide/built-in-modules-js.html; statements, refusals and their texts
 * are those of recorded responses of EvaluateCode (test/local/recorded/appsync/rds.json).
 *
 * @param warn - receives a line for each valid statement that is likely a mistake
 */
export const rdsModule = (warn: Warn) => ({
  select,
  insert,
  update,
  remove,
  createPgStatement: request("PostgreSQL", "createPgStatement", warn),
  createMySQLStatement: request("MySQL", "createMySQLStatement", warn),
  sql,
  typeHint,
  agg: Object.fromEntries(
    aggregates.flatMap((name) => [
      [name, (column: unknown) => new Aggregate(name, false, column)],
      [`${name}Distinct`, (column: unknown) => new Aggregate(name, true, column)],
    ]),
  ),
});
