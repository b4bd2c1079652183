import { gunzipSync } from "node:zlib";
import { sampleKinds } from "../../../lib/local/samples/sample-kinds";
import { samplesOf } from "../../../lib/local/samples/samples-of";
import { differences, readShape } from "../captures/events/shapes";
import { testModel } from "../support/model";

const arn = (service: string, name: string) => `arn:aws:${service}:us-east-1:123456789012:${name}`;
const work = arn("lambda", "function:work");
const permission = (principal: string, source_arn: string) => ({
  function_name: "work",
  principal,
  source_arn,
});

const model = testModel({
  aws_lambda_function: { Work: { arn: work, function_name: "work" } },
  aws_apigatewayv2_api: {
    Chat: { id: "chat1", protocol_type: "WEBSOCKET" },
    Api: { id: "api1", protocol_type: "HTTP" },
  },
  aws_lambda_event_source_mapping: {
    Queue: { event_source_arn: arn("sqs", "mails"), function_name: work },
    Stream: { event_source_arn: arn("kinesis", "stream/clicks"), function_name: "work" },
    Other: { event_source_arn: arn("dynamodb", "table/notes/stream/1"), function_name: "other" },
  },
  aws_lambda_permission: {
    Chat: permission("apigateway.amazonaws.com", `${arn("execute-api", "chat1")}/*`),
    Rest: permission("apigateway.amazonaws.com", `${arn("execute-api", "rest1")}/*`),
    Bucket: permission("s3.amazonaws.com", "arn:aws:s3:::files"),
    Bus: permission("events.amazonaws.com", arn("events", "rule/placed")),
  },
  aws_lambda_function_url: { Url: { function_name: "work" } },
});

const samples = samplesOf(model, work, Date.UTC(2026, 0, 1));
const titles = samples.map(({ title }) => title);

describe("the sample events of a function", () => {
  test("begin with those of its own sources, and name them", () => {
    expect(titles.slice(0, 7)).toEqual([
      "Message of a queue",
      "Record of a stream",
      "Message of a WebSocket",
      "Request to a REST API",
      "Object in a bucket",
      "Event of a bus",
      "Request to a function URL",
    ]);
    expect(samples[0]?.payload).toContain('"eventSourceARN": "arn:aws:sqs:us-east-1:123456789012:mails"');
    expect(samples[4]?.payload).toContain('"name": "files"');
  });

  test("have each kind once, as JSON", () => {
    const all = Object.values(sampleKinds).map(({ title }) => title);
    expect([...titles].sort()).toEqual([...all].sort());
    for (const { payload } of samples) expect(JSON.parse(payload)).toBeInstanceOf(Object);
  });

  test.each([
    ["httpApi", "http-api-2"],
    ["restApi", "rest-api"],
    ["webSocket", "socket-message"],
    ["functionUrl", "function-url"],
    ["queue", "queue"],
    ["topic", "topic-to-function"],
    ["bucket", "object-created"],
    ["bus", "bus-event"],
    ["tableStream", "table-change"],
    ["dataStream", "stream"],
    ["userPool", "PreSignUp_SignUp"],
    ["logs", "log-subscription"],
    ["appSync", "graphql-field"],
  ] as const)("have only members and forms that captures of AWS have: %s", (kind, shape) => {
    const event = sampleKinds[kind].event({ model, sourceArn: undefined, nowMs: Date.UTC(2026, 0, 1) });
    const found = differences(JSON.parse(JSON.stringify(event)), readShape(shape));
    expect(found.filter((each) => !each.endsWith("AWS has it"))).toEqual([]);
  });

  test("have the records of a log group compressed, as AWS sends them", () => {
    const logs = samples.find(({ title }) => title === "Records of a log group");
    const { awslogs } = JSON.parse(logs?.payload ?? "") as { awslogs: { data: string } };
    const records = JSON.parse(gunzipSync(Buffer.from(awslogs.data, "base64")).toString()) as object;
    expect(records).toMatchObject({ messageType: "DATA_MESSAGE", logEvents: [{ message: "hello" }] });
  });
});
