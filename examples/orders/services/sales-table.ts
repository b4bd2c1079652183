import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { Table } from "serverform/node/table";
import type { SalesStore } from "../logic/sales";

/** Numbers of products sold, in the table that the function is bound to. */
export function salesTable(): SalesStore {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  return {
    async add(product, quantity) {
      await client.send(
        new UpdateCommand({
          TableName: Table.Sales.tableName,
          Key: { product },
          UpdateExpression: "ADD sold :quantity",
          ExpressionAttributeValues: { ":quantity": quantity },
        }),
      );
    },
  };
}
