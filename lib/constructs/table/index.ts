export type {
  TableGlobalIndexOverride,
  TableGlobalIndexProps,
  TableLocalIndexProps,
  TableOverride,
  TablePrimaryIndex,
  TableProjection,
  TableProps,
  TableReplicaProps,
  TableStream,
  TableWarmThroughputProps,
} from "./props";
export { TableFieldType } from "./props";
export { Table } from "./table";
