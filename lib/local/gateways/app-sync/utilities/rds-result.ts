import { jsonOf } from "../../../../facts/text/json";
import { isRecord } from "../../../../facts/text/record";

/** The rows of each statement, as objects by column. */
export function rdsToObjects(result: unknown): readonly (readonly object[])[] {
  const parsed = typeof result === "string" ? jsonOf(result) : result;
  const { sqlStatementResults } = isRecord(parsed) ? parsed : {};
  return (Array.isArray(sqlStatementResults) ? sqlStatementResults : []).map((each) => {
    const { records, columnMetadata } = isRecord(each) ? each : {};
    const columns = (Array.isArray(columnMetadata) ? columnMetadata : []).map((column) => {
      const { label, name } = isRecord(column) ? column : {};
      return String(label ?? name);
    });
    // A statement without rows, such as an update.
    if (!Array.isArray(records)) return [{}];
    return records.map((record) => rowOf(columns, record));
  });
}

function rowOf(columns: readonly string[], record: unknown): object {
  const fields: readonly unknown[] = Array.isArray(record) ? record : [];
  return Object.fromEntries(
    columns.flatMap((column, index) => {
      const value = fieldValue(fields[index]);
      return value === null ? [] : [[column, value] as const];
    }),
  );
}

function fieldValue(field: unknown): unknown {
  if (!isRecord(field) || field.isNull === true) return null;
  const [value] = Object.values(field);
  if (!isRecord(value)) return value;
  // A list: { arrayValue: { longValues: [...] } }.
  const [list] = Object.values(value);
  return Array.isArray(list)
    ? list.map((each) => (isRecord(each) ? fieldValue({ arrayValue: each }) : each))
    : null;
}
