import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import type { LocalEvent } from "../../../../lib/local";
import type { Delivery } from "../../../../lib/local/services/contract/service";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { events } from "../../../../lib/local/services/events";
import type { EventBuses } from "../../../../lib/local/services/events/buses";
import { TestClock } from "../../support/clock";
import { settled } from "../../support/functions";
import { testModel } from "../../support/model";
import { serviceContext, startService } from "../context";

const schedule = (name: string, values: object, target: object = {}) => ({
  name,
  arn: `arn:schedule/${name}`,
  target: [{ arn: `arn:aws:lambda:us-east-1:1:function:${name}`, role_arn: `arn:role/${name}`, ...target }],
  ...values,
});

const model = testModel({
  aws_scheduler_schedule: {
    Morning: schedule("morning", {
      schedule_expression: "cron(0 9 * * ? *)",
      schedule_expression_timezone: "Europe/Berlin",
    }),
    Once: schedule(
      "once",
      { schedule_expression: "at(2026-01-02T12:00:00)" },
      { input: '{"at":"<aws.scheduler.scheduled-time>"}' },
    ),
    Period: schedule("period", {
      schedule_expression: "rate(1 day)",
      start_date: "2026-01-02T06:00:00Z",
      end_date: "2026-01-04T06:00:00Z",
    }),
    Paused: schedule("paused", { schedule_expression: "rate(1 day)", state: "DISABLED" }),
  },
  aws_cloudwatch_event_rule: {
    Placed: {
      name: "placed",
      arn: "arn:rule/placed",
      event_bus_name: "shop",
      event_pattern: JSON.stringify({ "detail-type": ["placed"] }),
    },
    Off: { name: "off", event_bus_name: "shop", event_pattern: "{}", state: "DISABLED" },
    Hourly: { name: "hourly", arn: "arn:rule/hourly", schedule_expression: "rate(1 hour)" },
  },
  aws_cloudwatch_event_target: {
    Mail: { rule: "placed", event_bus_name: "shop", arn: "arn:aws:lambda:us-east-1:1:function:mail" },
    Queue: {
      rule: "placed",
      event_bus_name: "shop",
      arn: "arn:aws:sqs:us-east-1:1:bills.fifo",
      input_path: "$.detail",
      sqs_target: { message_group_id: "bills" },
    },
    Off: { rule: "off", event_bus_name: "shop", arn: "arn:aws:lambda:us-east-1:1:function:off" },
    Job: { rule: "hourly", arn: "arn:aws:lambda:us-east-1:1:function:job" },
  },
});

let router: EndpointRouter;
let client: EventBridgeClient;
let buses: EventBuses;
let delivered: Delivery[];
let reported: LocalEvent[];
let clock: TestClock;

async function start(runsSchedules = false): Promise<void> {
  delivered = [];
  reported = [];
  clock = new TestClock();
  router = await EndpointRouter.start(() => {});
  const deliver = async (delivery: Delivery): Promise<void> => void delivered.push(delivery);
  const report = (event: LocalEvent) => void reported.push(event);
  const context = serviceContext({ model, clock, deliver, runsSchedules, report });
  ({ resources: buses } = await startService(router, "events", events, context));
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  client = new EventBridgeClient({ endpoint: router.url, region: "us-east-1", credentials });
}

afterEach(async () => {
  await buses.stop();
  await router.close();
});

const put = (EventBusName: string, DetailType: string, Detail = '{"id":"1"}') =>
  client.send(new PutEventsCommand({ Entries: [{ EventBusName, Source: "orders", DetailType, Detail }] }));

describe("event buses, through the AWS SDK", () => {
  test("an event reaches the targets of the rules that it matches", async () => {
    await start();
    const answer = await put("shop", "placed");
    expect(answer).toMatchObject({ FailedEntryCount: 0 });
    expect(delivered.map(({ targetArn }) => targetArn.split(":").at(-1))).toEqual(["mail", "bills.fifo"]);
    // The members have the order of https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-events-structure.html
    const event = {
      version: "0",
      id: answer.Entries?.[0]?.EventId,
      "detail-type": "placed",
      source: "orders",
      account: "123456789012",
      time: "2026-01-01T00:00:00Z",
      region: "us-east-1",
      resources: [],
      detail: { id: "1" },
    };
    expect(delivered[0]?.body).toBe(JSON.stringify(event));
  });

  test("a queue gets the value at its input path, in its message group", async () => {
    await start();
    await put("shop", "placed");
    expect(delivered[1]).toMatchObject({ body: '{"id":"1"}', groupId: "bills", source: "rule placed" });
  });

  test.each([
    ["of another type", "shop", "paid"],
    ["of another bus", "default", "placed"],
  ])("an event %s is not delivered", async (_name, bus, type) => {
    await start();
    await put(bus, type);
    await settled();
    expect(delivered).toEqual([]);
    // The same event reaches the targets of its own bus and type.
    await put("shop", "placed");
    expect(delivered.length).toBeGreaterThan(0);
  });

  test("an entry with malformed detail fails alone", async () => {
    await start();
    const Entries = ["no JSON", "{}"].map((Detail) => ({
      EventBusName: "shop",
      Source: "s",
      DetailType: "placed",
      Detail,
    }));
    const answer = await client.send(new PutEventsCommand({ Entries }));
    expect(answer).toMatchObject({ FailedEntryCount: 1, Entries: [{ ErrorCode: "MalformedDetail" }, {}] });
  });

  test("entries are refused one by one, and all of them when they are too large", async () => {
    await start();
    const entry = { Source: "shop", DetailType: "placed", Detail: "{}" };
    const Entries = [
      { ...entry, Source: "aws.shop" },
      { ...entry, Detail: undefined },
      { ...entry, DetailType: "" },
    ];
    const { Entries: answers } = await client.send(new PutEventsCommand({ Entries }));
    expect(answers?.map(({ ErrorCode }) => ErrorCode)).toEqual([
      "NotAuthorizedForSourceException",
      "InvalidArgument",
      "InvalidArgument",
    ]);
    const Detail = JSON.stringify({ text: "x".repeat(1024 * 1024) });
    const large = client.send(new PutEventsCommand({ Entries: [{ ...entry, Detail }] }));
    await expect(large).rejects.toMatchObject({ name: "ValidationException" });
  });

  test("schedules run on request", async () => {
    await start(true);
    clock.advance(2 * 3_600_000);
    await settled();
    expect(delivered.map(({ targetArn }) => targetArn.split(":").at(-1))).toEqual(["job", "job"]);
    expect(JSON.parse(delivered[0]?.body ?? "")).toMatchObject({
      "detail-type": "Scheduled Event",
      source: "aws.events",
      resources: ["arn:rule/hourly"],
    });
  });

  test("schedules of EventBridge Scheduler run in their time zone and period", async () => {
    await start(true);
    for (let hour = 0; hour < 96; hour += 1) clock.advance(3_600_000);
    await settled();
    const runs = delivered.filter(({ source }) => source.startsWith("schedule "));
    const timesOf = (name: string) =>
      runs
        .filter(({ source }) => source === `schedule ${name}`)
        .map(({ body }) => JSON.parse(body).time ?? JSON.parse(body).at);
    expect(timesOf("morning")).toEqual([1, 2, 3, 4].map((day) => `2026-01-0${day}T08:00:00Z`));
    expect(timesOf("once")).toEqual(["2026-01-02T12:00:00Z"]);
    expect(timesOf("period")).toEqual(["2026-01-02T06:00:00Z", "2026-01-03T06:00:00Z"]);
    expect(timesOf("paused")).toEqual([]);
    expect(JSON.parse(runs.find(({ source }) => source.endsWith("morning"))?.body ?? "")).toMatchObject({
      source: "aws.scheduler",
      detail: "{}",
      resources: ["arn:schedule/morning"],
    });
    expect(runs[0]?.sender).toEqual({ roleArn: "arn:role/morning", sessionName: "morning" });
  });

  test("each run of a schedule is a line of the log", async () => {
    await start(true);
    for (let hour = 0; hour < 9; hour += 1) clock.advance(3_600_000);
    await settled();
    const lines = reported.map((event) => "kind" in event && "text" in event && [event.kind, event.text]);
    expect(lines).toContainEqual(["schedule", "rule hourly runs"]);
    expect(lines).toContainEqual(["schedule", "schedule morning runs"]);
  });

  test("local invoke knows what EventBridge Scheduler sends", async () => {
    await start();
    const job = "arn:aws:lambda:us-east-1:1:function:once";
    expect(events.scheduledInput?.(model, job, clock.now())).toBe('{"at":"2026-01-01T00:00:00Z"}');
  });

  test("the event of a schedule is known without it", async () => {
    await start();
    const [job, mail] = [
      "arn:aws:lambda:us-east-1:1:function:job",
      "arn:aws:lambda:us-east-1:1:function:mail",
    ] as const;
    const event = JSON.parse(events.scheduledInput?.(model, job, clock.now()) ?? "");
    expect(event).toMatchObject({ "detail-type": "Scheduled Event", time: "2026-01-01T00:00:00Z" });
    expect(events.scheduledInput?.(model, mail, clock.now())).toBeUndefined();
  });

  test("else they do not", async () => {
    await start();
    clock.advance(2 * 3_600_000);
    await settled();
    expect(delivered).toEqual([]);
  });
});
