import {
  BatchWriteItemCommand,
  CreateTableCommand,
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  UpdateItemCommand,
  UpdateTableCommand,
} from "@aws-sdk/client-dynamodb";
import { dynamodb } from "../../../../lib/local/services/dynamodb";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { serviceContext, startService } from "../../services/context";
import { testModel } from "../../support/model";

export { type Repeated, written } from "../repeated";

/** AWS refused a request: a part of the code and message of its error. */
export interface Refused {
  readonly refused: string;
}

const commands = {
  BatchWriteItem: BatchWriteItemCommand,
  CreateTable: CreateTableCommand,
  DeleteItem: DeleteItemCommand,
  GetItem: GetItemCommand,
  PutItem: PutItemCommand,
  Query: QueryCommand,
  Scan: ScanCommand,
  UpdateItem: UpdateItemCommand,
  UpdateTable: UpdateTableCommand,
};

export type OperationName = keyof typeof commands;

/** Sends requests of the SDK to tables of this machine. */
export interface TestTables {
  send(operation: OperationName, input: object): Promise<object>;
  stop(): Promise<void>;
}

const table = (name: string, more: object = {}) => ({
  name,
  arn: `arn:aws:dynamodb:us-east-1:123456789012:table/${name}`,
  hash_key: "p",
  attribute: [{ name: "p", type: "S" }],
  ...more,
});

/** Starts the tables `plain` and `late`, and `indexed` with a global index of texts. */
export async function startTables(): Promise<TestTables> {
  const router = await EndpointRouter.start(() => {});
  const model = testModel({
    aws_dynamodb_table: {
      Plain: table("plain"),
      Late: table("late"),
      Indexed: table("indexed", {
        attribute: ["p", "x"].map((name) => ({ name, type: "S" })),
        global_secondary_index: [{ name: "byX", hash_key: "x", projection_type: "ALL" }],
      }),
    },
  });
  const { resources } = await startService(router, "dynamodb", dynamodb, serviceContext({ model }));
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const client = new DynamoDBClient({
    endpoint: router.url,
    region: "us-east-1",
    credentials,
    maxAttempts: 1,
  });
  return {
    send: async (operation, input) => {
      // Each command has an input of its own; a fact has any of them.
      const Command = commands[operation] as unknown as new (input: object) => QueryCommand;
      const { $metadata: _, ...result } = await client.send(new Command(input));
      return result;
    },
    stop: async () => {
      client.destroy();
      await resources.stop();
      await router.close();
    },
  };
}

/** Expects AWS's error of a request. */
export async function expectRefusal(sent: Promise<object>, { refused }: Refused): Promise<void> {
  const error = await sent.then(
    (result) => ({ name: "none", message: JSON.stringify(result) }),
    ({ name, message }: Error) => ({ name, message }),
  );
  expect(`${error.name}: ${error.message}`).toContain(refused);
}
