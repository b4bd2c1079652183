/** @group processes */

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Api, App, Function, Queue, Stack } from "../../lib";
import { Local, type LocalEvent } from "../../lib/local";
import { root } from "../examples/support";
import { accessKeys } from "../support/access-keys";
import { temporaryFolder } from "../support/stack";

const handlers = `
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
const send = (QueueUrl, config = {}) =>
  new SQSClient(config).send(new SendMessageCommand({ QueueUrl, MessageBody: "hello" })).then(() => "sent", ({ name }) => name);
export const handler = async () => {
  const { NEAR, FAR, AWS_REGION } = process.env;
  return [AWS_REGION, await send(NEAR), await send(FAR), await send(FAR, { region: "us-east-1" })];
};
export const consume = async ({ Records: [{ awsRegion, eventSourceARN }] }) => {
  console.log(process.env.AWS_REGION + " consumes " + awsRegion + " " + eventSourceARN);
};
`;
const events: LocalEvent[] = [];
let local: Local;

beforeAll(async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "functions"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "cdktf.json"), "{}");
  writeFileSync(join(folder, "functions/jobs.ts"), handlers);
  process.chdir(folder);
  const bundlesFile = join(folder, "bundles.json");
  process.env.SERVERFORM_BUNDLES_FILE = bundlesFile;
  const from = join(folder, "out");
  const app = new App({ name: "shop", stage: "dev", region: "us-east-1", outdir: from });
  const queues = ["us-east-1", "eu-west-1"].map((region, index) => {
    const stack = new Stack(app, `Stack${index}`, { provider: { region } });
    return new Queue(stack, `Jobs${index}`, { consumer: "functions/jobs.consume" });
  });
  const [far, near] = queues as [Queue, Queue];
  const fn = new Function(near, "Send", {
    handler: "functions/jobs.handler",
    environment: { NEAR: near.queueUrl, FAR: far.queueUrl },
    permissions: [near, far],
  });
  new Api(Stack.of(near), "Api", { routes: { "GET /": fn } });
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
    report: (event) => void events.push(event),
  });
});
afterAll(async () => {
  await local.stop();
  delete process.env.SERVERFORM_BUNDLES_FILE;
});

test("functions run in the region of their stack, and services refuse requests that are signed for another one", async () => {
  const [url = ""] = local.served[0]?.urls ?? [];
  const response = await fetch(url);
  expect(await response.json()).toEqual(["eu-west-1", "sent", "AccessDenied", "sent"]);
  const consumed = () =>
    events.flatMap((each) => (each.event === "log" && each.line.includes(" consumes ") ? [each.line] : []));
  while (consumed().length < 2) await new Promise((done) => setTimeout(done, 20));
  expect(consumed().sort()).toEqual([
    expect.stringMatching(/^eu-west-1 consumes eu-west-1 arn:aws:sqs:eu-west-1:/),
    expect.stringMatching(/^us-east-1 consumes us-east-1 arn:aws:sqs:us-east-1:/),
  ]);
});
