import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, DynamoDBDocumentClient, PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { Table } from "serverform/node/table";
import type { Note, NoteStore } from "./note-handlers.js";

/** Notes in the table that the functions are bound to. */
export function notesTable(): NoteStore {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const TableName = Table.Notes.tableName;
  return {
    async list(owner) {
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: "#owner = :owner",
          ExpressionAttributeNames: { "#owner": "owner" },
          ExpressionAttributeValues: { ":owner": owner },
        }),
      );
      return Items.map(({ id, text }) => ({ id, text }) as Note);
    },
    async put(owner, note) {
      await client.send(new PutCommand({ TableName, Item: { owner, ...note } }));
    },
    async remove(owner, id) {
      await client.send(new DeleteCommand({ TableName, Key: { owner, id } }));
    },
  };
}
