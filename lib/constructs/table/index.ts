export type {
  TableFieldType,
  TableGlobalIndexProps,
  TableLocalIndexProps,
  TablePrimaryIndex,
  TableProjection,
  TableProps,
  TableReplicaProps,
  TableStream,
  TableWarmThroughputProps,
} from "./props";
export { Table } from "./table";
