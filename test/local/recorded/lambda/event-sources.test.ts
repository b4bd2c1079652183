/** @group slow */

import { DynamoDBClient, PutItemCommand, type PutItemCommandInput } from "@aws-sdk/client-dynamodb";
import { KinesisClient, PutRecordCommand } from "@aws-sdk/client-kinesis";
import { LocalQueue } from "../../../../lib/local";
import {
  type EventSourceMapping,
  eventSourceMappings,
} from "../../../../lib/local/services/contract/event-source-mapping";
import type { Consumer, Delivery, ServiceResources } from "../../../../lib/local/services/contract/service";
import { dynamodb } from "../../../../lib/local/services/dynamodb";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { kinesis } from "../../../../lib/local/services/kinesis";
import { QueueConsumer } from "../../../../lib/local/services/sqs/queue-consumer";
import { queueSettings } from "../../../../lib/local/services/sqs/settings";
import { consumerContext, serviceContext } from "../../services/context";
import { TestClock } from "../../support/clock";
import { settled, TestFunctions } from "../../support/functions";
import { testModel } from "../../support/model";
import { expected } from "../placeholders";
import { type RecordedFact, readSuite, testFacts } from "../suite";

interface SourceFact extends RecordedFact {
  readonly source: "queue" | "stream" | "table";
  /** Attributes of the mapping, as Terraform writes them. */
  readonly mapping: object;
  /** The content of the table's records. @default "NEW_IMAGE" */
  readonly viewType?: string;
  /** Messages, records with `data` and `key`, or items. */
  readonly sent: readonly object[];
  /** Time between the sending and the start of the mapping. */
  readonly lateSeconds?: number;
  /** The result of the function; `<null>` for null. */
  readonly returns?: unknown;
  /** The message of an error that it throws. */
  readonly throws?: string;
  /** The batches of the function; members of the records. */
  readonly batches?: readonly (readonly object[])[];
  readonly invocations?: number;
  /** The messages of the failure destination. */
  readonly failures?: readonly object[];
  /** Messages that stay in the queue. */
  readonly left?: number;
}

const arns = {
  queue: "arn:aws:sqs:us-east-1:123456789012:jobs",
  stream: "arn:aws:kinesis:us-east-1:123456789012:stream/clicks",
  table: "arn:aws:dynamodb:us-east-1:123456789012:table/notes/stream/1",
};
const functionArn = "arn:aws:lambda:us-east-1:123456789012:function:work";

/** Resources without those of earlier facts. */
const modelFor = ({ mapping, source, viewType = "NEW_IMAGE" }: SourceFact) =>
  testModel({
    aws_sqs_queue: { Jobs: { arn: arns.queue, name: "jobs", url: "http://127.0.0.1:1/1/jobs" } },
    aws_kinesis_stream: { Clicks: { arn: arns.stream, name: "clicks", shard_count: 1 } },
    aws_dynamodb_table: {
      Notes: {
        name: "notes",
        arn: "arn:aws:dynamodb:us-east-1:123456789012:table/notes",
        hash_key: "id",
        attribute: [{ name: "id", type: "S" }],
        stream_enabled: true,
        stream_view_type: viewType,
        stream_arn: arns.table,
      },
    },
    aws_lambda_event_source_mapping: {
      Work: { event_source_arn: arns[source], function_name: functionArn, ...mapping },
    },
  });

let router: EndpointRouter;

beforeAll(async () => {
  router = await EndpointRouter.start(() => {});
});

afterAll(() => router.close());

testFacts(readSuite<SourceFact>("lambda/event-sources"), async (fact) => {
  const clock = new TestClock();
  const functions = new TestFunctions(() => {
    if (fact.throws !== undefined) throw new Error(fact.throws);
    return fact.returns === "<null>" ? null : fact.returns;
  });
  const delivered: Delivery[] = [];
  const source = await sources[fact.source](fact, clock);
  const context = consumerContext({
    functions,
    clock,
    deliver: async (delivery) => void delivered.push(delivery),
  });
  const [mapping] = eventSourceMappings(modelFor(fact));
  if (mapping === undefined) throw new Error("no mapping");
  if (fact.lateSeconds !== undefined) {
    await source.send();
    clock.advanceSeconds(fact.lateSeconds);
  }
  const consumer = source.consume(mapping, { ...context, functions });
  if (fact.lateSeconds === undefined) await source.send();
  try {
    for (let second = 0; second < 20; second += 1) {
      await settled();
      clock.advanceSeconds(fact.source === "queue" ? 0 : 5);
    }
    const { invocations, failures, left } = fact;
    const batches = functions.invoked.map(({ event }) => (event as { Records: unknown[] }).Records);
    if (fact.batches !== undefined) expect(batches).toMatchObject(expected(fact.batches) as object[]);
    if (invocations !== undefined) expect(batches).toHaveLength(invocations);
    if (left !== undefined) expect(source.left()).toBe(left);
    if (failures === undefined) return;
    expect(delivered.map(({ body }) => JSON.parse(body))).toEqual(expected(failures));
  } finally {
    await consumer?.stop();
    await source.stop();
  }
});

/** A queue or stream, and what a fact needs of it. */
interface TestSource {
  send(): Promise<void>;
  consume(mapping: EventSourceMapping, context: ReturnType<typeof consumerContext>): Consumer | undefined;
  left(): number;
  stop(): Promise<void>;
}

const client = { region: "us-east-1", credentials: { accessKeyId: "local", secretAccessKey: "local" } };

const sources = {
  queue: async (fact: SourceFact, clock: TestClock): Promise<TestSource> => {
    const [settings] = [...queueSettings(modelFor(fact)).values()];
    if (settings === undefined) throw new Error("no queue");
    const queue = new LocalQueue(settings, clock, () => {});
    return {
      send: async () => {
        for (const message of fact.sent as readonly { readonly body: string }[]) queue.send(message);
      },
      consume: (mapping, { functions, region, report }) =>
        new QueueConsumer(mapping, queue, { functions, region, report }),
      left: () => {
        clock.advanceSeconds(60);
        return queue.receive(10).length;
      },
      stop: async () => {},
    };
  },
  stream: async (fact: SourceFact, clock: TestClock): Promise<TestSource> => {
    const service = await kinesis.start(serviceContext({ clock, model: modelFor(fact) }));
    router.serve(new Map([["kinesis", service]]));
    const sdk = new KinesisClient({ ...client, endpoint: router.url });
    return started(service.resources, async () => {
      for (const { data, key } of fact.sent as readonly { readonly data: string; readonly key: string }[]) {
        const Data = Buffer.from(data);
        await sdk.send(new PutRecordCommand({ StreamName: "clicks", Data, PartitionKey: key }));
      }
      sdk.destroy();
    });
  },
  table: async (fact: SourceFact, clock: TestClock): Promise<TestSource> => {
    const service = await dynamodb.start(serviceContext({ clock, model: modelFor(fact) }));
    router.serve(new Map([["dynamodb", service]]));
    const sdk = new DynamoDBClient({ ...client, endpoint: router.url });
    return started(service.resources, async () => {
      for (const item of fact.sent)
        await sdk.send(new PutItemCommand({ TableName: "notes", Item: itemOf(item) }));
      sdk.destroy();
    });
  },
} satisfies Record<SourceFact["source"], unknown>;

function started(resources: ServiceResources, send: () => Promise<void>): TestSource {
  return {
    send,
    consume: (mapping, context) => resources.eventSource?.consume(mapping, context),
    left: () => 0,
    stop: async () => resources.stop?.(),
  };
}

/** An item, whose bytes the data file has as Base64. */
function itemOf(item: object): PutItemCommandInput["Item"] {
  const attributes = Object.entries(item).map(([name, value]: [string, { readonly B?: string }]) => {
    const { B: bytes } = value;
    return [name, bytes === undefined ? value : { B: Buffer.from(bytes, "base64") }] as const;
  });
  return Object.fromEntries(attributes) as PutItemCommandInput["Item"];
}
