import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import type { Review, ReviewStore } from "../graphql/review";

/** Reviews in a DynamoDB table. */
export function tableStore(tableName: string): ReviewStore {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  return {
    async list() {
      const { Items = [] } = await client.send(new ScanCommand({ TableName: tableName, Limit: 100 }));
      return Items as Review[];
    },
    async get(id) {
      const { Item } = await client.send(new GetCommand({ TableName: tableName, Key: { id } }));
      return Item as Review | undefined;
    },
    async put(review) {
      await client.send(new PutCommand({ TableName: tableName, Item: review }));
    },
  };
}
