import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { Table } from "serverform/node/table";

export interface Order {
  readonly id: string;
  readonly product: string;
}

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export async function listOrders(): Promise<Order[]> {
  const { Items = [] } = await client.send(
    new ScanCommand({ TableName: Table.Orders.tableName, Limit: 100 }),
  );
  return Items as Order[];
}

/** Writes an order. A second write of the same order changes nothing. */
export async function putOrder(order: Order): Promise<void> {
  await client.send(new PutCommand({ TableName: Table.Orders.tableName, Item: order }));
}
