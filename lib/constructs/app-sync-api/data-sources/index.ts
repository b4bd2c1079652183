import { dynamodbDataSource } from "./dynamodb";
import { eventBusDataSource } from "./event-bus";
import { functionDataSource } from "./function";
import { httpDataSource } from "./http";
import type { DataSourceKind } from "./kind";
import { noneDataSource } from "./none";
import { openSearchDataSource } from "./open-search";
import { rdsDataSource } from "./rds";

/** The kinds of data sources, by the value of `type`. */
export const dataSourceKinds = {
  function: functionDataSource,
  dynamodb: dynamodbDataSource,
  rds: rdsDataSource,
  http: httpDataSource,
  event_bus: eventBusDataSource,
  open_search: openSearchDataSource,
  none: noneDataSource,
  // The key of the table is the `type` of the props.
} as const satisfies Readonly<Record<string, DataSourceKind<never>>>;

export type DataSourceType = keyof typeof dataSourceKinds;
