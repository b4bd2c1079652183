import { setImmediate } from "node:timers/promises";
import {
  currentCauses,
  type Functions,
  History,
  Newest,
  recordInvocations,
  withCauses,
} from "../../../lib/local";
import { causesOf, unrecorded, unrecordedId } from "../../../lib/local/history/causes";
import { Pace } from "../../../lib/local/history/history";
import { functionTraceHeader, type InvokeRequest } from "../../../lib/local/invoke";
import type { Caller } from "../../../lib/local/permissions/caller";
import type { ServiceRequest } from "../../../lib/local/services/contract/service";
import { recordCall } from "../../../lib/local/services/record-calls";

const functionArn = "arn:aws:lambda:eu-west-1:123456789012:function:notes";
const session: Caller = {
  type: "session",
  session: { roleArn: "arn:aws:iam::123456789012:role/notes", sessionName: "notes" },
};

const requestWith = (headers: Record<string, string>) =>
  ({
    service: "sqs",
    operation: "SendMessage",
    method: "POST",
    url: "/",
    headers,
    body: Buffer.alloc(0),
  }) as unknown as ServiceRequest;

/** A history that does not record clients. */
function fullHistory(): History {
  const pace = new Pace(0, () => 0);
  while (pace.takes());
  return new History({ pace });
}

describe("the pace of a history", () => {
  test("takes 1,000 at once, and then this number in each second", () => {
    let now = 0;
    const pace = new Pace(50, () => now);
    const taken = () => {
      let count = 0;
      while (pace.takes()) count += 1;
      return count;
    };
    expect(taken()).toBe(1000);
    expect(taken()).toBe(0);
    now += 900;
    expect(taken()).toBe(0);
    now += 600;
    expect(taken()).toBe(75);
    now += 3_600_000;
    expect(taken()).toBe(1000);
  });

  test("counts the requests that are not recorded", () => {
    const history = fullHistory();
    expect(history.admit([])).toBe(unrecorded);
    expect(history.skippedCount).toBe(1);
    history.clear();
    expect(history.skippedCount).toBe(0);
  });

  test("does not concern what a recorded fact causes", () => {
    const history = fullHistory();
    expect(history.admit(["0123456789abcdef"])).toEqual(["0123456789abcdef"]);
    expect(history.skippedCount).toBe(0);
  });

  test("of sites is another one than that of APIs", () => {
    const sitePace = new Pace(0, () => 0);
    const history = new History({ pace: new Pace(0, () => 0), sitePace });
    for (let index = 0; index < 1001; index++) history.admit([], true);
    expect(history.skippedCount).toBe(1);
    expect(history.admit([])).toEqual([]);
  });

  test("is without limit by default", () => {
    const history = new History();
    for (let index = 0; index < 2000; index++) expect(history.admit([])).toEqual([]);
  });
});

describe("the effects of an unrecorded request", () => {
  const history = fullHistory();
  afterEach(() => history.clear());

  test("is not recorded, but a warning is", () => {
    withCauses(unrecorded, () => {
      const fact = history.begin("authorizer", { name: "jwt", type: "jwt" });
      history.end(fact, { allowed: true });
      history.record("warning", { text: "low" });
    });
    expect(history.all).toMatchObject([{ kind: "warning", causes: [] }]);
  });

  test("is not recorded either, with the calls of a function that passes on its trace header", async () => {
    const invoke = async () => {
      const call = requestWith({ "x-amzn-trace-id": functionTraceHeader(0, unrecordedId) });
      await recordCall(history, call, session, async () => ({ status: 200, body: String(currentCauses()) }));
      return { status: "ok", payload: "{}" } as never;
    };
    const functions = recordInvocations({ invoke } as unknown as Functions, history);
    await withCauses(unrecorded, () =>
      functions.invoke({ functionArn, source: "GET /", payload: "{}" } as unknown as InvokeRequest),
    );
    expect(currentCauses()).toEqual([]);
    expect(history.all).toEqual([]);
  });

  test("is not given to another invocation of the function, if a client sends no trace header", async () => {
    const other = history.begin("invocation", {
      function: "notes",
      functionArn,
      source: "queue",
      requestId: "1",
      payload: { text: "", length: 0 },
      logs: [],
    });
    history.running.begin(other);
    const answer = async () => ({ status: 200, body: "" });
    await withCauses(unrecorded, () => recordCall(history, requestWith({}), session, answer));
    expect(history.all).toEqual([other]);
    await recordCall(history, requestWith({}), session, answer);
    expect(history.all[1]).toMatchObject({ kind: "call", causes: [other.id] });
    history.running.end(other);
  });

  test("are not given to a recorded fact that continues in the meantime, or to later facts", async () => {
    const seen: Record<string, readonly string[]> = {};
    const run = async (name: string) => {
      await setImmediate();
      seen[name] = currentCauses();
    };
    const recorded = withCauses(["a"], () => run("recorded"));
    const unrecordedRun = withCauses(unrecorded, () => run("unrecorded"));
    const within = withCauses(["b"], () => withCauses(unrecorded, () => run("unrecorded within b")));
    await Promise.all([recorded, unrecordedRun, within]);
    await withCauses(unrecorded, async () => Promise.reject(new Error("gone"))).catch(() => undefined);
    expect(() => withCauses(unrecorded, () => JSON.parse("{"))).toThrow(SyntaxError);
    await run("later");
    expect(seen).toEqual({
      recorded: ["a"],
      unrecorded,
      "unrecorded within b": unrecorded,
      later: [],
    });
  });

  test("leave the contexts of recorded facts unchanged", async () => {
    const seen: (readonly string[])[] = [];
    await withCauses(["a"], async () => {
      history.admit([]);
      await setImmediate();
      seen.push(currentCauses());
    });
    history.admit([]);
    await withCauses(["b"], async () => {
      await setImmediate();
      seen.push(currentCauses());
    });
    expect(seen).toEqual([["a"], ["b"]]);
  });

  test("does not hide a call that a function's process makes later, but it is paced", async () => {
    const answer = async () => ({ status: 200, body: "" });
    await recordCall(history, requestWith({}), session, answer);
    expect([history.all, history.skippedCount]).toEqual([[], 1]);
    const unpaced = new History();
    await recordCall(unpaced, requestWith({}), session, answer);
    expect(unpaced.all).toMatchObject([{ kind: "call", causes: [] }]);
  });

  test("is recorded as a part of a batch that has recorded items", () => {
    expect(causesOf([{ causes: unrecorded }, { causes: ["a"] }])).toEqual(["a"]);
    expect(causesOf([{ causes: unrecorded }, { causes: unrecorded }])).toEqual(unrecorded);
  });
});

test("the newest items are found by id and in their order, however many have left", () => {
  const newest = new Newest<{ id: string }>();
  for (let index = 0; index < 5000; index++) {
    newest.add({ id: String(index) });
    if (index >= 3) expect(newest.takeOldest()).toEqual({ id: String(index - 3) });
  }
  expect(newest.all()).toEqual([{ id: "4997" }, { id: "4998" }, { id: "4999" }]);
  expect([newest.size, newest.get("4996"), newest.get("4998")]).toEqual([3, undefined, { id: "4998" }]);
  newest.clear();
  expect([newest.size, newest.takeOldest()]).toEqual([0, undefined]);
});
