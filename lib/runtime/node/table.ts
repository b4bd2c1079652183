import { boundResources, type WrittenAtSynthesis } from "../bindings/resources";

/** Tables of the app, by id; synthesis writes them. */
export interface TableResources extends WrittenAtSynthesis {}

/**
 * The tables that this function is bound to.
 *
 * @example
 * new GetCommand({ TableName: Table.notes.tableName, Key: { id } });
 */
export const Table = boundResources<TableResources>({ className: "Table", variables: ["tableName"] });
