import { ApiHandler, useHeader } from "../../../lib/runtime/node/api";
import { Context, Handler, useEvent, useLambdaContext } from "../../../lib/runtime/node/context";
import { eventV1, eventV2, lambdaContext } from "../events";

const batch = {
  Records: [
    {
      messageId: "1",
      receiptHandle: "r",
      body: "one",
      attributes: {},
      eventSourceARN: "arn:aws:sqs:us-east-1:123456789012:q",
    },
  ],
};

/** Runs code in the handler of a request. */
const inRequest = <Value>(code: () => Value, headers = {}) =>
  ApiHandler(() => code())(eventV2({ headers }), lambdaContext());

describe("A handler", () => {
  test("gives its code the event and the context of Lambda", async () => {
    const handler = Handler("sqs", (event, { functionName }) => [event.Records[0]?.body, functionName]);
    expect(await handler(batch, lambdaContext())).toEqual(["one", "graphql"]);
  });

  test("lets any function read them", async () => {
    const handler = Handler("sqs", () => [
      useEvent("sqs").Records[0]?.messageId,
      useLambdaContext().awsRequestId,
    ]);
    expect(await handler(batch, lambdaContext())).toEqual(["1", "request"]);
    expect(await inRequest(() => useEvent("api"))).toEqual(eventV2({}));
  });

  test("of another type refuses to read the event", async () => {
    const handler = Handler("sqs", () => useEvent("api"));
    await expect(handler(batch, lambdaContext())).rejects.toThrow(
      'useEvent("api") is called in a handler for "sqs" events',
    );
    const request = Handler("sqs", () => useHeader("accept"));
    await expect(request(batch, lambdaContext())).rejects.toThrow("useHeader reads the request of a route");
  });

  test("of type api reads a request, too", async () => {
    const handler = Handler("api", () => useHeader("x-a"));
    expect(await handler(eventV1({ headers: { "X-A": "1" } }), lambdaContext())).toBe("1");
  });
});

describe("A context", () => {
  test("computes its value once per invocation", async () => {
    let runs = 0;
    const useRun = Context.memo(() => ++runs);
    expect(await inRequest(() => [useRun(), useRun()])).toEqual([1, 1]);
    expect(await inRequest(useRun)).toBe(2);
  });

  test("is separate for invocations that run at the same time", async () => {
    const user = Context.create<string>();
    let release = () => {};
    const wait = new Promise<void>((done) => {
      release = done;
    });
    const run = (name: string) =>
      inRequest(async () => {
        user.provide(name);
        await wait;
        return user.use();
      });
    const results = [run("ada"), run("grace")];
    release();
    expect(await Promise.all(results)).toEqual(["ada", "grace"]);
  });

  test("is computed again when a value that it used changes", async () => {
    const user = Context.create(() => "guest");
    const useGreeting = Context.memo(() => `Hello ${user.use()}`);
    const useLetter = Context.memo(() => useGreeting().length);
    const values = await inRequest(() => {
      const before = useLetter();
      user.provide("ada");
      return [before, useGreeting(), useLetter()];
    });
    expect(values).toEqual([11, "Hello ada", 9]);
  });

  test("is empty after a reset", async () => {
    const user = Context.create<string>();
    const read = () => {
      user.provide("ada");
      Context.reset();
      return user.use();
    };
    await expect(inRequest(read)).rejects.toThrow("This context has no value: call its provide() first.");
  });

  test("computes again after its function threw", async () => {
    let runs = 0;
    const useValue = Context.memo(() => {
      runs += 1;
      if (runs === 1) throw new Error("not yet");
      return runs;
    });
    const read = () => {
      expect(useValue).toThrow("not yet");
      return useValue();
    };
    expect(await inRequest(read)).toBe(2);
  });
});

test.each([
  ["useEvent", () => useEvent("api")],
  ["useLambdaContext", useLambdaContext],
  ["Context", () => Context.memo(() => 1)()],
  ["Context", () => Context.create<number>().provide(1)],
  ["Context", () => Context.reset()],
])("%s outside of a handler throws", (name, hook) => {
  expect(hook).toThrow(`${name} reads the current invocation`);
});
