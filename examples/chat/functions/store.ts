import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, DynamoDBDocumentClient, PutCommand, paginateScan } from "@aws-sdk/lib-dynamodb";

/** The connected clients. */
export interface ConnectionStore {
  add(id: string): Promise<void>;
  remove(id: string): Promise<void>;
  list(): Promise<string[]>;
}

/** The gateway ends a connection after two hours. */
const longestSeconds = 2 * 60 * 60;

/** Connections in a DynamoDB table. */
export function tableStore(tableName: string): ConnectionStore {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  return {
    async add(id) {
      const expiresAt = Math.floor(Date.now() / 1000) + longestSeconds;
      await client.send(new PutCommand({ TableName: tableName, Item: { id, expiresAt } }));
    },
    async remove(id) {
      await client.send(new DeleteCommand({ TableName: tableName, Key: { id } }));
    },
    async list() {
      const ids: string[] = [];
      for await (const { Items = [] } of paginateScan({ client }, { TableName: tableName })) {
        ids.push(...Items.map((item) => String(item.id)));
      }
      return ids;
    },
  };
}
