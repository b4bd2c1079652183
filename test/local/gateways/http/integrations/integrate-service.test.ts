import { createServer } from "node:http";
import type { Values } from "../../../../../lib/model";
import { serveApi } from "../../support/http-api";
import { call, closeAll, listen } from "../../support/serve";

afterEach(closeAll);

async function emulator() {
  const seen: { readonly headers: Readonly<Record<string, unknown>>; readonly body: unknown }[] = [];
  const url = await listen(
    createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        seen.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
        response.writeHead(200, { "content-type": "application/x-amz-json-1.0" });
        response.end('{"MessageId":"1"}');
      });
    }),
  );
  return { url, seen };
}

const service = (subtype: string, request_parameters: Values) => ({
  integration: {
    integration_type: "AWS_PROXY",
    integration_uri: undefined,
    integration_subtype: subtype,
    request_parameters,
  },
});

const post = {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: '{"text":"hi","n":{"m":1}}',
};

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-aws-services-reference.html */
describe("HTTP API service integrations", () => {
  test.each([
    [
      "SQS-SendMessage",
      { QueueUrl: "q", MessageBody: "$request.body.text", DelaySeconds: "3" },
      "AmazonSQS.SendMessage",
      { QueueUrl: "q", MessageBody: "hi", DelaySeconds: 3 },
    ],
    [
      "EventBridge-PutEvents",
      { Source: "app", DetailType: "note", Detail: "$request.body", Resources: "a,b" },
      "AWSEvents.PutEvents",
      {
        Entries: [
          { Source: "app", DetailType: "note", Detail: '{"text":"hi","n":{"m":1}}', Resources: ["a", "b"] },
        ],
      },
    ],
    [
      "Kinesis-PutRecord",
      { StreamName: "s", Data: "$request.body.n", PartitionKey: "$request.header.none" },
      "Kinesis_20131202.PutRecord",
      { StreamName: "s", Data: '{"m":1}' },
    ],
    [
      "StepFunctions-StartExecution",
      { StateMachineArn: "arn", Input: "$request.body" },
      "AWSStepFunctions.StartExecution",
      { stateMachineArn: "arn", input: '{"text":"hi","n":{"m":1}}' },
    ],
  ])("%s is called at the address given for it", async (subtype, parameters, target, body) => {
    const { url, seen } = await emulator();
    const api = await serveApi({
      routes: { "POST /": service(subtype, parameters) },
      context: { endpoints: new Map([[subtype.split("-")[0] ?? "", url]]) },
    });
    expect(await call(api.url, "/", post)).toMatchObject({ status: 200, text: '{"MessageId":"1"}' });
    expect(seen).toEqual([{ headers: expect.objectContaining({ "x-amz-target": target }), body }]);
    expect(seen[0]?.headers.authorization).toContain("eu-west-1");
  });

  test("without an address, the answer says how to give one", async () => {
    const api = await serveApi({ routes: { "POST /": service("SQS-SendMessage", {}) } });
    const answer = await call(api.url, "/", post);
    expect(answer.status).toBe(501);
    expect(JSON.parse(answer.text)).toEqual({
      message:
        "SQS-SendMessage is not emulated. Start an emulator and give its address: --endpoint sqs=http://localhost:<port>",
    });
    await call(api.url, "/", post);
    expect(api.context.reported.filter(({ event }) => event === "warning")).toHaveLength(1);
  });

  test("an emulator that cannot be reached makes the service unavailable", async () => {
    const api = await serveApi({
      routes: { "POST /": service("SQS-SendMessage", { MessageBody: "x" }) },
      context: { endpoints: new Map([["sqs", "http://127.0.0.1:1"]]) },
    });
    expect((await call(api.url, "/", post)).status).toBe(503);
  });
});
