/** @group processes */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type StageFunctionSettings, StageFunctions } from "../../../lib/local/stage/stage-functions";
import { localCredentials } from "../../support/access-keys";
import { TestFunctions } from "../support/functions";

const arnOf = (name: string): string => `arn:aws:lambda:us-east-1:111122223333:function:${name}`;

const settings = (name: string, runtime = "nodejs22.x"): StageFunctionSettings => ({
  id: name,
  name,
  constructPath: `Main/${name}`,
  arn: arnOf(name),
  region: "us-east-1",
  runtime,
  handler: "index.handler",
  architecture: "x86_64",
  timeoutSeconds: 3,
  memoryMb: 128,
  variables: {},
  reservedConcurrency: undefined,
  logGroup: "",
  code: {},
});

let server: Server;
let asked: { readonly url: string; readonly body: string; readonly context: unknown }[];

/** Lambda, which answers every invocation in one way. */
async function open(status: number, body: string, headers: Readonly<Record<string, string>> = {}) {
  asked = [];
  server = createServer(async (request, response) => {
    const context = request.headers["x-amz-client-context"];
    asked.push({ url: request.url ?? "", body: await text(request), context });
    response.writeHead(status, { "x-amzn-requestid": "in-aws", connection: "close", ...headers }).end(body);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const here = new TestFunctions(() => "here");
  const functions = new StageFunctions({
    here,
    isHere: (path) => path === "Main/here",
    functions: [settings("here"), settings("there"), settings("java", "java21")],
    aws: {
      credentials: () => localCredentials,
      endpoints: { AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    },
  });
  return { functions, here };
}

afterEach(() => new Promise<void>((done) => void server.close(() => done())));

const request = { payload: '{"a":1}', source: "test" };

describe("With the data of a stage, a function", () => {
  test("that is chosen runs here", async () => {
    const { functions } = await open(200, "");
    expect(await functions.invoke({ ...request, functionArn: arnOf("here") })).toMatchObject({
      payload: '"here"',
    });
    expect(asked).toEqual([]);
  });

  test.each(["there", "java"])(
    "that is not chosen, or cannot run here, is invoked in AWS: %s",
    async (name) => {
      const { functions, here } = await open(200, '"in AWS"');
      const outcome = await functions.invoke({
        ...request,
        functionArn: arnOf(name),
        clientContext: '{"b":2}',
      });
      expect(outcome).toMatchObject({ status: "ok", payload: '"in AWS"', requestId: "in-aws" });
      expect(here.invoked).toEqual([]);
      expect(asked).toEqual([
        {
          url: `/2015-03-31/functions/${encodeURIComponent(arnOf(name))}/invocations`,
          body: '{"a":1}',
          context: Buffer.from('{"b":2}').toString("base64"),
        },
      ]);
    },
  );

  test("that fails in AWS has its error", async () => {
    const error = '{"errorType":"TypeError","errorMessage":"no"}';
    const { functions } = await open(200, error, { "x-amz-function-error": "Unhandled" });
    const outcome = await functions.invoke({ ...request, functionArn: arnOf("there") });
    expect(outcome).toMatchObject({
      status: "error",
      errorType: "TypeError",
      errorMessage: "no",
      payload: error,
    });
  });

  test("that may not be invoked is refused with the reason", async () => {
    const { functions } = await open(403, '{"Message":"not authorized to perform: lambda:InvokeFunction"}');
    const outcome = await functions.invoke({ ...request, functionArn: arnOf("there") });
    expect(outcome).toMatchObject({
      status: "refused",
      reason: expect.stringContaining("lambda:InvokeFunction"),
    });
  });

  test("that is chosen after a change of the app runs where it then belongs", async () => {
    const { functions, here } = await open(200, '"in AWS"');
    await functions.replace([{ ...settings("there"), constructPath: "Main/here" }]);
    await functions.invoke({ ...request, functionArn: arnOf("there") });
    expect(here.invoked.length).toBe(1);
  });
});
