import { once } from "node:events";
import { WebSocket } from "ws";
import { z } from "zod";
import { Api } from "../../../lib/constructs/api";
import { Bucket } from "../../../lib/constructs/bucket";
import { RestV1Api } from "../../../lib/constructs/rest-v1-api";
import { WebSocketApi } from "../../../lib/constructs/web-socket-api";
import type { Gateway } from "../../../lib/local/gateways/gateway";
import { createHttpApis } from "../../../lib/local/gateways/http";
import { createRestApis } from "../../../lib/local/gateways/rest";
import { createWebSocketApis } from "../../../lib/local/gateways/web-socket";
import { modelOf } from "../../model/resources/output";
import { accessKeys } from "../../support/access-keys";
import { synthesized, testStack } from "../../support/stack";
import { TestClock } from "../support/clock";
import { TestFunctions } from "../support/functions";
import { call, closeAll, serve } from "./support/serve";

const handler = "functions/notes.get";
const limited = { function: handler, throttle: { rate: 1, burst: 1 } };
const stageVariables = { host: "a.example.com" };
const tooMany = { status: 429, text: '{"message":"Too Many Requests"}' };
const clock = new TestClock();
let functions: TestFunctions;
let http: string;
let rest: string;
let checked: string;
let socket: string;

// The stages as the constructs write them; no other test changes the time.
beforeAll(async () => {
  const stack = testStack();
  const customDomain = {
    domainName: "api.example.com",
    mtls: { bucket: new Bucket(stack, "Trust"), key: "a.pem" },
  };
  const common = { stageVariables, ipAddressType: "dualstack" } as const;
  new Api(stack, "Http", {
    ...common,
    customDomain,
    routes: { "GET /limited": limited, "GET /free": handler },
  });
  new RestV1Api(stack, "Rest", { ...common, routes: { "ANY /limited": limited, "GET /free": handler } });
  const orders = new RestV1Api(stack, "Shop", {});
  const method = orders.cdk.restApi.addRequestChecks("CreateOrder", {
    body: z.object({ item: z.string().min(1), count: z.number().positive().optional() }),
    query: z.object({ shop: z.string() }),
  });
  orders.addRoutes(stack, { "POST /orders": { function: handler, cdk: { method } } });
  new WebSocketApi(stack, "Chat", { ...common, routes: { limited, free: handler } });
  const model = modelOf(synthesized(stack));
  functions = new TestFunctions(() => ({ statusCode: 200 }));
  const context = {
    accessKeys,
    functions,
    clock,
    report: () => {},
    endpoints: new Map<string, string>(),
    issuers: { keysOf: async () => ({ keys: [] }) },
  };
  const urlOf = async ([gateway]: readonly Gateway[]) => serve(gateway as Gateway);
  http = await urlOf(createHttpApis(model, context));
  const [restApi, ordersApi] = createRestApis(model, context);
  rest = `${await serve(restApi as Gateway)}/dev`;
  checked = await serve(ordersApi as Gateway);
  socket = `${await urlOf(createWebSocketApis(model, context))}/dev`.replace(/^http/, "ws");
});

afterAll(closeAll);

const lastEvent = () => functions.invoked.at(-1)?.event;

describe("routes with a throttle of their own, on this machine", () => {
  test("an Api with mutual TLS answers without a certificate, 429 beyond the limits, and passes the variables", async () => {
    expect((await call(http, "/limited")).status).toBe(200);
    expect(lastEvent()).toMatchObject({ stageVariables });
    expect(await call(http, "/limited")).toMatchObject(tooMany);
    for (let time = 0; time < 3; time += 1) expect((await call(http, "/free")).status).toBe(200);
    clock.advance(1000);
    expect((await call(http, "/limited")).status).toBe(200);
  });

  test("a RestV1Api limits each method of ANY by itself", async () => {
    const { pathname } = new URL(rest);
    const send = (path: string, method = "GET") => call(rest, `${pathname}${path}`, { method });
    expect((await send("/limited")).status).toBe(200);
    expect(lastEvent()).toMatchObject({ stageVariables });
    expect(await send("/limited")).toMatchObject(tooMany);
    expect((await send("/limited", "PUT")).status).toBe(200);
    for (let time = 0; time < 3; time += 1) expect((await send("/free")).status).toBe(200);
    for (let time = 0; time < 3; time += 1) expect((await send("/limited", "OPTIONS")).status).toBe(204);
  });

  test("a WebSocketApi limits the messages of the route", async () => {
    const client = new WebSocket(socket);
    await once(client, "open");
    const before = functions.invoked.length;
    for (const action of ["limited", "free", "free", "limited"]) client.send(JSON.stringify({ action }));
    const [reply] = await once(client, "message");
    expect(JSON.parse(String(reply))).toMatchObject({ message: "Too Many Requests" });
    await functions.count(before + 3);
    expect(lastEvent()).toMatchObject({ stageVariables });
    client.terminate();
  });
});

test.each([
  ["?shop=a", '{"item":"tea","count":1}', 200],
  ["?shop=a", '{"item":""}', 400],
  ["?shop=a", '{"item":"tea","count":0}', 400],
  ["?shop=a", "{}", 400],
  ["", '{"item":"tea"}', 400],
])("the checks that the schemas of a route give: %s %s is answered with %i", async (query, body, status) => {
  const headers = { "content-type": "application/json" };
  const answer = await call(checked, `/dev/orders${query}`, { method: "POST", headers, body });
  expect(answer.status).toBe(status);
});
