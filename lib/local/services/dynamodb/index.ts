import { defineService } from "../contract/define-service";
import { tableAccess } from "./access";
import { DynamodbTables } from "./dynamodb-tables";
import { tableOperations } from "./operations";
import { tableProtocol } from "./protocol";
import { streamOperations } from "./streams-api";

export const dynamodb = defineService({
  protocol: tableProtocol,
  operations: { ...tableOperations, ...streamOperations },
  access: (operation) => (input, arn, tables: DynamodbTables) => tableAccess(operation, input, arn, tables),
  start: (context) => new DynamodbTables(context),
  aliases: ["dynamodbstreams"],
  isRouteTarget: true,
});
