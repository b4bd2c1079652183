import { setImmediate as nextTurn } from "node:timers/promises";
import { Link } from "../../lib/live/link";
import { TestClock } from "../local/support/clock";
import { TestRelay } from "./support";

/** A link over a relay in memory, and what it tells. */
async function linked() {
  const [relay, clock] = [new TestRelay(), new TestClock()];
  const told: string[] = [];
  const link = new Link(relay.open, clock, {
    connected: async (id) => void told.push(`connected ${id}`),
    lost: (reason) => void told.push(`lost: ${reason}`),
    gone: (id) => void told.push(`gone ${id}`),
    message: (from) => void told.push(`message of ${from}`),
  });
  await link.start();
  return { relay, clock, told, link };
}

async function quiet(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await nextTurn();
}

describe("A connection of the client", () => {
  test("that breaks is told once with its reason, and another one takes its place", async () => {
    const { relay, clock, told, link } = await linked();
    relay.breakAll();
    await quiet();
    expect(told).toEqual(["connected connection-1", "lost: code 1006"]);
    expect([link.connection, link.send({ action: "ping" })]).toEqual([undefined, false]);
    clock.advanceToNext();
    await quiet();
    expect(told.slice(2)).toEqual(["connected connection-2"]);
  });

  test("that the client closes is not told, and none takes its place", async () => {
    const { relay, clock, told, link } = await linked();
    link.close();
    await quiet();
    clock.advanceSeconds(600);
    await quiet();
    expect(told).toEqual(["connected connection-1"]);
    expect(relay.connections.map(({ isOpen }) => isOpen)).toEqual([false]);
    expect(link.send({ action: "ping" })).toBe(false);
  });

  test("that a newer one has replaced is not told when it ends", async () => {
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
});
