import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as sdk from "@aws/durable-execution-sdk-js";
import {
  CheckpointDurableExecutionCommand,
  type CheckpointDurableExecutionCommandInput,
  GetDurableExecutionCommand,
  GetDurableExecutionStateCommand,
  type GetDurableExecutionStateCommandInput,
  InvokeCommand,
  LambdaClient,
  ListDurableExecutionsByFunctionCommand,
  SendDurableExecutionCallbackFailureCommand,
  SendDurableExecutionCallbackHeartbeatCommand,
  SendDurableExecutionCallbackSuccessCommand,
  StopDurableExecutionCommand,
} from "@aws-sdk/client-lambda";
import type { LocalEvent } from "../../../../../lib/local";
import { EndpointRouter } from "../../../../../lib/local/services/endpoint-router";
import { lambda } from "../../../../../lib/local/services/lambda";
import { DurableFunctions } from "../../../../../lib/local/services/lambda/durable/durable-functions";
import { localCredentials } from "../../../../support/access-keys";
import { packagesOf } from "../../../../support/packages";
import { TestClock } from "../../../support/clock";
import { TestFunctions } from "../../../support/functions";
import { serviceContext, startService } from "../../context";

// They need a newer Node than the library; `npm run typecheck` installs them.
const packages = packagesOf("durable");
const describeWithSdk = packages === undefined ? describe.skip : describe;
const load = () => require(join(packages ?? "", "@aws/durable-execution-sdk-js")) as typeof sdk;

const region = "us-east-1";
const arn = `arn:aws:lambda:${region}:123456789012:function:order`;
type Handler = (event: never, context: sdk.DurableContext) => Promise<unknown>;

let router: EndpointRouter;
let client: LambdaClient;
let folder: string;

beforeAll(async () => {
  router = await EndpointRouter.start(() => {});
  client = new LambdaClient({ endpoint: router.url, region, credentials: localCredentials });
  folder = mkdtempSync(join(tmpdir(), "serverform-durable-"));
});
afterAll(async () => {
  client.destroy();
  await router.close();
  rmSync(folder, { recursive: true });
});

/** As the SDK sends by itself; Jest cannot load the client that it imports. */
const durableExecutionClient = {
  checkpoint: (input: CheckpointDurableExecutionCommandInput) =>
    client.send(new CheckpointDurableExecutionCommand(input)),
  getExecutionState: (input: GetDurableExecutionStateCommandInput) =>
    client.send(new GetDurableExecutionStateCommand(input)),
} as never;

/** Serves a durable function, whose handler is wrapped by the SDK of AWS. */
async function serve(
  handler: Handler,
  options: { dataFolder?: string; timeoutSeconds?: number; clock?: TestClock } = {},
) {
  const { dataFolder, timeoutSeconds = 900, clock = new TestClock() } = options;
  const reported: LocalEvent[] = [];
  const wrapped = load().withDurableExecution(handler as never, { durableExecutionClient });
  const context = { awsRequestId: "1", getRemainingTimeInMillis: () => 10_000, invokedFunctionArn: arn };
  const plain = new TestFunctions((event, name) =>
    name.includes("order") ? wrapped(event, context as never) : { doubled: 2 * (event as { n: number }).n },
  );
  const settings = [
    { name: "order", arn, durable: { timeoutSeconds, retentionDays: 14 } },
    { name: "double", arn: arn.replace("order", "double") },
  ] as never;
  const functions = new DurableFunctions({
    functions: plain,
    settings,
    clock,
    report: (event) => void reported.push(event),
    dataFolder,
  });
  await startService(router, "lambda", lambda, serviceContext({ functions, clock }));
  const invoke = async (event: unknown, more: object = {}) => {
    const answer = await client.send(
      new InvokeCommand({ FunctionName: "order:durable", Payload: JSON.stringify(event), ...more }),
    );
    return {
      ...answer,
      result: JSON.parse(new TextDecoder().decode(answer.Payload ?? new Uint8Array()) || "null") as unknown,
    };
  };
  /** Resolves when the execution waits for that long. */
  const waits = (seconds: number) => clock.untilWaitedFor(1000 * seconds);
  const texts = () => reported.flatMap((event) => ("text" in event ? [event.text] : []));
  return { clock, plain, functions, invoke, waits, texts };
}

/** Looks again and again; requests continue during each look. */
async function until<Value>(look: () => Value | undefined): Promise<Value> {
  for (;;) {
    const value = look();
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

const callbackOf = (texts: readonly string[]) =>
  texts.map((text) => /the callback ([\w-]+)/.exec(text)?.[1]).at(-1);

describeWithSdk("an execution of a handler of the vendor's SDK", () => {
  test("does each step once, and waits by the clock of the server", async () => {
    const done: string[] = [];
    const { invoke, texts, clock, plain } = await serve(async ({ id }: { id: string }, context) => {
      await context.step("charge", async () => done.push(`charge ${id}`));
      await context.wait("cool down", { minutes: 10 });
      return context.step("ship", async () => done.push(`ship ${id}`) && { id, shipped: true });
    });
    const answer = invoke({ id: "o-1" });
    const [text] = await until(() => (texts().length > 0 ? texts() : undefined));
    expect(text).toMatch(/^The execution \S+ of order waits until 2026-01-01T00:10:00\.000Z\.$/);
    clock.advanceSeconds(600);
    expect((await answer).result).toEqual({ id: "o-1", shipped: true });
    expect(done).toEqual(["charge o-1", "ship o-1"]);
    expect(plain.invoked).toHaveLength(2);
  });

  test("repeats a step that fails after the delay of its strategy, then fails with its error", async () => {
    let attempts = 0;
    const retryStrategy = (_: Error, attempt: number) =>
      attempt < 3 ? { shouldRetry: true, delay: { seconds: 30 } } : { shouldRetry: false };
    const { invoke, waits, clock } = await serve((_, context) =>
      context.step(
        "pay",
        async () => {
          attempts += 1;
          throw new RangeError("no money");
        },
        { retryStrategy } as never,
      ),
    );
    const answer = invoke({});
    for (const _ of [1, 2]) {
      await waits(30);
      clock.advanceSeconds(30);
    }
    const { FunctionError, result } = await answer;
    expect({ attempts, FunctionError }).toEqual({ attempts: 3, FunctionError: "Unhandled" });
    expect(result).toMatchObject({ errorMessage: "no money" });
  });

  test("continues with the result of a callback, and the log names the callback", async () => {
    const { invoke, texts } = await serve((_, context) =>
      context.waitForCallback("approval", async () => {}),
    );
    const answer = invoke({});
    const CallbackId = await until(() => callbackOf(texts()));
    await client.send(new SendDurableExecutionCallbackHeartbeatCommand({ CallbackId }));
    const Result = Buffer.from('"approved"');
    await client.send(new SendDurableExecutionCallbackSuccessCommand({ CallbackId, Result }));
    expect((await answer).result).toContain("approved");
    for (const send of [
      () => client.send(new SendDurableExecutionCallbackSuccessCommand({ CallbackId, Result })),
      () => client.send(new SendDurableExecutionCallbackFailureCommand({ CallbackId, Error: {} })),
      () => client.send(new SendDurableExecutionCallbackHeartbeatCommand({ CallbackId })),
    ])
      await expect(send()).rejects.toThrow("has already ended");
  });

  test("fails with the error of a callback, or without a call", async () => {
    const { invoke, texts, waits, clock } = await serve((_, context) =>
      context.waitForCallback("approval", async () => {}, { timeout: { minutes: 5 } }),
    );
    const denied = invoke({});
    const CallbackId = await until(() => callbackOf(texts()));
    const Error = { ErrorMessage: "denied", ErrorType: "Denied" };
    await client.send(new SendDurableExecutionCallbackFailureCommand({ CallbackId, Error }));
    expect((await denied).result).toMatchObject({ errorMessage: expect.stringContaining("denied") });
    const silent = invoke({});
    await waits(300);
    await until(() => (callbackOf(texts()) === CallbackId ? undefined : true));
    clock.advanceSeconds(300);
    expect((await silent).result).toMatchObject({ errorMessage: expect.stringContaining("timed out") });
  });

  test("calls other functions, in parallel branches", async () => {
    const { invoke } = await serve(async (_, context) => {
      const results = await context.map("all", [1, 2, 3], async (child, n) =>
        child.invoke<object, { doubled: number }>(`double ${n}`, "double", { n }),
      );
      return results.getResults().map((each) => each.doubled);
    });
    expect((await invoke({})).result).toEqual([2, 4, 6]);
  });

  test("is told apart from a handler that is not wrapped", async () => {
    const { functions, plain } = await serve(async () => 1);
    jest
      .spyOn(plain, "invoke")
      .mockResolvedValue({ status: "ok", requestId: "", payload: "1", durationMs: 1 });
    const outcome = await functions.invoke({ functionArn: `${arn}:durable`, payload: "{}", source: "test" });
    expect(outcome).toMatchObject({
      status: "error",
      errorMessage: expect.stringContaining("withDurableExecution"),
    });
  });

  test("is invoked again after a crash, without its finished steps, and gives up after the third", async () => {
    let steps = 0;
    const { functions, plain, clock } = await serve(async (_, context) => {
      await context.step("once", async () => {
        steps += 1;
      });
      return "done";
    });
    const run = plain.invoke.bind(plain);
    let crashes = 1;
    jest.spyOn(plain, "invoke").mockImplementation(async (request) => {
      const outcome = await run(request);
      if (crashes === 0) return outcome;
      crashes -= 1;
      return {
        status: "error",
        requestId: "",
        payload: "{}",
        errorType: "Runtime.ExitError",
        errorMessage: "exit 1",
        durationMs: 1,
      };
    });
    const once = functions.invoke({ functionArn: `${arn}:durable`, payload: "{}", source: "test" });
    await clock.untilWaitedFor(1000);
    clock.advanceSeconds(1);
    expect(await once).toMatchObject({ status: "ok", payload: '"done"' });
    expect(steps).toBe(1);
    crashes = 3;
    const never = functions.invoke({ functionArn: `${arn}:durable`, payload: "{}", source: "test" });
    for (const delay of [1, 2]) {
      await clock.untilWaitedFor(1000 * delay);
      clock.advanceSeconds(delay);
    }
    expect(await never).toMatchObject({ status: "error", errorMessage: "exit 1" });
  });
});

describeWithSdk("the service", () => {
  const waitsLong: Handler = async (_, context) => {
    await context.wait("long", { hours: 1 });
    return "late";
  };

  test("ends an execution at its timeout, and on request", async () => {
    const { invoke, clock, waits } = await serve(waitsLong, { timeoutSeconds: 60 });
    const late = invoke({});
    await waits(3600);
    clock.advanceSeconds(60);
    expect((await late).result).toMatchObject({ errorType: "ExecutionTimedOut" });
    const stopped = invoke({}, { DurableExecutionName: "stopped" });
    await waits(3600);
    const { DurableExecutions: [found] = [] } = await client.send(
      new ListDurableExecutionsByFunctionCommand({ FunctionName: "order", Statuses: ["RUNNING"] }),
    );
    expect(found).toMatchObject({ DurableExecutionName: "stopped", FunctionArn: "order:durable" });
    const { DurableExecutionArn } = found ?? {};
    await client.send(new StopDurableExecutionCommand({ DurableExecutionArn }));
    expect((await stopped).result).toMatchObject({ errorType: "ExecutionStopped" });
    const described = await client.send(new GetDurableExecutionCommand({ DurableExecutionArn }));
    expect(described).toMatchObject({
      Status: "STOPPED",
      InputPayload: "{}",
      DurableConfig: { ExecutionTimeout: 60 },
    });
  });

  test("starts one execution for a name, and refuses another event for it", async () => {
    const { invoke, plain } = await serve(async (event) => event);
    const more = { DurableExecutionName: "only-once" };
    const [first, second] = [await invoke({ id: 1 }, more), await invoke({ id: 1 }, more)];
    expect([first.result, second.result]).toEqual([{ id: 1 }, { id: 1 }]);
    expect(first.DurableExecutionArn).toBe(second.DurableExecutionArn);
    expect(plain.invoked).toHaveLength(1);
    await expect(invoke({ id: 2 }, more)).rejects.toMatchObject({
      name: "DurableExecutionAlreadyStartedException",
    });
  });

  test("answers an asynchronous invocation at once, however long the execution may take", async () => {
    const { invoke, functions, waits, clock } = await serve(waitsLong, { timeoutSeconds: 7200 });
    const { StatusCode, DurableExecutionArn = "" } = await invoke({}, { InvocationType: "Event" });
    expect(StatusCode).toBe(202);
    await waits(3600);
    clock.advanceSeconds(3600);
    expect(await functions.byArn(DurableExecutionArn)?.ended).toMatchObject({
      status: "SUCCEEDED",
      Result: '"late"',
    });
  });

  test.each([
    ["a call without version or alias", { FunctionName: "order" }, "unqualified ARN"],
    ["a caller that would wait for more than 15 minutes", {}, "greater than 15 minutes"],
  ])("refuses %s", async (_, more, message) => {
    const { invoke, plain } = await serve(waitsLong, { timeoutSeconds: 901 });
    await expect(invoke({}, more)).rejects.toThrow(message);
    expect(plain.invoked).toHaveLength(0);
  });

  test("continues after a restart with the data of the last run", async () => {
    const done: string[] = [];
    const handler: Handler = async (_, context) => {
      await context.step("first", async () => done.push("first"));
      await context.wait("night", { hours: 8 });
      return context.step("second", async () => done.push("second"));
    };
    const clock = new TestClock();
    const before = await serve(handler, { dataFolder: folder, timeoutSeconds: 90_000, clock });
    const { DurableExecutionArn = "" } = await before.invoke({}, { InvocationType: "Event" });
    await before.waits(8 * 3600);
    await before.functions.stop();
    clock.advanceSeconds(9 * 3600);
    const after = await serve(handler, { dataFolder: folder, clock });
    after.functions.resume();
    clock.advance(0);
    expect(await after.functions.byArn(DurableExecutionArn)?.ended).toMatchObject({ status: "SUCCEEDED" });
    expect(done).toEqual(["first", "second"]);
    // Its last file is written.
    await after.functions.stop();
  });
});
