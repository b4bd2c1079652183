export type {
  TableFieldType,
  TableGlobalIndexProps,
  TableLocalIndexProps,
  TablePrimaryIndex,
  TableProjection,
  TableProps,
  TableStream,
} from "./props";
export { Table } from "./table";
