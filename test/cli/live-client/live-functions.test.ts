import { LiveFunctions } from "../../../lib/cli/live-client/live-functions";
import { parseRequest } from "../../../lib/cli/live-client/parse-request";
import type { RequestToRun } from "../../../lib/cli/live-client/received-requests";
import type { LiveEvent } from "../../../lib/cli/live-client/report";
import type { FunctionSettings, InvokeOutcome } from "../../../lib/local";
import type { InvokeRequest } from "../../../lib/local/invoke";
import { settingsOf } from "../../local/invoke/support";
import { TestClock } from "../../local/support/clock";
import { functionId, requestOf, roleVariables } from "./support";

const name = "dev-notes-Main-Get";
const requestId = "6a1b2c3d-0000-4000-8000-000000000000";
const declared = { TABLE: "here" };

const [base] = settingsOf({ [name]: { id: functionId, variables: declared, reservedConcurrency: 3 } });
if (base === undefined) throw new Error("There is one function.");
const ofBase = new Map([[functionId, base]]);

function requestWith(environment: object = {}, context: object = {}): RequestToRun {
  const plain = requestOf({});
  const parsed = parseRequest(
    JSON.stringify({
      ...plain,
      settled: [],
      context: { ...plain.context, awsRequestId: requestId, ...context },
      environment: { ...roleVariables, TABLE: "there", ...environment },
    }),
  );
  if (typeof parsed === "string") throw new Error(parsed);
  return { ...parsed, name: { kind: "request", functionId, wrapperId: "wrapper", requestId } };
}

const ok: InvokeOutcome = { status: "ok", requestId, payload: "1", durationMs: 2 };

/** Functions that record their replacements, and answer when the test lets them. */
function functions(outcome: InvokeOutcome | Promise<InvokeOutcome> = ok, settings = ofBase) {
  const clock = new TestClock();
  const replaced: (readonly FunctionSettings[])[] = [];
  const invoked: InvokeRequest[] = [];
  const events: LiveEvent[] = [];
  const live = new LiveFunctions({
    functions: {
      invoke: async (request) => {
        invoked.push(request);
        return outcome;
      },
      replace: async (given) => void replaced.push(given),
    },
    settings,
    report: (event) => events.push(event),
    clock,
  });
  return { clock, replaced, invoked, events, live };
}

const texts = (events: readonly LiveEvent[]) => events.flatMap((each) => ("text" in each ? [each.text] : []));

describe("The processes of a deployed function", () => {
  test("have the values, names and limits of the one in AWS, where AWS decides how many run", async () => {
    const { live, replaced, invoked } = functions();
    expect(await live.run(requestWith())).toEqual({ status: "ok", payload: "1" });
    expect(replaced).toEqual([
      [
        {
          ...base,
          arn: `arn:aws:lambda:us-east-1:123456789012:function:${name}`,
          region: "us-east-1",
          memoryMb: 1024,
          variables: { TABLE: "there", ...roleVariables },
          reservedConcurrency: undefined,
        },
      ],
    ]);
    expect(invoked).toMatchObject([{ functionId, payload: "{}", requestId }]);
    expect(invoked[0]).not.toHaveProperty("clientContext");
    expect(invoked[0]).not.toHaveProperty("onChunk");
  });

  test("stay for the credentials of another environment in AWS until 30 minutes are over", async () => {
    const { clock, live, replaced } = functions();
    const other = { AWS_ACCESS_KEY_ID: "ASIAOTHER" };
    await live.run(requestWith());
    await live.run(requestWith(other));
    clock.advance(30 * 60_000 - 1);
    await live.run(requestWith(other));
    expect(replaced).toHaveLength(1);
    clock.advance(1);
    await live.run(requestWith(other));
    expect(replaced[1]).toMatchObject([{ variables: other }]);
    await live.run(requestWith());
    expect(replaced).toHaveLength(2);
  });

  test.each<[string, object, object]>([
    ["a value", { TABLE: "elsewhere" }, {}],
    ["the memory", {}, { memoryLimitInMB: "2048" }],
    ["the group of logs", {}, { logGroupName: "/other" }],
  ])("are new ones when %s in AWS has changed", async (_, environment, context) => {
    const { live, replaced } = functions();
    await live.run(requestWith());
    await live.run(requestWith(environment, context));
    await live.run(requestWith(environment, context));
    expect(replaced).toHaveLength(2);
  });

  test("are all ended by a new synthesis, and start again with its settings", async () => {
    const { live, replaced } = functions();
    await live.run(requestWith());
    await live.replace(new Map([[functionId, { ...base, handler: "other.handler" }]]));
    await live.run(requestWith());
    expect(replaced.slice(1)).toMatchObject([[], [{ handler: "other.handler" }]]);
  });
});

describe("The report of an invocation", () => {
  test("is its begin and its end, and no warning when it ends in time", async () => {
    const { clock, events, live } = functions();
    await live.run(requestWith());
    clock.advance(20_000);
    expect(events).toMatchObject([
      { event: "invocation", function: name, requestId },
      { event: "result", function: name, requestId, status: "ok", payload: "1" },
    ]);
  });

  test("is that its time in AWS is over, with the begin of its id", async () => {
    let end: (outcome: InvokeOutcome) => void = () => {};
    const outcome = new Promise<InvokeOutcome>((resolve) => {
      end = resolve;
    });
    const { clock, events, live } = functions(outcome);
    const answer = live.run(requestWith());
    await clock.untilWaitedFor(10_000);
    clock.advance(9999);
    expect(texts(events)).toEqual([]);
    clock.advance(1);
    expect(texts(events)).toEqual([
      expect.stringMatching(/^dev-notes-Main-Get is still running 6a1b2c3d, but its time limit/),
    ]);
    end(ok);
    expect(await answer).toEqual({ status: "ok", payload: "1" });
  });

  test("is once which variables the app does not declare, ten of them at most", async () => {
    const { events, live } = functions();
    const more = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`MORE_${10 + index}`, "x"]));
    await live.run(requestWith(more));
    await live.run(requestWith({ ...more, LATER: "x" }));
    expect(texts(events)).toEqual([
      expect.stringMatching(/does not declare.*: MORE_10, MORE_11,.* MORE_19\.$/),
    ]);
  });

  test("has no variable if the app declares all of them", async () => {
    const { events, live } = functions();
    await live.run(requestWith());
    expect(texts(events)).toEqual([]);
  });
});

describe("The deployed code answers", () => {
  test.each<[string, ReadonlyMap<string, FunctionSettings>, string]>([
    ["a function that the app does not have", new Map(), "the app here does not have it"],
    [
      "a request with the name of another function",
      new Map([
        [functionId, { ...base, name: "dev-notes-Main-Renamed" }],
        ["dev-notes-Main/Other", { ...base, id: "dev-notes-Main/Other" }],
      ]),
      "has the name of another function, dev-notes-Main-Get",
    ],
  ])("%s, and nothing runs here", async (_, settings, text) => {
    const { events, invoked, live, replaced } = functions(ok, new Map(settings));
    expect(await live.run(requestWith())).toEqual({ status: "declined" });
    expect([invoked, replaced]).toEqual([[], []]);
    expect(events).toMatchObject([{ event: "warning", text: expect.stringContaining(text) }]);
  });

  test("an invocation that is refused here, with the reason", async () => {
    const { clock, events, live } = functions({ status: "refused", reason: "It cannot be built." } as never);
    expect(await live.run(requestWith())).toEqual({ status: "declined" });
    clock.advance(20_000);
    expect(texts(events)).toEqual(["It cannot be built. The deployed code answers."]);
  });
});

test.each([
  ["{}", "ok"],
  ["<p>", "error"],
])(
  "a response %p that was streamed for a deployed handler that returns JSON: %s",
  async (payload, status) => {
    const outcome = { ...ok, payload, bytes: Buffer.from(payload) };
    const { live } = functions(outcome);
    expect((await live.run(requestWith())).status).toBe(status);
  },
);
