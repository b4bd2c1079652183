import type { Values } from "../../../model/resources/model";
import { describedFeatures, type TableFeatures } from "./table-features";
import type { TableSettings } from "./table-settings";

/**
 * Adds to the package's description of a table what the package does not know.
 *
 * @param isRead - whether it is the description of `DescribeTable`
 */
export function describedTable(
  table: Values,
  { stream, features = {} }: Partial<Pick<TableSettings, "stream" | "features">>,
  isRead = false,
): Values {
  return {
    ...table,
    ...describedFeatures(table, features, isRead),
    ...(typeof table.TableId === "string" && { TableId: wholeId(table.TableId) }),
    ...(stream !== undefined && {
      StreamSpecification: { StreamEnabled: true, StreamViewType: stream.viewType },
      LatestStreamArn: stream.arn,
      LatestStreamLabel: stream.arn.split("/").at(-1),
    }),
  };
}

/** The description of a table that is being deleted: it does not say what the table was like. */
export function deletedTable(table: Values, features: TableFeatures = {}): Values {
  const {
    KeySchema: _keys,
    AttributeDefinitions: _attributes,
    GlobalSecondaryIndexes: _global,
    LocalSecondaryIndexes: _local,
    CreationDateTime: _created,
    ...rest
  } = describedTable(table, { features });
  return rest;
}

/** The package's identifiers lack the last two bytes of a UUID. */
function wholeId(id: string): string {
  return id.length === 32 ? `${id}${id.slice(0, 4)}` : id;
}
