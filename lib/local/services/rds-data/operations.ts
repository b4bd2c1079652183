import { block, blocks, flag, text, type Values } from "../../../model";
import { type Operation, ServiceError } from "../contract/define-service";
import type { RdsClusters } from "./clusters";
import { runStatements, withDatabaseErrors } from "./run-statement";
import { type ColumnKind, parameterMap, parseArray, type SqlColumn, type SqlResult } from "./values";

/** Source: https://docs.aws.amazon.com/rdsdataservice/latest/APIReference/API_ExecuteStatement.html */
const maxResultBytes = 1024 * 1024;

export const executeStatement: Operation<RdsClusters, Values, object> = async (clusters, input) => {
  const [result] = await runStatements(clusters, input, [parameterMap(blocks(input, "parameters"))]);
  const answer = result === undefined ? {} : answerOf(result, input);
  if (Buffer.byteLength(JSON.stringify(answer)) > maxResultBytes) {
    throw new ServiceError(
      "BadRequestException",
      "Database returned more than the allowed response size limit",
    );
  }
  return answer;
};

function answerOf(result: SqlResult, input: Values): object {
  const { columns, affectedRows, insertId } = result;
  const options = resultOptions(input);
  const hasRows = columns.length > 0;
  const common = {
    numberOfRecordsUpdated: hasRows ? 0 : affectedRows,
    generatedFields: insertId === undefined ? [] : [{ longValue: insertId }],
  };
  if (!hasRows) return common;
  if (text(input, "formatRecordsAs") === "JSON") {
    return { numberOfRecordsUpdated: 0, formattedRecords: formattedRecords(result, options) };
  }
  return {
    numberOfRecordsUpdated: 0,
    records: result.rows.map((row) =>
      result.columns.map((column, index) => fieldOf(column, row[index] ?? null, options)),
    ),
    ...(flag(input, "includeResultMetadata") === true && { columnMetadata: metadataOf(result) }),
  };
}

/** A field as the Data API writes it. */
type Field = Readonly<Record<string, unknown>>;

function resultOptions(input: Values) {
  const options = block(input, "resultSetOptions") ?? {};
  return {
    isDecimalNumber: text(options, "decimalReturnType") === "DOUBLE_OR_LONG",
    isLongText: text(options, "longReturnType") === "STRING",
  };
}

/** The form of numbers that a request wants. */
type ResultOptions = Readonly<ReturnType<typeof resultOptions>>;

function fieldOf(column: SqlColumn, value: string | null, options: ResultOptions): Field {
  if (value === null) return { isNull: true };
  if (column.element !== undefined)
    return { arrayValue: arrayOf(column.element, parseArray(value), options) };
  const [member, written] = valueOf(column.kind, value, options);
  return { [member]: written };
}

type Member = "booleanValue" | "longValue" | "doubleValue" | "stringValue" | "blobValue";

function valueOf(kind: ColumnKind, value: string, options: ResultOptions): readonly [Member, unknown] {
  switch (kind) {
    case "boolean":
      return ["booleanValue", value === "t" || value === "true" || value === "1"];
    case "long":
      return options.isLongText ? ["stringValue", value] : ["longValue", Number(value)];
    case "double":
      // JSON has no such numbers.
      return Number.isFinite(Number(value)) ? ["doubleValue", Number(value)] : ["stringValue", value];
    case "decimal": {
      if (!options.isDecimalNumber || !Number.isFinite(Number(value))) return ["stringValue", value];
      return [/[.eE]/.test(value) ? "doubleValue" : "longValue", Number(value)];
    }
    case "blob":
      return ["blobValue", value];
    case "string":
      return ["stringValue", value];
  }
}

type Nested = string | null | readonly Nested[];

function arrayOf(kind: ColumnKind, items: readonly Nested[], options: ResultOptions): Field {
  if (items.some((item) => Array.isArray(item))) {
    return { arrayValues: items.map((item) => arrayOf(kind, (item ?? []) as readonly Nested[], options)) };
  }
  const values = items.map((item) => (item === null ? undefined : valueOf(kind, item as string, options)));
  const member = values.find((value) => value !== undefined)?.[0] ?? "stringValue";
  return { [`${member}s`]: values.map((value) => value?.[1] ?? null) };
}

/** The metadata of the columns. */
function metadataOf({ columns }: SqlResult): readonly object[] {
  return columns.map(({ name, typeName, jdbcType, kind, element, elementJdbcType }) => ({
    arrayBaseColumnType: elementJdbcType ?? 0,
    isAutoIncrement: false,
    isCaseSensitive: kind === "string" && element === undefined,
    isCurrency: typeName === "money",
    isSigned: ["long", "double", "decimal"].includes(kind),
    label: name,
    name,
    nullable: 2,
    precision: 0,
    scale: 0,
    schemaName: "",
    tableName: "",
    type: jdbcType,
    typeName,
  }));
}

/** The rows as JSON text: objects by the labels of the columns. */
function formattedRecords({ columns, rows }: SqlResult, options: ResultOptions): string {
  const plain = (field: Field): unknown => {
    const [[member, value] = []] = Object.entries(field);
    if (member === "isNull") return null;
    return member === "arrayValue" ? plainArray(value as Field) : value;
  };
  const plainArray = (array: Field): unknown => {
    const [[member, values] = []] = Object.entries(array);
    return member === "arrayValues" ? (values as readonly Field[]).map(plainArray) : values;
  };
  const objects = rows.map((row) =>
    Object.fromEntries(
      columns.map((column, index) => [column.name, plain(fieldOf(column, row[index] ?? null, options))]),
    ),
  );
  return JSON.stringify(objects);
}

/** Source: https://docs.aws.amazon.com/rdsdataservice/latest/APIReference/API_BatchExecuteStatement.html */
export const batchExecuteStatement: Operation<RdsClusters, Values, object> = async (clusters, input) => {
  const given = Array.isArray(input.parameterSets) ? (input.parameterSets as (readonly Values[])[]) : [];
  const sets =
    given.length === 0 ? [new Map()] : given.map((set) => parameterMap(Array.isArray(set) ? set : []));
  const results = await runStatements(clusters, input, sets);
  return {
    updateResults: results.map(({ insertId }) => ({
      generatedFields: insertId === undefined ? [] : [{ longValue: insertId }],
    })),
  };
};

/** Source: https://docs.aws.amazon.com/rdsdataservice/latest/APIReference/API_BeginTransaction.html */
export const beginTransaction: Operation<RdsClusters, Values, object> = async (clusters, input) => {
  const cluster = clusters.require(input);
  const session = await cluster.database().connect();
  return { transactionId: await withDatabaseErrors(cluster.transactions.begin(session)) };
};

const endTransaction =
  (how: "commit" | "rollback", transactionStatus: string): Operation<RdsClusters, Values, object> =>
  async (clusters, input) => {
    const { transactions } = clusters.require(input);
    await withDatabaseErrors(transactions.end(text(input, "transactionId") ?? "", how));
    return { transactionStatus };
  };

/** Source: https://docs.aws.amazon.com/rdsdataservice/latest/APIReference/API_CommitTransaction.html */
export const commitTransaction = endTransaction("commit", "Transaction Committed");

/** Source: https://docs.aws.amazon.com/rdsdataservice/latest/APIReference/API_RollbackTransaction.html */
export const rollbackTransaction = endTransaction("rollback", "Rollback Complete");
