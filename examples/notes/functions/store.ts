import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  ScanCommand,
} from "@aws-sdk/lib-dynamodb";
import type { Note } from "./note";

/** Where notes are kept. */
export interface NoteStore {
  list(): Promise<Note[]>;
  get(id: string): Promise<Note | undefined>;
  put(note: Note): Promise<void>;
  /** False if the note does not exist. */
  replace(note: Note): Promise<boolean>;
  /** False when there was no such note. */
  remove(id: string): Promise<boolean>;
}

/** Notes in a DynamoDB table. */
export function tableStore(tableName: string): NoteStore {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const whenItExists = { ConditionExpression: "attribute_exists(id)" };
  return {
    async list() {
      const { Items = [] } = await client.send(new ScanCommand({ TableName: tableName, Limit: 100 }));
      return Items as Note[];
    },
    async get(id) {
      const { Item } = await client.send(new GetCommand({ TableName: tableName, Key: { id } }));
      return Item as Note | undefined;
    },
    async put(note) {
      await client.send(new PutCommand({ TableName: tableName, Item: note }));
    },
    replace: (note) =>
      wasThere(client.send(new PutCommand({ TableName: tableName, Item: note, ...whenItExists }))),
    remove: (id) =>
      wasThere(client.send(new DeleteCommand({ TableName: tableName, Key: { id }, ...whenItExists }))),
  };
}

async function wasThere(request: Promise<unknown>): Promise<boolean> {
  try {
    await request;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
