/** @group slow */

import { setImmediate as nextTurn } from "node:timers/promises";
import { LiveFunctions } from "../../../lib/cli/live-client/live-functions";
import { parseRequest } from "../../../lib/cli/live-client/parse-request";
import type { RequestToRun } from "../../../lib/cli/live-client/received-requests";
import type { InvokeOutcome } from "../../../lib/local";
import type { Lease, LiveAnswer, LiveChunk, ToRelay } from "../../../lib/runtime/live";
import { settingsOf } from "../../local/invoke/support";
import { until } from "../../support/until";
import { pass, requestOf, settle, settleUntil, TestStage } from "./support";

const kindsOf = (sent: readonly string[]): readonly string[] =>
  sent.flatMap((text) => {
    const { body } = JSON.parse(text) as { body?: { kind?: string } };
    return body?.kind ?? [];
  });

describe("A client with a lease", () => {
  test("answers an invocation with one message each way", async () => {
    const stage = new TestStage();
    await stage.client((event) => ({ got: event })).start();
    expect(await stage.invoke(stage.wrapper(), "one", { id: 1 })).toEqual({ got: { id: 1 } });
    expect(kindsOf(stage.relay.sent)).toEqual(["request", "answer"]);
  });

  test("runs an invocation again that AWS tries again under the same id", async () => {
    const stage = new TestStage();
    let runs = 0;
    await stage
      .client(() => {
        runs += 1;
        return runs;
      })
      .start();
    const wrapper = stage.wrapper();
    expect(await stage.invoke(wrapper, "one", {})).toBe(1);
    expect(await stage.invoke(wrapper, "one", {})).toBe(2);
  });

  test("confirms a request that takes longer, and answers it when it is done", async () => {
    const stage = new TestStage();
    let finish = (_value: string): void => {};
    const result = new Promise<string>((resolve) => {
      finish = resolve;
    });
    await stage.client(() => result).start();
    const invoked = stage.invoke(stage.wrapper(), "one", {});
    await until(() => kindsOf(stage.relay.sent).includes("request"));
    await settleUntil(stage, () => kindsOf(stage.relay.sent).includes("received"));
    await pass(stage, 60);
    finish("late");
    expect(await settle(stage, invoked)).toBe("late");
  });

  test("takes and gives 6 MB through the bucket, sealed", async () => {
    const stage = new TestStage();
    // Not compressible, so that both contents are large.
    const text = Array.from({ length: 400_000 }, () => Math.random().toString(36).slice(2)).join("");
    await stage.client((event) => event).start();
    expect(await stage.invoke(stage.wrapper(), "one", text)).toBe(text);
    expect([...stage.store.objects.keys()].map((key) => key.split("-").at(-1))).toEqual([
      "request",
      "answer",
    ]);
    expect([...stage.store.objects.values()].some((each) => each.includes(text.slice(0, 20)))).toBe(false);
  });

  test("runs 100 invocations at the same time", async () => {
    const stage = new TestStage();
    let running = 0;
    let most = 0;
    let begin = (): void => {};
    const all = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const client = stage.client(async (event) => {
      running += 1;
      most = Math.max(most, running);
      if (running === 100) begin();
      await all;
      running -= 1;
      return event;
    });
    await client.start();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => stage.invoke(stage.wrapper(), `r${index}`, index)),
    );
    expect(answers).toEqual(Array.from({ length: 100 }, (_, index) => index));
    expect(most).toBe(100);
  });

  test("declines functions that it was not started for", async () => {
    const stage = new TestStage();
    await stage.client(() => "here", { only: ["*/Other"] }).start();
    expect(stage.lease()).toBeUndefined();
    const [lease] = stage.table.leases;
    const answer = lease && (await stage.wrapper().ask("one", requestOf({}), lease));
    expect(answer).toEqual({ status: "declined" });
  });

  test("drops a message that no wrapper of the stage has sealed", async () => {
    const stage = new TestStage();
    let runs = 0;
    await stage.client(() => (runs += 1)).start();
    const stranger = stage.wrapper();
    const lease = stage.lease();
    // A role that may connect, but not write to the table.
    jest.spyOn(stage.table.secrets, "set").mockImplementation(() => stage.table.secrets);
    const asked = lease && stranger.ask("one", requestOf({}), lease);
    expect(await settle(stage, asked as Promise<unknown>)).toBeUndefined();
    expect(runs).toBe(0);
    expect(stage.events).toContainEqual({
      event: "warning",
      text: 'A message was dropped: no function "dev-notes-Main/Get" has sent it.',
    });
  });

  test.each<[string, (stage: TestStage) => () => void]>([
    [
      "does not exist yet",
      (stage) => {
        const spy = jest.spyOn(stage.table, "readSecret").mockResolvedValue(undefined);
        return () => spy.mockRestore();
      },
    ],
    [
      "cannot be read",
      (stage) => {
        const spy = jest.spyOn(stage.table, "readSecret").mockRejectedValue(new Error("throttled"));
        return () => spy.mockRestore();
      },
    ],
  ])("answers a wrapper again whose secret %s at first", async (_why, hide) => {
    const stage = new TestStage();
    await stage.client((event) => event).start();
    const wrapper = stage.wrapper();
    const restore = hide(stage);
    const [lease] = stage.table.leases;
    expect(
      await settle(stage, Promise.resolve(lease && wrapper.ask("one", requestOf(1), lease))),
    ).toBeUndefined();
    restore();
    const sentAt = stage.clock.now();
    await stage.table.renew(lease as Lease, sentAt + 15_000);
    const answer = await settle(
      stage,
      Promise.resolve(lease && wrapper.ask("two", requestOf(2, { sentAt }), lease)),
    );
    expect(answer).toMatchObject({ status: "ok", payload: "2" });
  });

  test.each([
    ["before", false],
    ["after", true],
  ])(
    "does not run a request again that a peer repeats %s its answer is confirmed",
    async (_when, isConfirmed) => {
      const stage = new TestStage();
      let runs = 0;
      await stage.client(() => (runs += 1)).start();
      const wrapper = stage.wrapper();
      await stage.invoke(wrapper, "one", {});
      const repeated = stage.relay.sent.find((text) => text.includes('"kind":"request"'));
      if (isConfirmed) await stage.invoke(wrapper, "two", {});
      const before = runs;
      const attacker = await stage.relay.open({ message: () => {}, closed: () => {} });
      attacker.send(JSON.parse(repeated ?? "") as ToRelay);
      for (let turn = 0; turn < 50; turn += 1) await nextTurn();
      expect(runs).toBe(before);
    },
  );

  test.each([
    ["is older than any invocation", -21],
    ["is from the future", 21],
  ])("drops a request that %s", async (_what, minutes) => {
    const stage = new TestStage();
    await stage.client().start();
    const lease = stage.lease();
    const old = requestOf({}, { sentAt: stage.clock.now() + minutes * 60_000 });
    const asked = lease && stage.wrapper().ask("old", old, lease);
    expect(await settle(stage, asked as Promise<unknown>)).toBeUndefined();
    expect(stage.events).toContainEqual({
      event: "warning",
      text: "A request with a wrong time was dropped: old.1.",
    });
  });
});

describe("A streamed response", () => {
  const chunkOf = (text: string): LiveChunk => ({
    contentType: "text/plain",
    data: Buffer.from(text).toString("base64"),
  });

  /** Streams pieces through a stage, which a test may disturb, and ends with an answer. */
  async function streamed(
    pieces: readonly string[],
    disturb: (stage: TestStage) => void,
    answer: LiveAnswer,
  ) {
    const stage = new TestStage();
    const run = async (_request: unknown, chunk?: (chunk: LiveChunk) => void): Promise<LiveAnswer> => {
      for (const piece of pieces) chunk?.(chunkOf(piece));
      return answer;
    };
    await stage.client(undefined, { run }).start();
    disturb(stage);
    const told: LiveChunk[] = [];
    const [lease, request] = [stage.lease(), requestOf({}, { takesStream: true })];
    const asked = lease && stage.wrapper().ask("one", request, lease, (each) => told.push(each));
    const result = await settle(stage, asked as Promise<LiveAnswer | undefined>);
    const text = told.map(({ data }) => Buffer.from(data, "base64").toString("utf8")).join("");
    return { text, result, types: [...new Set(told.map(({ contentType }) => contentType))] };
  }

  const ended: LiveAnswer = { status: "ok", payload: "null" };
  const isChunk = (message: ToRelay): boolean => JSON.stringify(message).includes('"kind":"chunk"');

  test("arrives in its order, and large pieces in parts", async () => {
    const large = "0123456789".repeat(6000);
    const { text, types, result } = await streamed(["a", large, "b"], () => {}, ended);
    expect(text).toBe(`a${large}b`);
    expect([types, result]).toEqual([["text/plain"], { ...ended, chunks: 7 }]);
  });

  test("is complete when a piece is lost: the wrapper asks for it", async () => {
    let lost = 0;
    const disturb = (stage: TestStage): void => {
      stage.relay.loses = (_from, message) => {
        if (!isChunk(message)) return false;
        lost += 1;
        return lost === 2;
      };
    };
    const { text } = await streamed(["a", "b", "c"], disturb, ended);
    expect([text, lost]).toEqual(["abc", 6]);
  });

  test("may end with an error", async () => {
    const failed: LiveAnswer = { status: "error", payload: '{"errorType":"TypeError"}' };
    const { text, result } = await streamed(["a"], () => {}, failed);
    expect([text, result]).toEqual(["a", { ...failed, chunks: 1 }]);
  });
});

describe("A client that ends at once", () => {
  test("leaves its running requests to the deployed code, which answers at once", async () => {
    const stage = new TestStage();
    let begin = (): void => {};
    const begun = new Promise<void>((done) => {
      begin = done;
    });
    const client = stage.client(() => {
      begin();
      return new Promise(() => {});
    });
    await client.start();
    const invoked = stage.invoke(stage.wrapper(), "one", {});
    await begun;
    const before = stage.clock.now();
    await client.abandon();
    expect(await invoked).toBe("deployed");
    expect(stage.clock.now()).toBe(before);
  });
});

describe("The connection", () => {
  test("may break while an invocation runs: it runs once and is answered once", async () => {
    const stage = new TestStage();
    let runs = 0;
    let finish = (_value: string): void => {};
    const result = new Promise<string>((resolve) => {
      finish = resolve;
    });
    const client = stage.client(() => {
      runs += 1;
      return result;
    });
    await client.start();
    const invoked = stage.invoke(stage.wrapper(), "one", {});
    await until(() => runs === 1);
    stage.relay.breakAll();
    await settleUntil(stage, () => stage.relay.connections.filter(({ isOpen }) => isOpen).length >= 2);
    finish("answer");
    expect(await settle(stage, invoked)).toBe("answer");
    expect(runs).toBe(1);
  });

  test("may lead nowhere and not tell: the request is sent over a new one after 1.5 seconds", async () => {
    const stage = new TestStage();
    await stage.client().start();
    const wrapper = stage.wrapper();
    await stage.invoke(wrapper, "one", 1);
    const [, first] = stage.relay.connections;
    stage.relay.loses = (from) => from === first;
    const before = stage.clock.now();
    expect(await settle(stage, stage.invoke(wrapper, "two", 2))).toBe(2);
    expect(stage.clock.now() - before).toBeLessThanOrEqual(2000);
  });

  test("may lose an answer: the wrapper, which knows that its request runs, asks for it", async () => {
    const stage = new TestStage();
    let runs = 0;
    let finish = (_value: string): void => {};
    const result = new Promise<string>((resolve) => {
      finish = resolve;
    });
    await stage
      .client(() => {
        runs += 1;
        return result;
      })
      .start();
    const invoked = stage.invoke(stage.wrapper(), "one", {});
    await until(() => runs === 1);
    await settleUntil(stage, () => kindsOf(stage.relay.sent).includes("received"));
    let lost = 0;
    stage.relay.loses = (_from, message) => {
      if (!JSON.stringify(message).includes('"kind":"answer"')) return false;
      lost += 1;
      return lost === 1;
    };
    finish("answer");
    expect(await settle(stage, invoked)).toBe("answer");
    expect([runs, lost]).toEqual([1, 2]);
  });

  test("is used again after two minutes of silence, without a stall", async () => {
    const stage = new TestStage();
    await stage.client().start();
    const wrapper = stage.wrapper();
    await stage.invoke(wrapper, "one", 1);
    await pass(stage, 120);
    expect(await stage.invoke(wrapper, "two", 2)).toBe(2);
    expect(stage.relay.connections.length).toBe(2);
  });

  test("of a wrapper that was frozen for longer is opened again", async () => {
    const stage = new TestStage();
    await stage.client().start();
    const wrapper = stage.wrapper();
    await stage.invoke(wrapper, "one", 1);
    await pass(stage, 300);
    expect(await stage.invoke(wrapper, "two", 2)).toBe(2);
    expect(stage.relay.connections.length).toBe(3);
  });

  test("of the client sends a ping each minute, and is replaced when nothing comes back", async () => {
    const stage = new TestStage();
    await stage.client().start();
    stage.relay.loses = (_from, message) => message.action === "ping";
    await pass(stage, 75);
    expect(stage.relay.sent.filter((text) => text.includes('"ping"')).length).toBe(1);
    await settleUntil(stage, () => stage.lease()?.connection === "connection-2");
    expect(stage.states).toEqual(["live", "lost"]);
  });

  test("is changed before the two hours of API Gateway, while invocations run on", async () => {
    const stage = new TestStage();
    let finish = (_value: string): void => {};
    const result = new Promise<string>((resolve) => {
      finish = resolve;
    });
    await stage.client((event) => (event === "long" ? result : event)).start();
    const wrapper = stage.wrapper();
    const invoked = stage.invoke(wrapper, "one", "long");
    await settleUntil(stage, () => kindsOf(stage.relay.sent).includes("received"));
    await pass(stage, 110 * 60);
    expect(stage.lease()?.connection).not.toBe("connection-1");
    expect(stage.states).toEqual(["live"]);
    finish("long");
    expect(await settle(stage, invoked)).toBe("long");
  });

  test("breaks 20 times in 1,000 invocations: none is lost, none runs or is answered twice", async () => {
    const stage = new TestStage();
    const runs = new Map<number, number>();
    await stage
      .client((event) => {
        runs.set(event, (runs.get(event) ?? 0) + 1);
        return event;
      })
      .start();
    const answers: unknown[] = [];
    const wrappers = Array.from({ length: 20 }, () => stage.wrapper());
    let next = 0;
    const work = wrappers.map(async (wrapper) => {
      while (next < 1000) {
        const number = next++;
        if (number % 50 === 25) stage.relay.breakAll();
        answers.push(await stage.invoke(wrapper, `r${number}`, number));
      }
    });
    await settle(stage, Promise.all(work));
    expect([...answers].sort((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 1000 }, (_, n) => n),
    );
    expect([...runs.values()].filter((count) => count !== 1)).toEqual([]);
  });
});

describe("A handler that streams, for a deployed one that does not", () => {
  test.each([
    ['{"a":1}', { status: "ok", payload: '{"a":1}' }],
    ["a: 1", { status: "error", payload: expect.stringContaining("the deployed one does not stream") }],
  ])("passes on JSON, and says that the other one does not stream: %s", async (written, expected) => {
    const outcome: InvokeOutcome = {
      status: "ok",
      requestId: "one",
      payload: written,
      bytes: Buffer.from(written),
      durationMs: 1,
    };
    const functions = { invoke: async () => outcome, replace: async () => {} };
    const settings = new Map(settingsOf({ get: {} }).map((each) => [each.id, each]));
    const live = new LiveFunctions({ functions, settings, report: () => {} });
    const name = { functionId: "get", requestId: "one" } as RequestToRun["name"];
    const request = parseRequest(JSON.stringify(requestOf({})));
    if (typeof request === "string") throw new Error(request);
    expect(await live.run({ ...request, name })).toMatchObject(expected);
  });
});
