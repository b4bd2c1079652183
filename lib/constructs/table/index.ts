export type {
  TableGlobalIndexProps,
  TableLocalIndexProps,
  TablePrimaryIndex,
  TableProjection,
  TableProps,
  TableReplicaProps,
  TableStream,
  TableWarmThroughputProps,
} from "./props";
export { TableFieldType } from "./props";
export { Table } from "./table";
