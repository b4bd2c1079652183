import { propKeys } from "../../../kit/core";
import { type DataSourceKind, dataSourceKeys } from "./kind";
import type { AppSyncApiNoneDataSource } from "./props";

export const noneDataSource: DataSourceKind<AppSyncApiNoneDataSource> = {
  keys: propKeys<AppSyncApiNoneDataSource>()(dataSourceKeys),
  cdkKeys: [],
  plan: () => () => ({ config: { type: "NONE" }, statements: undefined }),
};
