import { randomUUID } from "node:crypto";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";

/** The notes of each user. */
export interface NotesStore {
  list(owner: string): Promise<readonly string[]>;
  add(owner: string, text: string): Promise<void>;
}

/** Notes in a DynamoDB table. */
export function tableStore(TableName: string): NotesStore {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  return {
    async list(owner) {
      const query = new QueryCommand({
        TableName,
        KeyConditionExpression: "#owner = :owner",
        ExpressionAttributeNames: { "#owner": "owner" },
        ExpressionAttributeValues: { ":owner": owner },
        Limit: 100,
      });
      const { Items = [] } = await client.send(query);
      return Items.map(({ text }) => String(text));
    },
    async add(owner, text) {
      await client.send(new PutCommand({ TableName, Item: { owner, id: randomUUID(), text } }));
    },
  };
}
