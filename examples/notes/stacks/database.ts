import { DynamodbTable } from "@cdktf/provider-aws/lib/dynamodb-table";
import type { StackContext } from "serverform";

export function Database({ app, stack }: StackContext) {
  const notes = new DynamodbTable(stack, "Notes", {
    name: app.logicalPrefixedName("Notes"),
    billingMode: "PAY_PER_REQUEST",
    hashKey: "id",
    attribute: [{ name: "id", type: "S" }],
    pointInTimeRecovery: { enabled: true },
    serverSideEncryption: { enabled: true },
  });
  stack.addOutputs({ TableName: notes.name });
  return { notes };
}
