/** The form in which the Data API writes the values of a column. */
export type ColumnKind = "boolean" | "long" | "double" | "decimal" | "string" | "blob";

export interface SqlColumn {
  readonly name: string;
  /** The database's name of the type: `int4`, `VARCHAR`. */
  readonly typeName: string;
  /** Number of the type in JDBC, which the service reports. */
  readonly jdbcType: number;
  readonly kind: ColumnKind;
  /** The form of an array's elements. */
  readonly element?: ColumnKind;
  readonly elementJdbcType?: number;
}

export interface SqlResult {
  /** Empty for a statement without a result set. */
  readonly columns: readonly SqlColumn[];
  /** Values as text; bytes as base64. */
  readonly rows: readonly (readonly (string | null)[])[];
  readonly affectedRows: number;
  /** The id that MySQL has generated for the first row. */
  readonly insertId?: number;
}
