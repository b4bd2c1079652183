import { invocationSource } from "../../../lib/cli/live-client/parse-request";

const durable = (InputPayload: string) => ({
  DurableExecutionArn: "arn:aws:lambda:us-east-1:1:function:order:7/durable-execution/order-1/f5d70ab7",
  InitialExecutionState: { Operations: [{ Type: "EXECUTION", ExecutionDetails: { InputPayload } }] },
});

describe("The source of an invocation", () => {
  test.each<[string, unknown]>([
    ["GET /notes/1", { requestContext: { http: { method: "GET", path: "/notes/1" } } }],
    ["POST /notes", { httpMethod: "POST", path: "/notes", resource: "/notes" }],
    ["WebSocket $connect", { requestContext: { eventType: "CONNECT", routeKey: "$connect" } }],
    ["authorizer of /notes", { type: "REQUEST", requestContext: { http: { path: "/notes" } } }],
    [
      "authorizer of GET /notes",
      { type: "TOKEN", methodArn: "arn:aws:execute-api:us-east-1:1:a/dev/GET/notes" },
    ],
    [
      "queue mails",
      { Records: [{ eventSource: "aws:sqs", eventSourceARN: "arn:aws:sqs:us-east-1:1:mails" }] },
    ],
    [
      "topic news",
      { Records: [{ EventSource: "aws:sns", Sns: { TopicArn: "arn:aws:sns:us-east-1:1:news" } }] },
    ],
    ["bucket files", { Records: [{ eventSource: "aws:s3", s3: { bucket: { name: "files" } } }] }],
    [
      "table orders",
      {
        Records: [
          { eventSource: "aws:dynamodb", eventSourceARN: "arn:aws:dynamodb:e:1:table/orders/stream/2" },
        ],
      },
    ],
    [
      "stream clicks",
      { Records: [{ eventSource: "aws:kinesis", eventSourceARN: "arn:aws:kinesis:e:1:stream/clicks" }] },
    ],
    ["schedule", { "detail-type": "Scheduled Event", source: "aws.events" }],
    ["event shop OrderPlaced", { "detail-type": "OrderPlaced", source: "shop" }],
    ["user pool PreSignUp_SignUp", { triggerSource: "PreSignUp_SignUp", userPoolId: "p" }],
    ["execution order-1 of POST /orders", durable('{"httpMethod":"POST","path":"/orders"}')],
    ["execution order-1 of an invocation", durable("none")],
    ["execution order-1 of an invocation", { ...durable("1"), InitialExecutionState: null }],
    ["an invocation", { a: 1 }],
    ["an invocation", null],
    ["an invocation", "text"],
  ])("is reported as %s", (expected, event) => {
    expect(invocationSource(event)).toBe(expected);
  });
});
