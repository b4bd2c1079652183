import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { LocalEvent } from "../../../../lib/local";
import type { Delivery } from "../../../../lib/local/services/contract/service";
import { TargetDeliveries, type TargetOrigin } from "../../../../lib/local/services/events/target-delivery";
import { temporaryFolder } from "../../../support/stack";
import { until } from "../../../support/until";
import { TestClock } from "../../support/clock";
import { testModel } from "../../support/model";

const destination = "arn:aws:events:us-east-1:1:api-destination/crm/1";
const deadLetters = "arn:aws:sqs:us-east-1:1:failed";
const ruleArn = "arn:aws:events:us-east-1:1:rule/placed";

const rule: TargetOrigin = { kind: "rule", ruleArn, event: '{"source":"shop","detail":{"id":1}}' };

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

let server: Server;
let received: Received[];
let statuses: number[];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const { method, url, headers } = request;
    received.push({ method, url, headers, body: Buffer.concat(chunks).toString("utf8") });
    if (url === "/token") return void response.end('{"access_token":"secret"}');
    response.writeHead(statuses.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

beforeEach(() => {
  received = [];
  statuses = [];
});

const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

interface Targets {
  readonly auth?: object;
  readonly dataFolder?: string;
}

/** Targets of rules, an API destination among them, and a clock. */
function targetsWith({ auth = {}, dataFolder }: Targets = {}) {
  const clock = new TestClock();
  const delivered: Delivery[] = [];
  const reported: LocalEvent[] = [];
  const model = testModel({
    aws_cloudwatch_event_api_destination: {
      Crm: {
        arn: destination,
        connection_arn: "connection",
        invocation_endpoint: `${origin()}/orders/*`,
        http_method: "PUT",
      },
    },
    aws_cloudwatch_event_connection: { Crm: { arn: "connection", auth_parameters: [auth] } },
  });
  const deliver = async (delivery: Delivery): Promise<void> => {
    delivered.push(delivery);
    if (delivery.targetArn === "gone") delivery.failed?.("NO_RESOURCE", "it is not in the app");
  };
  const report = (event: LocalEvent): void => void reported.push(event);
  const targets = new TargetDeliveries({ clock, deliver, report, dataFolder }, () => model);
  return { clock, delivered, reported, targets };
}

/** Sends an event to the API destination, and waits for the first attempt. */
async function deliver(
  target: object,
  auth: object = {},
  more: Partial<Delivery> = {},
  from: TargetOrigin = rule,
) {
  const all = targetsWith({ auth });
  const delivery = { targetArn: destination, body: '{"id":1}', source: "rule placed", ...more };
  await all.targets.send({ delivery, target: target as never, origin: from });
  return all;
}

// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-api-destinations.html
describe("API destinations", () => {
  test("get the event with the parameters of the target and of the connection", async () => {
    const http_target = [
      {
        path_parameter_values: ["a b"],
        query_string_parameters: { q: "1" },
        header_parameters: { "X-Own": "2" },
      },
    ];
    const auth = {
      api_key: [{ key: "X-Key", value: "secret" }],
      invocation_http_parameters: [
        { header: [{ key: "X-All", value: "3" }], body: [{ key: "by", value: "us" }] },
      ],
    };
    await deliver({ http_target }, auth);
    expect(received).toMatchObject([
      {
        method: "PUT",
        url: "/orders/a%20b?q=1",
        headers: {
          "user-agent": "Amazon/EventBridge/ApiDestinations",
          "content-type": "application/json; charset=utf-8",
          range: "bytes=0-1048575",
          "x-own": "2",
          "x-all": "3",
          "x-key": "secret",
        },
        body: '{"id":1,"by":"us"}',
      },
    ]);
  });

  test("are called with basic credentials or a token of OAuth", async () => {
    await deliver({}, { basic: [{ username: "ann", password: "pw" }] });
    const client_parameters = [{ client_id: "id", client_secret: "pw" }];
    await deliver(
      {},
      { oauth: [{ authorization_endpoint: `${origin()}/token`, http_method: "POST", client_parameters }] },
    );
    expect(received.map(({ headers }) => headers.authorization)).toEqual([
      "Basic YW5uOnB3",
      undefined,
      "Bearer secret",
    ]);
    expect(received[1]?.body).toBe("grant_type=client_credentials&client_id=id&client_secret=pw");
  });

  test("are tried again while they fail, as often as the target says", async () => {
    statuses = [503, 429, 200];
    const { clock, reported: log } = await deliver({});
    await clock.untilWaitedFor(1000);
    clock.advanceSeconds(1);
    await clock.untilWaitedFor(2000);
    clock.advanceSeconds(2);
    await until(() => received.length === 3);
    expect(log).toMatchObject([
      { kind: "retry", target: destination, text: expect.stringMatching(/again in 1 s: .*status 503/) },
      { kind: "retry", text: expect.stringMatching(/again in 2 s: .*status 429/) },
    ]);
    received = [];
    statuses = [500, 500, 500];
    const retry_policy = [{ maximum_retry_attempts: 1 }];
    const dead_letter_config = [{ arn: deadLetters }];
    const { delivered, reported, clock: later } = await deliver({ retry_policy, dead_letter_config });
    later.advanceSeconds(1);
    await until(() => delivered.length > 0);
    expect(received).toHaveLength(2);
    expect(delivered).toMatchObject([
      {
        targetArn: deadLetters,
        // The event, and not the input of the destination.
        body: '{"source":"shop","detail":{"id":1}}',
        attributes: {
          RULE_ARN: { StringValue: ruleArn },
          TARGET_ARN: { StringValue: destination },
          RETRY_ATTEMPTS: { StringValue: "1" },
          EXHAUSTED_RETRY_CONDITION: { StringValue: "MaximumRetryAttempts" },
        },
      },
    ]);
    expect(reported).toMatchObject([{ kind: "retry" }, { kind: "dead-letter", target: deadLetters }]);
  });

  test("are tried again by the next run of the server, with the data folder", async () => {
    statuses = [503];
    const dataFolder = temporaryFolder();
    const before = targetsWith({ dataFolder });
    const delivery = { targetArn: destination, body: '{"id":1}', source: "rule placed" };
    await before.targets.send({ delivery, target: {} as never, origin: rule });
    await before.targets.retries.stop();
    expect(before.clock.advanceToNext()).toBe(false);
    const after = targetsWith({ dataFolder });
    after.targets.retries.resume();
    after.clock.advanceSeconds(0.9);
    expect(received).toHaveLength(1);
    after.clock.advanceSeconds(0.1);
    await until(() => received.length === 2);
    expect(received[1]?.body).toBe('{"id":1}');
    await after.targets.retries.stop();
  });

  test("that refuse an event are not tried again; without a dead-letter queue, the log says that it is lost", async () => {
    statuses = [400];
    const { delivered, reported } = await deliver({});
    expect([received.length, delivered]).toEqual([1, []]);
    expect(reported).toMatchObject([{ event: "warning", text: expect.stringMatching(/status 400.*lost/) }]);
  });
});

describe("events that a target refuses go to its dead-letter queue", () => {
  const dead_letter_config = [{ arn: deadLetters }];
  const texts = (delivered: readonly Delivery[]) =>
    Object.entries(delivered[1]?.attributes ?? {}).map(([name, { StringValue }]) => [name, StringValue]);

  // https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-rule-dlq.html
  test("of a rule at once, as the event came", async () => {
    const { delivered } = await deliver({ dead_letter_config }, {}, { targetArn: "gone" });
    expect(delivered).toMatchObject([
      { targetArn: "gone", body: '{"id":1}' },
      {
        targetArn: deadLetters,
        body: '{"source":"shop","detail":{"id":1}}',
        sender: { service: "events.amazonaws.com", sourceArn: ruleArn },
      },
    ]);
    expect(Object.fromEntries(texts(delivered))).toEqual({
      ERROR_CODE: "NO_RESOURCE",
      ERROR_MESSAGE: "it is not in the app",
      RETRY_ATTEMPTS: "0",
      RULE_ARN: ruleArn,
      TARGET_ARN: "gone",
    });
  });

  // https://docs.aws.amazon.com/scheduler/latest/UserGuide/configuring-schedule-dlq.html
  test("of a schedule with the facts of its run, and with the permissions of its role", async () => {
    const scheduleArn = "arn:aws:scheduler:us-east-1:1:schedule/default/daily";
    const sender = { roleArn: "arn:aws:iam::1:role/daily", sessionName: "daily" };
    const run = { kind: "schedule", scheduleArn, scheduledMs: 0, executionId: "ad06616e51cdf74a" } as const;
    const { delivered } = await deliver({ dead_letter_config }, {}, { targetArn: "gone", sender }, run);
    expect(delivered[1]).toMatchObject({ targetArn: deadLetters, body: '{"id":1}', sender });
    expect(Object.fromEntries(texts(delivered))).toEqual({
      ERROR_CODE: "ResourceNotFoundException",
      ERROR_MESSAGE: "it is not in the app",
      EXECUTION_ID: "ad06616e51cdf74a",
      IS_PAYLOAD_TRUNCATED: "false",
      RETRY_ATTEMPTS: "0",
      SCHEDULED_TIME: "1970-01-01T00:00:00Z",
      SCHEDULE_ARN: scheduleArn,
      TARGET_ARN: "gone",
    });
  });

  test("when it becomes too old", async () => {
    statuses = [503];
    const retry_policy = [{ maximum_event_age_in_seconds: 0 }];
    const { delivered } = await deliver({ retry_policy, dead_letter_config });
    const exhausted = { StringValue: "MaximumEventAgeInSeconds" };
    expect(delivered[0]?.attributes).toMatchObject({ EXHAUSTED_RETRY_CONDITION: exhausted });
  });
});
