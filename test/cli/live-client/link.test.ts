import { setImmediate as nextTurn } from "node:timers/promises";
import { Link } from "../../../lib/cli/live-client/link";
import type { OpenRelay } from "../../../lib/runtime/live";
import { TestClock } from "../../local/support/clock";
import { TestRelay } from "./support";

/** A link over a relay in memory, and its reports. */
async function linked(open = (relay: TestRelay): OpenRelay => relay.open) {
  const [relay, clock] = [new TestRelay(), new TestClock()];
  const told: string[] = [];
  const link = new Link(open(relay), clock, {
    connected: async (id) => void told.push(`connected ${id}`),
    lost: (reason) => void told.push(`lost: ${reason}`),
    gone: (id) => void told.push(`gone ${id}`),
    message: (from) => void told.push(`message of ${from}`),
  });
  /** How many pings the relay has got since the last call. */
  const pings = () => relay.sent.splice(0).filter((each) => each.includes("ping")).length;
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      clock.advanceSeconds(1);
      await quiet();
    }
  };
  await link.start();
  return { pings, pass, relay, clock, told, link };
}

async function quiet(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await nextTurn();
}

describe("A connection of the client", () => {
  test("that breaks is reported once with its reason, and another one replaces it", async () => {
    const { relay, clock, told, link } = await linked();
    relay.breakAll();
    await quiet();
    expect(told).toEqual(["connected connection-1", "lost: code 1006"]);
    expect([link.connection, link.send({ action: "ping" })]).toEqual([undefined, false]);
    clock.advanceToNext();
    await quiet();
    expect(told.slice(2)).toEqual(["connected connection-2"]);
  });

  test("that the client closes is not reported, and is not replaced", async () => {
    const { relay, clock, told, link } = await linked();
    link.close();
    await quiet();
    clock.advanceSeconds(600);
    await quiet();
    expect(told).toEqual(["connected connection-1"]);
    expect(relay.connections.map(({ isOpen }) => isOpen)).toEqual([false]);
    expect(link.send({ action: "ping" })).toBe(false);
  });

  test("that a newer one has replaced is not notified when it ends", async () => {
    const { relay, clock, told, link } = await linked();
    while (relay.connections.length === 1) {
      clock.advanceSeconds(30);
      await quiet();
    }
    relay.connections[0]?.close("code 1001");
    await quiet();
    expect(told).toEqual(["connected connection-1", "connected connection-2"]);
    expect(link.connection).toBe("connection-2");
  });

  test("gets a ping each minute, and is broken if nothing comes back for 10 seconds", async () => {
    const { relay, told, pings, pass } = await linked();
    await pass(59);
    expect(pings()).toBe(0);
    await pass(1);
    expect(pings()).toBe(1);
    relay.loses = () => true;
    await pass(69);
    expect([pings(), told]).toEqual([1, ["connected connection-1"]]);
    relay.loses = () => false;
    await pass(1);
    expect(told).toEqual(["connected connection-1", "lost: it does not answer", "connected connection-2"]);
    expect(relay.connections.map(({ isOpen }) => isOpen)).toEqual([false, true]);
  });

  test("is changed after 100 minutes, and the one before is closed 30 seconds later", async () => {
    const { relay, clock, told, pass } = await linked();
    for (let minute = 0; minute < 99; minute += 1) await pass(60);
    await pass(59);
    expect(told).toHaveLength(1);
    await pass(1);
    expect(told).toEqual(["connected connection-1", "connected connection-2"]);
    await pass(29);
    expect(relay.connections.map(({ isOpen }) => isOpen)).toEqual([true, true]);
    await pass(1);
    expect(relay.connections.map(({ isOpen }) => isOpen)).toEqual([false, true]);
    clock.advanceSeconds(0);
    expect(told).toHaveLength(2);
  });

  test("is tried again at once, and then after longer and longer waits of 5 seconds at most", async () => {
    let tries = 0;
    const { relay, clock, told } = await linked((it) => (listener) => {
      tries += 1;
      return it.open(listener);
    });
    relay.isReachable = false;
    relay.breakAll();
    await quiet();
    const waits: number[] = [];
    while (waits.length < 8) {
      const [before, triesBefore] = [clock.now(), tries];
      while (tries === triesBefore) {
        clock.advanceToNext();
        await quiet();
      }
      waits.push(clock.now() - before);
    }
    expect(waits).toEqual([0, 250, 500, 1000, 2000, 5000, 5000, 5000]);
    relay.isReachable = true;
    clock.advance(5000);
    await quiet();
    relay.isReachable = false;
    relay.breakAll();
    await quiet();
    const [before, triesBefore] = [clock.now(), tries];
    while (tries === triesBefore) {
      clock.advanceToNext();
      await quiet();
    }
    expect(clock.now() - before).toBe(0);
    expect(told).toEqual([
      "connected connection-1",
      "lost: code 1006",
      "connected connection-2",
      "lost: code 1006",
    ]);
  });

  test("that was opened after the client has closed is closed", async () => {
    const { relay, clock, told, link } = await linked();
    relay.breakAll();
    await quiet();
    clock.advanceToNext();
    link.close();
    await quiet();
    expect(relay.connections.map(({ isOpen }) => isOpen)).toEqual([false, false]);
    expect(told).toEqual(["connected connection-1", "lost: code 1006"]);
  });

  test("is given up after 10 seconds without a welcome", async () => {
    const [relay, clock] = [new TestRelay(), new TestClock()];
    relay.loses = () => true;
    const listener = { connected: async () => {}, lost: () => {}, gone: () => {}, message: () => {} };
    const start = new Link(relay.open, clock, listener).start();
    const ended = jest.fn();
    start.catch(ended);
    await quiet();
    clock.advance(9999);
    await quiet();
    expect(ended).not.toHaveBeenCalled();
    clock.advance(1);
    await expect(start).rejects.toThrow("did not answer within 10 seconds");
    expect(relay.connections.map(({ isOpen }) => isOpen)).toEqual([false]);
  });

  test("that opens after it was given up is closed", async () => {
    const [relay, clock] = [new TestRelay(), new TestClock()];
    const listener = { connected: async () => {}, lost: () => {}, gone: () => {}, message: () => {} };
    let answer = (): void => {};
    const answered = new Promise<void>((done) => {
      answer = done;
    });
    const late: OpenRelay = async (each) => {
      await answered;
      return relay.open(each);
    };
    const start = new Link(late, clock, listener).start();
    clock.advanceSeconds(10);
    await expect(start).rejects.toThrow("did not answer within 10 seconds");
    answer();
    await quiet();
    expect(relay.connections.map(({ isOpen }) => isOpen)).toEqual([false]);
  });

  test("that cannot be opened at first is an error with its reason", async () => {
    const relay = new TestRelay();
    relay.isReachable = false;
    await expect(linked(() => relay.open)).rejects.toThrow("ECONNREFUSED");
  });
});
