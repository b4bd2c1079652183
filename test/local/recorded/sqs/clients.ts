import {
  CancelMessageMoveTaskCommand,
  ChangeMessageVisibilityBatchCommand,
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListDeadLetterSourceQueuesCommand,
  ListMessageMoveTasksCommand,
  ListQueuesCommand,
  ListQueueTagsCommand,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from "@aws-sdk/client-sqs";
import { isValues } from "../../../../lib/model";
import { elementsOf, formOf, resultOf } from "./query-form";

type Input = Readonly<Record<string, unknown>>;

/** The code of an error in the query protocol, which is the header of the other; `json` is the code of its body. */
export interface Refusal {
  readonly code: string;
  readonly json?: string;
  readonly message: string;
  readonly status: number;
}

/** A client of one protocol. */
export interface QueueClient {
  send(operation: string, input: Input, headers: Readonly<Record<string, string>>): Promise<object | Refusal>;
  stop(): void;
}

const commands: Readonly<Record<string, unknown>> = {
  CancelMessageMoveTask: CancelMessageMoveTaskCommand,
  ChangeMessageVisibility: ChangeMessageVisibilityCommand,
  ChangeMessageVisibilityBatch: ChangeMessageVisibilityBatchCommand,
  DeleteMessage: DeleteMessageCommand,
  DeleteMessageBatch: DeleteMessageBatchCommand,
  GetQueueAttributes: GetQueueAttributesCommand,
  GetQueueUrl: GetQueueUrlCommand,
  ListDeadLetterSourceQueues: ListDeadLetterSourceQueuesCommand,
  ListMessageMoveTasks: ListMessageMoveTasksCommand,
  ListQueues: ListQueuesCommand,
  ListQueueTags: ListQueueTagsCommand,
  PurgeQueue: PurgeQueueCommand,
  ReceiveMessage: ReceiveMessageCommand,
  SendMessage: SendMessageCommand,
  SendMessageBatch: SendMessageBatchCommand,
  StartMessageMoveTask: StartMessageMoveTaskCommand,
};

/** The SDK, which speaks JSON and compares digests itself. */
export function jsonClient(endpoint: string): QueueClient {
  const client = new SQSClient({
    endpoint,
    region: "us-east-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
    maxAttempts: 1,
    useQueueUrlAsEndpoint: false,
  });
  return {
    send: async (operation, input, headers) => {
      // Each command has an input of its own; a fact has any of them.
      const Command = commands[operation] as new (input: object) => SendMessageCommand;
      const command = new Command(withBytes(input) as object);
      command.middlewareStack.add(
        (next) => (args) => {
          Object.assign((args.request as { headers: object }).headers, headers);
          return next(args);
        },
        { step: "build" },
      );
      try {
        const { $metadata: _, ...result } = await client.send(command);
        return withTexts(result) as object;
      } catch (error) {
        return refusalOf(error);
      }
    },
    stop: () => client.destroy(),
  };
}

/** Forms and XML, as SDKs wrote them until 2023. */
export function queryClient(endpoint: string): QueueClient {
  return {
    send: async (operation, input, headers) => {
      const response = await fetch(endpoint, {
        method: "POST",
        headers: {
          ...headers,
          authorization: "AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/sqs/aws4_request",
        },
        body: formOf(operation, input),
      });
      const [root] = elementsOf(await response.text());
      if (response.ok) return resultOf(operation, root);
      const [error] = root?.elements ?? [];
      const [type, code, message] = error?.elements ?? [];
      expect(type?.text).toBe("Sender");
      return { code: code?.text ?? "", message: message?.text ?? "", status: response.status };
    },
    stop: () => {},
  };
}

function refusalOf(error: unknown): Refusal {
  const { name, message, Code, __type, Type, $metadata } = error as Readonly<Record<string, string>> & {
    readonly $metadata?: { readonly httpStatusCode?: number };
  };
  if ($metadata?.httpStatusCode === undefined) throw error;
  expect(Type).toBe("Sender");
  const json = __type?.split("#")[1] ?? name ?? "";
  return { code: Code ?? "", json, message: message ?? "", status: $metadata.httpStatusCode };
}

/** Facts have bytes in base64, as they are on the wire. */
function withBytes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withBytes);
  if (!isValues(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      name === "BinaryValue" ? Buffer.from(String(each), "base64") : withBytes(each),
    ]),
  );
}

function withTexts(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (Array.isArray(value)) return value.map(withTexts);
  if (!isValues(value)) return value;
  const given = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(given.map(([name, each]) => [name, withTexts(each)]));
}
