import { recordLive } from "../../../lib/cli/live/history/record-live";
import { type Fact, type Functions, History, type ObservedCall } from "../../../lib/local";
import type { InvokeRequest } from "../../../lib/local/invoke";

const arnOf = (name: string): string => `arn:aws:lambda:eu-west-1:111122223333:function:${name}`;

const call = (given: Partial<ObservedCall>): ObservedCall => ({
  service: "sqs",
  method: "POST",
  path: "/",
  target: "",
  at: 5,
  durationMs: 2,
  status: 200,
  requestId: "",
  input: { text: "", length: 0 },
  answer: { text: "", length: 0 },
  ...given,
});

const answering = (text: string) => ({ answer: { text, length: text.length } });

let history: History;
let functions: Functions;
/** The code of the handlers, by the name of their function. */
let handlers: Readonly<Record<string, (request: InvokeRequest) => Promise<unknown>>>;

beforeEach(() => {
  history = new History();
  const engine: Functions = {
    invoke: async (request) => {
      const payload = await handlers[request.functionArn.split(":").at(-1) ?? ""]?.(request);
      const requestId = request.requestId ?? "";
      return { status: "ok", requestId, payload: JSON.stringify(payload ?? null), durationMs: 1 };
    },
    replace: async () => {},
    stop: async () => {},
  };
  functions = recordLive(engine, history);
  handlers = {};
});

let count = 0;

function invoke(name: string, event: object, more: Partial<InvokeRequest> = {}) {
  const payload = JSON.stringify(event);
  count += 1;
  const request = { functionArn: arnOf(name), payload, requestId: `request-${count}`, source: "a source" };
  return functions.invoke({ ...request, ...more });
}

const only = (name: string): Fact[] =>
  history.all.filter((fact) => fact.kind === "invocation" && fact.function === name);

/** The operation of the call that has caused the only invocation of a function. */
function causeOf(name: string): unknown {
  const [fact] = only(name);
  const [cause] = (fact?.causes ?? []).map((id) => history.find(id));
  return cause?.kind === "call" ? `${cause.service} ${cause.operation} by ${cause.caller}` : cause?.kind;
}

describe("The history of serverform start", () => {
  test.each<[string, Partial<ObservedCall>, object, string]>([
    [
      "a message of a queue",
      { target: "AmazonSQS.SendMessage", ...answering('{"MessageId":"m-1"}') },
      { Records: [{ messageId: "m-1" }] },
      "sqs SendMessage",
    ],
    [
      "a message of a queue, in the protocol of early SDKs",
      {
        input: { text: "Action=SendMessage&MessageBody=a", length: 32 },
        ...answering("<SendMessageResult><MessageId>m-1</MessageId></SendMessageResult>"),
      },
      { Records: [{ messageId: "m-1" }] },
      "sqs SendMessage",
    ],
    [
      "a notification of a topic",
      { service: "sns", target: "x.PublishBatch", ...answering('{"Successful":[{"MessageId":"n-1"}]}') },
      { Records: [{ Sns: { MessageId: "n-1" } }] },
      "sns PublishBatch",
    ],
    [
      "a notification in a queue",
      { service: "sns", target: "x.Publish", ...answering('{"MessageId":"n-1"}') },
      { Records: [{ messageId: "m-9", body: '{"Type":"Notification","MessageId":"n-1"}' }] },
      "sns Publish",
    ],
    [
      "an event of a bus",
      { service: "events", target: "AWSEvents.PutEvents", ...answering('{"Entries":[{"EventId":"e-1"}]}') },
      { id: "e-1", "detail-type": "Placed", source: "shop" },
      "events PutEvents",
    ],
    [
      "a record of Kinesis",
      { service: "kinesis", target: "Kinesis_20131202.PutRecord", ...answering('{"SequenceNumber":"4959"}') },
      { Records: [{ kinesis: { sequenceNumber: "4959" } }] },
      "kinesis PutRecord",
    ],
    [
      "an object of S3",
      { service: "s3", method: "PUT", path: "/files/a.txt?x-id=PutObject", requestId: "s3-1" },
      { Records: [{ s3: {}, responseElements: { "x-amz-request-id": "s3-1" } }] },
      "s3 PUT /files/a.txt",
    ],
  ])("%s is caused by the call that has sent it", async (_, made, event, expected) => {
    handlers = { sender: async ({ onCall }) => onCall?.(call(made)), receiver: async () => {} };
    await invoke("sender", {});
    await invoke("receiver", event);
    expect(causeOf("receiver")).toBe(`${expected} by sender`);
  });

  test("a function is caused by the call that invokes it, though the answer of the call comes later", async () => {
    handlers = {
      sender: async ({ onCall }) => {
        await invoke("receiver", {}, { requestId: "r-1" });
        const path = "/2015-03-31/functions/receiver/invocations";
        onCall?.(call({ service: "lambda", path, requestId: "r-1" }));
      },
      receiver: async () => {},
    };
    await invoke("sender", {});
    expect(causeOf("receiver")).toBe("lambda Invoke by sender");
  });

  test("messages that a call has only received are not caused by it", async () => {
    const made = { target: "AmazonSQS.ReceiveMessage", ...answering('{"Messages":[{"MessageId":"m-1"}]}') };
    handlers = { sender: async ({ onCall }) => onCall?.(call(made)) };
    await invoke("sender", {});
    await invoke("receiver", { Records: [{ messageId: "m-1" }] });
    expect(only("receiver")).toMatchObject([{ causes: [] }]);
  });

  test("a batch has the causes of its messages, also by their trace headers", async () => {
    const made = { target: "AmazonSQS.SendMessage", ...answering('{"MessageId":"m-1"}') };
    handlers = { sender: async ({ onCall }) => onCall?.(call(made)), other: async () => {} };
    await invoke("sender", {});
    await invoke("other", {});
    const [other] = only("other");
    const AWSTraceHeader = `Root=1-5-6;Parent=${other?.id};Sampled=0`;
    await invoke("receiver", {
      Records: [{ messageId: "m-1" }, { messageId: "m-2", attributes: { AWSTraceHeader } }],
    });
    const sent = history.all.find(({ kind }) => kind === "call");
    expect(only("receiver")[0]?.causes).toEqual([sent?.id, other?.id]);
  });

  test("a retry is caused by the first attempt of the same function, and not by that of another", async () => {
    const event = { Records: [{ eventSource: "aws:dynamodb" }] };
    await invoke("work", event, { requestId: "again" });
    await invoke("work", event, { requestId: "again" });
    await invoke("work", { Records: [{ messageId: "m-7" }] });
    await invoke("work", { Records: [{ messageId: "m-7" }] });
    await invoke("audit", { Records: [{ messageId: "m-7" }] });
    const [first, second, third, fourth] = only("work");
    expect([first?.causes, second?.causes, third?.causes, fourth?.causes]).toEqual([
      [],
      [first?.id],
      [],
      [third?.id],
    ]);
    expect(only("audit")[0]?.causes).toEqual([]);
  });

  test.each<[string, object, object]>([
    [
      "an HTTP API",
      {
        routeKey: "POST /notes",
        rawPath: "/notes",
        headers: { accept: "*/*" },
        body: "aGk=",
        isBase64Encoded: true,
        requestContext: { apiId: "a1", requestId: "q-1", http: { method: "POST" }, routeKey: "POST /notes" },
      },
      {
        api: "a1",
        method: "POST",
        path: "/notes",
        route: "POST /notes",
        headers: { accept: "*/*" },
        body: { text: "hi", length: 2 },
      },
    ],
    [
      "a REST API",
      { httpMethod: "GET", path: "/notes/1", resource: "/notes/{id}", requestContext: { requestId: "q-1" } },
      { method: "GET", path: "/notes/1", route: "GET /notes/{id}" },
    ],
    [
      "a WebSocket",
      { body: "hi", requestContext: { requestId: "q-1", eventType: "MESSAGE", routeKey: "$default" } },
      { method: "MESSAGE", path: "$default", route: "$default" },
    ],
  ])("a request of %s causes its authorizer and its function", async (_, event, expected) => {
    handlers = { admit: async () => ({ isAuthorized: true }), answer: async () => ({ statusCode: 201 }) };
    await invoke("admit", { type: "REQUEST", ...event });
    const [request] = history.all;
    expect(request).toMatchObject({ kind: "request", requestId: "q-1", causes: [], ...expected });
    expect(request).not.toHaveProperty("function");
    await invoke("answer", event);
    expect(request).toMatchObject({ function: "answer", status: 201, durationMs: expect.any(Number) });
    expect(request?.isOpen).toBeUndefined();
    expect([...only("admit"), ...only("answer")].map(({ causes }) => causes)).toEqual([
      [request?.id],
      [request?.id],
    ]);
  });

  test("an event that a person sends again has no cause", async () => {
    const event = { requestContext: { requestId: "q-1", http: { method: "GET" } }, rawPath: "/" };
    await invoke("answer", event);
    await invoke("answer", event, { source: "console" });
    expect(history.all.map(({ kind }) => kind)).toEqual(["request", "invocation", "invocation"]);
    expect(only("answer")[1]?.causes).toEqual([]);
  });

  test("an event that is not an object, and a call of a service of another protocol", async () => {
    handlers = { answer: async ({ onCall }) => onCall?.(call({ path: "/service/X/operation/GetThing" })) };
    await invoke("answer", [1], {});
    expect(history.all).toMatchObject([
      { kind: "invocation", causes: [] },
      { kind: "call", operation: "GetThing", at: 5, durationMs: 2, status: 200 },
    ]);
  });
});
