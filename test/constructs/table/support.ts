import { Table, type TableProps } from "../../../lib/constructs/table";
import type { Stack } from "../../../lib/kit/app";
import { type Block, only, testStack } from "../../support/stack";

export const handler = "functions/notes.get";

/** The least that a table needs. */
export const keys = {
  fields: { id: "string", at: "number", owner: "string", image: "binary" },
  primaryIndex: { partitionKey: "id" },
} as const satisfies TableProps;

/** A table called Notes with these props over the least that it needs. */
export function notes(props: TableProps = {}, stack = testStack()) {
  return { stack, table: new Table(stack, "Notes", { ...keys, ...props }) };
}

/** The one table of a stack. */
export function written(stack: Stack): Block {
  return only(stack, "aws_dynamodb_table");
}
