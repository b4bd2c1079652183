import type { DynamodbTableConfig } from "@cdktf/provider-aws/lib/dynamodb-table";
import type { IConstruct } from "constructs";
import { checkLiteral } from "../../kit/core/checks/check";
import { fail } from "./errors";
import type { TableProps, TableStream } from "./props";

const literals: readonly TableStream[] = ["new_image", "old_image", "new_and_old_images", "keys_only"];

/** The config for the stream of a table; empty if it is off. */
export function streamConfig(
  table: IConstruct,
  stream: TableProps["stream"],
  hasReplicas: boolean,
): Pick<DynamodbTableConfig, "streamEnabled" | "streamViewType"> {
  if (typeof stream !== "boolean" && stream !== undefined) checkLiteral(table, "stream", stream, literals);
  const view = stream === true ? "new_and_old_images" : stream;
  // AWS replicates changes through this stream, and would enable it itself.
  // Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/V2globaltables_HowItWorks.html
  if (hasReplicas && view !== "new_and_old_images" && view !== undefined) {
    fail(table, "table-replica-stream", "stream", { value: stream });
  }
  const wanted = hasReplicas ? "new_and_old_images" : view;
  return wanted === undefined || wanted === false
    ? {}
    : { streamEnabled: true, streamViewType: wanted.toUpperCase() };
}
