/** @group processes */

import { join } from "node:path";
import {
  InvokeCommand,
  LambdaClient,
  SendDurableExecutionCallbackSuccessCommand,
} from "@aws-sdk/client-lambda";
import { type App, Function as Fn, Stack } from "../../../../lib";
import { localCredentials } from "../../../support/access-keys";
import { packagesOf } from "../../../support/packages";
import { until } from "../../../support/until";
import { type DeployedStage, deployExample, develop, folderWithPackages, stopAll, writeFiles } from "./stage";

const packages = packagesOf("durable");
const sdk = JSON.stringify(join(packages ?? "", "@aws/durable-execution-sdk-js"));

const source = (version: string): string => `
  import { type DurableContext, withDurableExecution } from ${sdk};
  export const handler = withDurableExecution(async ({ id }: { id: string }, context: DurableContext) => {
    const reserved = await context.step("reserve", async () => "by ${version}");
    await context.waitForCallback("approval", async (callback) => console.log("callback " + callback));
    const shipped = await context.step("ship", async () => "by ${version}");
    return { id, reserved, shipped };
  });
`;

function define(app: App): void {
  const stack = new Stack(app, "Main");
  new Fn(stack, "Order", { handler: "functions/order.handler", durable: { timeout: "1 minute" } });
}

let stage: DeployedStage;
let aws: LambdaClient;

beforeAll(async () => {
  const sources = folderWithPackages();
  writeFiles(sources, { "cdktf.json": "{}", "functions/order.ts": source("deployed") });
  stage = await deployExample(sources, "notes", define);
  writeFiles(sources, { "functions/order.ts": source("laptop") });
  const endpoint = stage.local.servicesUrl;
  aws = new LambdaClient({ endpoint, region: "us-east-1", credentials: localCredentials });
});

afterAll(async () => {
  aws.destroy();
  await stopAll();
});

async function execute(id: string): Promise<unknown> {
  const input = { FunctionName: "dev-notes-Main-Order:durable", DurableExecutionName: `order-${id}` };
  const answer = await aws.send(new InvokeCommand({ ...input, Payload: JSON.stringify({ id }) }));
  return JSON.parse(new TextDecoder().decode(answer.Payload));
}

const approve = (CallbackId: string): Promise<unknown> =>
  aws.send(new SendDurableExecutionCallbackSuccessCommand({ CallbackId, Result: '"yes"' }));

(packages === undefined ? describe.skip : describe)("Under start, a durable function", () => {
  test("runs on the developer's machine, and continues with the deployed code when that machine leaves", async () => {
    const { client, events } = await develop(stage, define);
    const callbacks = (): readonly string[] =>
      events.flatMap((each) => (each.event === "log" ? (/^callback (.+)/.exec(each.line)?.[1] ?? []) : []));

    const results = (): number => events.filter((each) => each.event === "result").length;

    const first = execute("1");
    // An approval that comes before the execution is suspended is taken up by the same invocation.
    await until(() => callbacks().length === 1 && results() === 1);
    await approve(callbacks()[0] ?? "");
    expect(await first).toEqual({ id: "1", reserved: "by laptop", shipped: "by laptop" });
    const sources = events.flatMap((each) => (each.event === "invocation" ? each.source : []));
    expect(sources).toEqual(Array(2).fill("execution order-1 of an invocation"));

    const second = execute("2");
    await until(() => callbacks().length === 2 && results() === 3);
    await client.stop();
    await approve(callbacks()[1] ?? "");
    expect(await second).toEqual({ id: "2", reserved: "by laptop", shipped: "by deployed" });
  });
});
