import { propKeys } from "../../../kit/core";
import type { DataSourceKind } from "./kind";
import type { AppSyncApiNoneDataSource } from "./props";

export const noneDataSource: DataSourceKind<AppSyncApiNoneDataSource> = {
  keys: propKeys<AppSyncApiNoneDataSource>()({ type: true, name: "text", description: "text" }),
  cdkKeys: [],
  plan: () => () => ({ config: { type: "NONE" }, statements: undefined }),
};
