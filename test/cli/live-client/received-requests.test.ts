import { randomBytes } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ReceivedRequests, type RunRequest } from "../../../lib/cli/live-client/received-requests";
import {
  type Frame,
  type LiveAnswer,
  type LiveChunk,
  type MessageName,
  packFrames,
  Seal,
} from "../../../lib/runtime/live";
import { objectFrame } from "../../../lib/runtime/live/protocol/frames";
import { newSecret } from "../../../lib/runtime/live/protocol/seal";
import { TestClock } from "../../local/support/clock";
import { functionId, requestOf, TestStore } from "./support";

const seal = new Seal(newSecret());
/** JSON that does not become smaller when it is compressed. */
const jsonOfBytes = (count: number): string => JSON.stringify(randomBytes(count).toString("base64"));
const answered: LiveAnswer = { status: "ok", payload: "1" };
const ofKind = (kind: MessageName["kind"], requestId: string): MessageName => ({
  kind,
  functionId,
  wrapperId: "wrapper",
  requestId,
});

/** Lets promises settle; a seal takes some turns. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
}

/** The requests of one client: what they have sent, and whether a request has ended is up to the test. */
function requests(runRequest?: RunRequest) {
  const clock = new TestClock();
  const store = new TestStore();
  const sent: { readonly to: string; readonly frame: Frame }[] = [];
  const refused: string[] = [];
  const started: string[] = [];
  const ends: ((answer: LiveAnswer) => void)[] = [];
  const run: RunRequest = (request, chunk) => {
    started.push(request.name.requestId);
    return runRequest?.(request, chunk) ?? new Promise((resolve) => ends.push(resolve));
  };
  const received = new ReceivedRequests({
    sealOf: async () => seal,
    run,
    send: (to, frame) => {
      sent.push({ to, frame });
      return true;
    },
    store,
    timers: clock,
    awsNow: () => clock.now(),
    refused: (text) => refused.push(text),
  });
  const framesOf = async (id: string, more: object = {}) => {
    const content = JSON.stringify({ ...requestOf({}, { sentAt: clock.now() }), settled: [], ...more });
    const name = ofKind("request", id);
    return packFrames(name, await seal.seal(name, content), store);
  };
  const ask = async (id: string, more: object = {}, from = "connection-1") => {
    for (const frame of await framesOf(id, more)) await received.take(from, frame);
  };
  /** The kinds of the messages that were sent since the last call. */
  const kinds = async () => {
    await settle();
    return sent.splice(0).map(({ frame }) => frame.kind);
  };
  const end = async (answer: LiveAnswer = answered) => {
    ends.shift()?.(answer);
    await settle();
  };
  return { clock, store, sent, refused, started, received, framesOf, ask, kinds, end };
}

describe("A request that runs", () => {
  test("is confirmed after 250 ms, once", async () => {
    const { ask, clock, kinds } = requests();
    await ask("a");
    clock.advance(249);
    expect(await kinds()).toEqual([]);
    clock.advance(1);
    expect(await kinds()).toEqual(["received"]);
    clock.advance(1000);
    expect(await kinds()).toEqual([]);
  });

  test("is not confirmed if it is answered sooner", async () => {
    const { ask, clock, end, kinds } = requests();
    await ask("a");
    await end();
    clock.advance(1000);
    expect(await kinds()).toEqual(["answer"]);
  });

  test("runs once, and is confirmed where it comes from now, when it arrives again", async () => {
    const { ask, started, sent, end } = requests();
    await ask("a");
    await ask("a", {}, "connection-2");
    await settle();
    expect(sent.splice(0)).toMatchObject([{ to: "connection-2", frame: { kind: "received" } }]);
    await end();
    expect(sent).toMatchObject([{ to: "connection-2", frame: { kind: "answer" } }]);
    expect(started).toEqual(["a"]);
  });

  test("runs once when two connections bring it at the same time", async () => {
    const { framesOf, received, started } = requests();
    const [frame] = await framesOf("a");
    if (frame === undefined) throw new Error("A request has a frame.");
    await Promise.all([received.take("connection-1", frame), received.take("connection-2", frame)]);
    expect([started, received.runningCount]).toEqual([["a"], 1]);
  });

  test("of several parts that arrive again is confirmed once", async () => {
    const { ask, framesOf, received, kinds, started } = requests();
    const more = { event: jsonOfBytes(50_000) };
    await ask("a", more);
    expect(started).toEqual(["a"]);
    const frames = await framesOf("a", more);
    expect(frames.length).toBeGreaterThan(1);
    for (const frame of frames) await received.take("connection-1", frame);
    expect(await kinds()).toEqual(["received"]);
  });

  test("is reported as left to the deployed code, and one that has been answered is not", async () => {
    const { ask, end, received, sent } = requests();
    await ask("a");
    await end();
    sent.splice(0);
    await ask("b");
    await received.abandon();
    expect(sent.map(({ frame }) => [frame.kind, frame.requestId])).toEqual([["answer", "b"]]);
  });

  test("counts until it has ended", async () => {
    const { ask, end, received } = requests();
    await ask("a");
    await ask("b");
    expect(received.runningCount).toBe(2);
    const idle = received.idle().then(() => "idle");
    await end();
    expect(await Promise.race([idle, nextTurn("busy")])).toBe("busy");
    await end();
    expect([await idle, received.runningCount]).toEqual(["idle", 0]);
  });
});

describe("An answer", () => {
  test("is sent again for each new connection until the wrapper says that it has arrived", async () => {
    const { ask, end, kinds, received } = requests();
    await ask("a");
    await end();
    expect(await kinds()).toEqual(["answer"]);
    received.resend();
    expect(await kinds()).toEqual(["answer"]);
    await ask("b", { settled: ["a"] });
    received.resend();
    await ask("a");
    expect(await kinds()).toEqual([]);
  });

  test("is kept for a minute after the time of its invocation, and its request never runs again", async () => {
    const { ask, clock, end, kinds, started } = requests();
    await ask("a", { remainingMs: 10_000 });
    clock.advance(3000);
    await end();
    await kinds();
    clock.advance(66_999);
    await ask("a");
    expect(await kinds()).toEqual(["answer"]);
    clock.advance(1);
    await ask("a");
    expect([await kinds(), started]).toEqual([[], ["a"]]);
  });

  test("is kept for a minute also when its invocation took longer than it may", async () => {
    const { ask, clock, end, kinds } = requests();
    await ask("a", { remainingMs: 1000 });
    clock.advance(5000);
    await end();
    await kinds();
    clock.advance(59_999);
    await ask("a");
    expect(await kinds()).toEqual(["answer"]);
    clock.advance(1);
    await ask("a");
    expect(await kinds()).toEqual([]);
  });

  test("comes after all pieces of its response, also where one takes long to be sealed", async () => {
    const pieces = ["a", "b", "c"].map((data): LiveChunk => ({ contentType: "text/plain", data }));
    const { ask, kinds, received } = requests(async (_, chunk) => {
      for (const piece of pieces) chunk?.(piece);
      return answered;
    });
    const seals = jest.spyOn(seal, "seal");
    const original = Seal.prototype.seal.bind(seal);
    seals.mockImplementation(async (name, content) => {
      if (name.kind === "chunk") await settle();
      return original(name, content);
    });
    await ask("a", { takesStream: true });
    await received.idle();
    expect(await kinds()).toEqual(["chunk", "chunk", "chunk", "answer"]);
    received.resend();
    expect(await kinds()).toEqual(["chunk", "chunk", "chunk", "answer"]);
    seals.mockRestore();
  });

  test("has no pieces where the deployed handler does not stream", async () => {
    const { ask, kinds, received } = requests(async (_, chunk) => {
      expect(chunk).toBeUndefined();
      return answered;
    });
    await ask("a");
    await received.idle();
    expect(await kinds()).toEqual(["answer"]);
  });

  test("that cannot be written to the bucket becomes an error with the reason", async () => {
    const { ask, end, received, sent, store } = requests();
    await ask("a");
    store.put = () => Promise.reject(new Error("AccessDenied"));
    await end({ status: "ok", payload: jsonOfBytes(200_000) });
    await received.idle();
    const [{ frame } = { frame: undefined }] = sent;
    const opened = await seal.open(ofKind("answer", "a"), Buffer.from(frame?.data ?? "", "base64"));
    expect(JSON.parse(opened ?? "")).toMatchObject({
      status: "error",
      payload: expect.stringMatching(/Serverform\.AnswerNotSent.*AccessDenied/),
    });
  });
});

describe("A message that is dropped", () => {
  test.each([
    ["20 minutes", 0, 1],
    ["more than 20 minutes", 1, 0],
  ])("a request that is %s old runs %p ms later: %p times", async (_, more, times) => {
    for (const sign of [-1, 1]) {
      const { ask, clock, started, refused, kinds } = requests();
      await ask("a", { sentAt: clock.now() + sign * (20 * 60_000 + more) });
      expect([started.length, refused.length]).toEqual([times, 1 - times]);
      expect(await kinds()).toEqual([]);
    }
  });

  test("is each one that is not a request", async () => {
    const { framesOf, received, started, refused, kinds } = requests();
    for (const frame of await framesOf("a")) {
      for (const kind of ["received", "chunk", "answer"] as const)
        await received.take("connection-1", { ...frame, kind });
    }
    expect([started, refused, await kinds()]).toEqual([[], [], []]);
  });

  test("is reported with its reason if the bucket does not have it, and runs if the bucket has it", async () => {
    const { framesOf, received, started, refused, store } = requests();
    const frames = await framesOf("a", { event: jsonOfBytes(200_000) });
    const objects = [...store.objects];
    store.objects.clear();
    for (const frame of frames) await received.take("connection-1", frame);
    expect([started, refused]).toEqual([[], [expect.stringContaining("no object")]]);
    for (const [key, content] of objects) store.objects.set(key, content);
    for (const frame of frames) await received.take("connection-1", frame);
    expect([started, refused.length]).toEqual([["a"], 1]);
  });

  test("is declined once if its content is not accepted, and is not looked at again", async () => {
    const { ask, started, refused, kinds } = requests();
    await ask("a", { event: "{" });
    expect([await kinds(), refused.length]).toEqual([["answer"], 1]);
    await ask("a", { event: "{" });
    expect([started, refused.length, await kinds()]).toEqual([[], 1, []]);
  });
});

describe("A request whose content is in the bucket", () => {
  const large = { event: jsonOfBytes(200_000) };

  /** Requests whose contents arrive when the test wants. */
  function waiting(sealOf: (name: MessageName) => Promise<Seal | undefined> = async () => seal) {
    const clock = new TestClock();
    const read: string[] = [];
    const arrivals: (() => void)[] = [];
    const refused: string[] = [];
    const received = new ReceivedRequests({
      sealOf,
      run: async () => answered,
      send: () => true,
      store: {
        put: async () => {},
        get: (key) => {
          read.push(key);
          return new Promise((resolve) => arrivals.push(() => resolve(Buffer.alloc(100))));
        },
      },
      timers: clock,
      awsNow: () => clock.now(),
      refused: (text) => refused.push(text),
    });
    const take = (id: string) => received.take("connection-1", objectFrame(ofKind("request", id)));
    return { take, read, refused, arrivals };
  }

  test("runs", async () => {
    const { ask, started } = requests();
    await ask("a", large);
    expect(started).toEqual(["a"]);
  });

  test("is not read for a wrapper that does not exist", async () => {
    const { take, read, refused } = waiting(async () => undefined);
    await take("a");
    expect([read, refused]).toEqual([[], [expect.stringContaining("A message was dropped")]]);
  });

  test("is read once at a time, and with few others", async () => {
    const { take, read, arrivals } = waiting();
    const all = ["a", "a", ...Array.from({ length: 50 }, (_, index) => `b${index}`)].map(take);
    await settle();
    expect([read.length, new Set(read).size]).toEqual([8, 8]);
    while (arrivals.length > 0) {
      arrivals.shift()?.();
      await settle();
      expect(arrivals.length).toBeLessThanOrEqual(8);
    }
    await Promise.all(all);
    expect(read).toHaveLength(51);
  });
});
