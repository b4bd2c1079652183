/** @group processes */

import { join } from "node:path";
import {
  bucketEvent,
  busEvent,
  httpEvent,
  kinesisEvent,
  queueEvent,
  scheduledEvent,
  streamEvent,
  topicEvent,
} from "../../examples/orders/test/events";
import { placed } from "../../examples/orders/test/memory";
import { appMap, svgOf } from "../../lib/local";
import { readModel } from "../../lib/model";
import { checkOutput } from "../support/reference-check";
import { temporaryFolder } from "../support/stack";
import { FakeAws } from "./fake-aws";
import { invokePackage } from "./invoke";
import { type Block, runApp, template } from "./support";

const stacks = ["dev-orders-Data", "dev-orders-Events", "dev-orders-Service"] as const;
const outdir = join(temporaryFolder(), "cdktf.out");

beforeAll(() => {
  runApp("examples/orders", "main.ts", { CDKTF_OUTDIR: outdir });
});

test("the output of the example is sound Terraform JSON", () => {
  expect(checkOutput(outdir)).toEqual([]);
});

test("the map of the example has its services in the order of an order", () => {
  const { nodes, edges } = appMap(readModel(outdir));
  const titles = new Map(nodes.map(({ id, title }) => [id, title]));
  const lines = edges.map(({ from, to, label }) => `${titles.get(from)} ${label} ${titles.get(to)}`);
  expect(lines.sort()).toMatchInlineSnapshot(`
    [
      "Activity feeds Activity/Consumer_Activity_sales",
      "Activity/Consumer_Activity_sales reads, writes Sales",
      "Api calls Api/Lambda_GET_--orders--{id}",
      "Api calls Api/Lambda_POST_--orders",
      "Api/Lambda_GET_--orders--{id} reads Orders",
      "Api/Lambda_POST_--orders reads, writes Orders",
      "Consumer_Orders_changes writes Shop",
      "Fulfilment dead letters Failed",
      "Fulfilment feeds Fulfilment/Consumer_Fulfilment",
      "Fulfilment/Consumer_Fulfilment reads, writes Orders",
      "Fulfilment/Consumer_Fulfilment reads, writes Receipts",
      "Fulfilment/Consumer_Fulfilment writes Activity",
      "News calls News/Subscriber_News_mail",
      "Orders feeds Consumer_Orders_changes",
      "Overdue/Job reads Orders",
      "Overdue/Job writes News",
      "Receipts calls Receipts/Notification_Receipts_written",
      "Receipts/Notification_Receipts_written reads, writes Orders",
      "Shop calls Shop/Target_Shop_shipped_announce",
      "Shop sends Fulfilment",
      "Shop/Target_Shop_shipped_announce writes News",
    ]
  `);
  expect(svgOf({ nodes, edges }).match(/<title>/g)).toHaveLength(nodes.length);
});

test.each([
  [
    "dev-orders-Data",
    {
      aws_cloudwatch_log_group: 2,
      aws_dynamodb_table: 2,
      aws_iam_role: 2,
      aws_iam_role_policy: 2,
      aws_kinesis_stream: 1,
      aws_lambda_event_source_mapping: 1,
      aws_lambda_function: 2,
      aws_lambda_permission: 1,
      aws_s3_bucket: 1,
      aws_s3_bucket_notification: 1,
      aws_s3_bucket_policy: 1,
      aws_s3_bucket_public_access_block: 1,
    },
  ],
  [
    "dev-orders-Events",
    {
      aws_cloudwatch_event_bus: 1,
      aws_cloudwatch_event_rule: 3,
      aws_cloudwatch_event_target: 3,
      aws_cloudwatch_log_group: 5,
      aws_iam_role: 5,
      aws_iam_role_policy: 5,
      aws_lambda_event_source_mapping: 2,
      aws_lambda_function: 5,
      aws_lambda_permission: 3,
      aws_sns_topic: 1,
      aws_sns_topic_subscription: 1,
      aws_sqs_queue: 2,
      aws_sqs_queue_policy: 2,
    },
  ],
  [
    "dev-orders-Service",
    {
      aws_apigatewayv2_api: 1,
      aws_apigatewayv2_integration: 2,
      aws_apigatewayv2_route: 2,
      aws_apigatewayv2_stage: 1,
      aws_cloudwatch_log_group: 3,
      aws_iam_role: 2,
      aws_iam_role_policy: 2,
      aws_lambda_function: 2,
      aws_lambda_permission: 2,
      terraform_data: 1,
    },
  ],
])("%s creates the listed number of resources of each type", (stack, expected) => {
  const { resource } = template(outdir, stack);
  const counts = Object.entries(resource).map(([type, each]) => [type, Object.keys(each).length]);
  expect(Object.fromEntries(counts)).toEqual(expected);
});

describe("packaged functions run", () => {
  const aws = new FakeAws();
  let endpoints: Record<string, string>;

  beforeAll(async () => {
    endpoints = await aws.start();
  });
  afterAll(() => aws.stop());
  beforeEach(() => {
    aws.requests.length = 0;
    aws.answers.clear();
  });

  /** Invokes a function. Values that only AWS knows have names that show their origin: `tablename-orders`. */
  async function run(handler: string, event: object) {
    const { stack, fn } = functionOf(handler);
    const { variables } = fn.environment as {
      variables: Record<string, string>;
    };
    const named = Object.entries(variables).flatMap(([key, value]) => {
      const [, variable, id] = /^SERVERFORM_[A-Za-z0-9]+_([a-z]\w+?)_(\w+)$/.exec(key) ?? [];
      return value.includes("${") ? [[key, `${variable}-${id}`.toLowerCase()]] : [];
    });
    const environment = { ...Object.fromEntries(named), ...endpoints };
    return invokePackage({ outdir, stack, fn, event, environment });
  }

  const asked = () => aws.requests.map(({ action }) => action);

  test("an order is placed in the table", async () => {
    const body = '{"customer":"ann@example.com","lines":[{"product":"tea","quantity":2}]}';
    const { statusCode } = await run("functions/orders.place", httpEvent("POST /orders", { body }));
    expect([statusCode, asked()]).toEqual([201, ["dynamodb PutItem"]]);
    expect(aws.requests[0]?.input.TableName).toBe("tablename-orders");
  });

  test("a change of the table becomes an event of the bus", async () => {
    const after = {
      id: { S: "1" },
      customer: { S: "ann@example.com" },
      status: { S: "placed" },
    };
    await run("functions/changes.handler", streamEvent({ after }));
    expect(aws.requests).toEqual([
      {
        action: "events PutEvents",
        input: {
          Entries: [
            {
              EventBusName: "eventbusname-shop",
              Source: "shop.orders",
              DetailType: "OrderPlaced",
              Detail: '{"id":"1","customer":"ann@example.com"}',
            },
          ],
        },
      },
    ]);
  });

  test("an event in the queue is fulfilled, and a message that is not an event is delivered again", async () => {
    const { status, lines, ...order } = placed("1");
    const Item = {
      ...Object.fromEntries(
        Object.entries({ ...order, status }).map(([name, value]) => [name, { S: value }]),
      ),
      lines: {
        L: lines.map(({ product, quantity }) => ({
          M: { product: { S: product }, quantity: { N: String(quantity) } },
        })),
      },
    };
    aws.answers.set("dynamodb GetItem", { Item });
    const event = busEvent("OrderPlaced", {
      id: "1",
      customer: "ann@example.com",
    });
    const answer = await run(
      "functions/fulfil.handler",
      queueEvent({ good: JSON.stringify(event), bad: "{" }),
    );
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: "bad" }] });
    expect(asked()).toEqual(["dynamodb GetItem", "s3 PUT", "dynamodb UpdateItem", "kinesis PutRecords"]);
    const [, receipt, , sold] = aws.requests;
    expect(receipt?.input.path).toBe("/bucketname-receipts/receipts/1.txt");
    expect(sold?.input.StreamName).toBe("streamname-activity");
  });

  test("a receipt in the bucket is noted at its order", async () => {
    await run("functions/receipts.handler", bucketEvent("receipts/1.txt"));
    expect(aws.requests).toEqual([
      {
        action: "dynamodb UpdateItem",
        input: expect.objectContaining({
          TableName: "tablename-orders",
          Key: { id: { S: "1" } },
          ExpressionAttributeValues: { ":key": { S: "receipts/1.txt" } },
        }),
      },
    ]);
  });

  test("a record of the data stream is counted", async () => {
    const record = '{"orderId":"1","product":"tea","quantity":2}';
    expect(await run("functions/sales.handler", kinesisEvent(record))).toEqual({
      batchItemFailures: [],
    });
    expect(aws.requests[0]?.input).toMatchObject({
      TableName: "tablename-sales",
      Key: { product: { S: "tea" } },
      ExpressionAttributeValues: { ":quantity": { N: "2" } },
    });
  });

  test("an event of the bus is published to the topic", async () => {
    const event = busEvent("OrderShipped", {
      id: "1",
      customer: "ann@example.com",
    });
    await run("functions/announce.shipped", event);
    expect(aws.requests).toEqual([
      {
        action: "sns Publish",
        input: {
          TopicArn: "topicarn-news",
          Message: expect.stringContaining("on its way"),
        },
      },
    ]);
  });

  test("a message of the topic is taken by its subscriber", async () => {
    const message = '{"customer":"ann@example.com","subject":"Shipped","text":"Soon."}';
    expect(await run("functions/announce.mail", topicEvent(message))).toBeNull();
    expect(asked()).toEqual([]);
  });

  test("the schedule looks for orders that wait, and notifies their customers", async () => {
    aws.answers.set("dynamodb Query", {
      Items: [{ id: { S: "1" }, customer: { S: "ann@example.com" } }],
    });
    await run("functions/overdue.handler", scheduledEvent("2026-01-02T07:00:00Z"));
    expect(asked()).toEqual(["dynamodb Query", "sns Publish"]);
    expect(aws.requests[0]?.input).toMatchObject({
      IndexName: "byStatus",
      ExpressionAttributeValues: {
        ":before": { S: "2026-01-01T07:00:00.000Z" },
      },
    });
  });
});

/** The one function of the app with a handler. */
function functionOf(handler: string): {
  readonly stack: string;
  readonly fn: Block;
} {
  const found = stacks.flatMap((stack) =>
    Object.values(template(outdir, stack).resource.aws_lambda_function ?? {})
      .filter((fn) => fn.handler === handler)
      .map((fn) => ({ stack, fn })),
  );
  const [first] = found;
  if (first === undefined || found.length > 1) throw new Error(`${found.length} functions run ${handler}`);
  return first;
}
