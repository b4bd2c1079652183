import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { Table } from "serverform/node/table";
import type { Order, OrderStore } from "../logic/order";

/** Orders in the table that the function is bound to. */
export function ordersTable(): OrderStore {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const TableName = Table.Orders.tableName;
  const change = (id: string, update: Change) =>
    wasDone(client.send(new UpdateCommand({ TableName, Key: { id }, ...update })));
  return {
    async get(id) {
      const { Item } = await client.send(new GetCommand({ TableName, Key: { id } }));
      return Item as Order | undefined;
    },
    async put(order) {
      await client.send(new PutCommand({ TableName, Item: order }));
    },
    ship: (id) =>
      change(id, {
        UpdateExpression: "SET #status = :shipped",
        ConditionExpression: "#status = :placed",
        ExpressionAttributeNames: { "#status": "status" },
        ExpressionAttributeValues: { ":placed": "placed", ":shipped": "shipped" },
      }),
    addReceipt: (id, key) =>
      change(id, {
        UpdateExpression: "SET receipt = :key",
        ConditionExpression: "attribute_exists(id)",
        ExpressionAttributeValues: { ":key": key },
      }),
    async listWaiting(before) {
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName,
          IndexName: "byStatus",
          KeyConditionExpression: "#status = :placed AND placedAt < :before",
          ExpressionAttributeNames: { "#status": "status" },
          ExpressionAttributeValues: { ":placed": "placed", ":before": before.toISOString() },
          Limit: 100,
        }),
      );
      return Items as Order[];
    },
  };
}

type Change = Omit<UpdateCommandInput, "TableName" | "Key">;

async function wasDone(request: Promise<unknown>): Promise<boolean> {
  try {
    await request;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
