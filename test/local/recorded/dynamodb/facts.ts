import {
  BatchWriteItemCommand,
  CreateTableCommand,
  DeleteItemCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
} from "@aws-sdk/client-dynamodb-streams";
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
  DeleteTable: DeleteTableCommand,
  DescribeTable: DescribeTableCommand,
  GetItem: GetItemCommand,
  PutItem: PutItemCommand,
  Query: QueryCommand,
  Scan: ScanCommand,
  TransactWriteItems: TransactWriteItemsCommand,
  UpdateItem: UpdateItemCommand,
  UpdateTable: UpdateTableCommand,
  UpdateTimeToLive: UpdateTimeToLiveCommand,
};

const streamCommands = {
  DescribeStream: DescribeStreamCommand,
  GetRecords: GetRecordsCommand,
  GetShardIterator: GetShardIteratorCommand,
  ListStreams: ListStreamsCommand,
};

export type OperationName = keyof typeof commands | keyof typeof streamCommands;

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

/** Starts the tables `plain` and `late`, `indexed` with global indexes of texts, and `streamed` with a stream. */
export async function startTables(): Promise<TestTables> {
  const router = await EndpointRouter.start(() => {});
  const model = testModel({
    aws_dynamodb_table: {
      Plain: table("plain"),
      Late: table("late"),
      Indexed: table("indexed", {
        attribute: ["p", "x", "y"].map((name) => ({ name, type: "S" })),
        global_secondary_index: [
          { name: "byX", hash_key: "x", projection_type: "ALL" },
          { name: "byY", hash_key: "y", projection_type: "INCLUDE", non_key_attributes: ["a"] },
        ],
      }),
      Streamed: table("streamed", {
        stream_enabled: true,
        stream_view_type: "KEYS_ONLY",
        stream_arn: "arn:aws:dynamodb:us-east-1:123456789012:table/streamed/stream/2026-01-01T00:00:00.000",
      }),
    },
  });
  const { resources } = await startService(router, "dynamodb", dynamodb, serviceContext({ model }));
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const options = { endpoint: router.url, region: "us-east-1", credentials, maxAttempts: 1 };
  const [client, streams] = [new DynamoDBClient(options), new DynamoDBStreamsClient(options)];
  return {
    send: async (operation, input) => {
      const { $metadata: _, ...result } = isOfStreams(operation)
        ? await streams.send(commandOf<ListStreamsCommand>(streamCommands[operation], input))
        : await client.send(commandOf<QueryCommand>(commands[operation], input));
      return result;
    },
    stop: async () => {
      client.destroy();
      streams.destroy();
      await resources.stop();
      await router.close();
    },
  };
}

function isOfStreams(operation: OperationName): operation is keyof typeof streamCommands {
  return Object.hasOwn(streamCommands, operation);
}

/** Each command has an input of its own; a fact has any of them. */
function commandOf<Command>(type: unknown, input: object): Command {
  return new (type as new (input: object) => Command)(input);
}

/** Expects AWS's error of a request. */
export async function expectRefusal(sent: Promise<object>, { refused }: Refused): Promise<void> {
  const error = await sent.then(
    (result) => ({ name: "none", message: JSON.stringify(result) }),
    ({ name, message }: Error) => ({ name, message }),
  );
  expect(`${error.name}: ${error.message}`).toContain(refused);
}
