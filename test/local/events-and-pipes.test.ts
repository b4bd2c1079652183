/** @group processes */

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { App, EventsApi, Function, Pipe, Queue, Stack, Trigger } from "../../lib";
import { Local, type LocalEvent } from "../../lib/local";
import { root } from "../examples/support";
import { accessKeys, localCredentials } from "../support/access-keys";
import { temporaryFolder } from "../support/stack";
import { Client } from "./gateways/event-channels/support";

const handlers = `
import { gunzipSync } from "node:zlib";
import { EventsApi, publishEvents } from ${JSON.stringify(join(root, "lib/runtime/node/events-api"))};
export const report = async (event) => [EventsApi.Live.realtimeUrl, await publishEvents("Live", "/orders/1", [event])];
export const publish = (events) => report(events[0]);
export const noisy = async () => console.error("low ink");
export const watch = async ({ awslogs }) => {
  const { logEvents } = JSON.parse(gunzipSync(Buffer.from(awslogs.data, "base64")));
  await report({ lines: logEvents.map(({ message }) => message.split("\\t").slice(2).join(" ").trim()) });
};
export const echo = (event) => event;
export const web = async ({ path, requestContext }) => ({ statusCode: 200, body: path + " " + Object.keys(requestContext) });
`;
const events: LocalEvent[] = [];
const skillId = "amzn1.ask.skill.00000000-0000-0000-0000-000000000000";
let local: Local;

beforeAll(async () => {
  const folder = temporaryFolder();
  for (const name of ["functions", "local"]) mkdirSync(join(folder, name));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "cdktf.json"), "{}");
  writeFileSync(join(folder, "functions/orders.ts"), handlers);
  process.chdir(folder);
  const bundlesFile = join(folder, "bundles.json");
  process.env.SERVERFORM_BUNDLES_FILE = bundlesFile;
  const from = join(folder, "out");
  const app = new App({ name: "shop", stage: "dev", region: "us-east-1", outdir: from });
  const stack = new Stack(app, "Main");
  const live = new EventsApi(stack, "Live", {
    namespaces: { orders: {} },
    authorization: { providers: [{ authenticationType: "API_KEY" }, { authenticationType: "AWS_IAM" }] },
  });
  const bound = { bind: [live], permissions: [[live, "grantPublish"]] as const };
  new Function(stack, "Report", { handler: "functions/orders.report", ...bound });
  new Pipe(stack, "Paid", {
    source: new Queue(stack, "Orders"),
    filters: [{ body: { status: ["paid"] } }],
    template: '{"paid": <$.body.id>}',
    target: { handler: "functions/orders.publish", ...bound },
  });
  const noisy = new Function(stack, "Noisy", { handler: "functions/orders.noisy" });
  new Trigger(stack, "Errors", {
    type: "log_group",
    logGroup: noisy,
    filterPattern: "ERROR",
    function: { handler: "functions/orders.watch", ...bound },
  });
  new Trigger(stack, "Web", {
    type: "load_balancer",
    listener:
      "arn:aws:elasticloadbalancing:us-east-1:123456789012:listener/app/web/50dc6c495c0c9188/f2f7dc8efc522ab2",
    conditions: { paths: ["/web/*"] },
    function: "functions/orders.web",
  });
  new Trigger(stack, "Skill", { type: "alexa_skill", skillId, function: "functions/orders.echo" });
  new Trigger(stack, "Home", { type: "smart_home_skill", skillId, function: "functions/orders.echo" });
  app.synth();
  local = await Local.start({
    accessKeys,
    from,
    bundlesFile,
    folder: join(folder, "local"),
    host: "127.0.0.1",
    port: 0,
    dataFolder: undefined,
    endpoints: new Map(),
    inspectPort: undefined,
    runsSchedules: false,
    watch: false,
    report: (event) => events.push(event),
  });
});

afterAll(async () => {
  await local.stop();
  delete process.env.SERVERFORM_BUNDLES_FILE;
});

test("a bound function publishes with its role, and a pipe calls a function that does", async () => {
  const [served] = local.served;
  const [url = ""] = served?.urls ?? [];
  const texts = events.map((each) => (each.event === "notice" ? each.text : ""));
  const key = texts.flatMap((text) => / accepts the API key (\S+)$/.exec(text)?.[1] ?? [])[0];
  const client = await Client.connect(url.replace(/\/event$/, ""), { host: "x", "x-api-key": key });
  await client.next();
  client.send({
    type: "subscribe",
    id: "1",
    channel: "/orders/*",
    authorization: { "x-api-key": key },
  });
  expect(await client.next()).toEqual({ type: "subscribe_success", id: "1" });

  const outcome = await local.invoke("Report", { text: "hi" });
  expect(outcome).toMatchObject({ status: "ok", payload: expect.stringContaining("/event/realtime") });
  expect(await client.nextEvent()).toEqual(["1", { text: "hi" }]);

  const sqs = new SQSClient({
    endpoint: local.servicesUrl,
    region: "us-east-1",
    credentials: localCredentials,
  });
  const QueueUrl = `${local.servicesUrl}/123456789012/dev-shop-Orders`;
  for (const order of [
    { id: 6, status: "open" },
    { id: 7, status: "paid" },
  ]) {
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(order) }));
  }
  expect(await client.nextEvent()).toEqual(["1", { paid: 7 }]);

  await local.invoke("Noisy", {});
  expect(await client.nextEvent()).toEqual(["1", { lines: ["ERROR low ink"] }]);
  client.socket.close();
  sqs.destroy();
});

test("a load balancer calls its function", async () => {
  const balancer = local.served.find(({ gateway }) => gateway.kind === "ALB");
  expect(await (await fetch(`${balancer?.urls[0]}web/1`)).text()).toBe("/web/1 elb");
});

test.each([
  ["Skill", { request: { type: "LaunchRequest" }, session: { application: { applicationId: skillId } } }],
  ["Home", { directive: { header: { namespace: "Alexa.Discovery", name: "Discover" } } }],
])("the function of %s is invoked with the first event of Alexa", async (name, event) => {
  const outcome = await local.invoke(`${name}/Function`, undefined);
  const { payload = "" } = outcome as { readonly payload?: string };
  expect(JSON.parse(payload)).toMatchObject(event);
});
