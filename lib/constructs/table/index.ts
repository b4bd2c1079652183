export type * from "./props";
export { TableFieldType } from "./props";
export { Table } from "./table";
