import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
} from "@aws-sdk/lib-dynamodb";
import { Table } from "serverform/node/table";
import type { Note } from "./note.js";

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

/** The table that the function is bound to. */
const TableName = Table.Notes.tableName;

const noteOf = ({ id, text }: Record<string, unknown>) => ({ id, text }) as Note;

export async function listNotes(owner: string): Promise<Note[]> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: "#owner = :owner",
      ExpressionAttributeNames: { "#owner": "owner" },
      ExpressionAttributeValues: { ":owner": owner },
    }),
  );
  return Items.map(noteOf);
}

export async function findNote(owner: string, id: string): Promise<Note | undefined> {
  const { Item } = await client.send(new GetCommand({ TableName, Key: { owner, id } }));
  return Item && noteOf(Item);
}

export async function putNote(owner: string, note: Note): Promise<void> {
  await client.send(new PutCommand({ TableName, Item: { owner, ...note } }));
}

export async function listAllNotes(): Promise<Note[]> {
  const { Items = [] } = await client.send(new ScanCommand({ TableName, Limit: 100 }));
  return Items.map(noteOf);
}
