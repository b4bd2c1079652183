import { setImmediate as nextTurn } from "node:timers/promises";
import { LeaseKeeper } from "../../../lib/cli/live-client/lease-keeper";
import type { Lease } from "../../../lib/runtime/live";
import { TestClock } from "../../local/support/clock";
import { TestTable } from "./support";

async function quiet(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await nextTurn();
}

/** A keeper over a table in memory, its reports, and how often it writes. */
function keeper(only?: readonly string[]) {
  const [table, clock] = [new TestTable(), new TestClock()];
  const told: string[] = [];
  const renewals = jest.spyOn(table, "renew");
  const made = new LeaseKeeper({
    table,
    awsNow: () => clock.now(),
    timers: clock,
    clientId: "me",
    owner: "ana@laptop",
    only,
    listener: {
      replaced: (others) => void told.push(`replaced ${others.map(({ owner }) => owner).join()}`),
      replacedBy: (owner) => void told.push(`replaced by ${owner}`),
      expired: (reason) => void told.push(`expired: ${reason}`),
      restored: () => void told.push("restored"),
    },
  });
  /** Lets this many seconds pass, one after the other. */
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      clock.advanceSeconds(1);
      await quiet();
    }
  };
  const other = (more: Partial<Lease> = {}): Lease => ({
    clientId: "other",
    connection: "connection-9",
    owner: "bob@desk",
    since: clock.now(),
    until: clock.now() + 15_000,
    ...more,
  });
  return { table, clock, told, renewals, keeper: made, pass, other };
}

describe("A lease", () => {
  test("is for 15 seconds, and is renewed each 5 seconds until it is given back", async () => {
    const { table, clock, told, renewals, keeper: it, pass } = keeper(["*/Get"]);
    const since = clock.now();
    await it.hold("connection-1");
    const fields = {
      clientId: "me",
      owner: "ana@laptop",
      connection: "connection-1",
      since,
      only: ["*/Get"],
    };
    expect(table.leases).toEqual([{ ...fields, until: since + 15_000 }]);
    await pass(4);
    expect(renewals).not.toHaveBeenCalled();
    await pass(1);
    expect(table.leases).toEqual([{ ...fields, until: since + 20_000 }]);
    await pass(10);
    expect(renewals).toHaveBeenCalledTimes(3);
    await it.release();
    await pass(60);
    expect([table.leases, renewals.mock.calls.length, told]).toEqual([[], 3, []]);
  });

  test("names no functions if it is for all", async () => {
    const { table, keeper: it } = keeper();
    await it.hold("connection-1");
    expect(table.leases[0]).not.toHaveProperty("only");
  });

  test("moves to a new connection, and is renewed 5 seconds after that, once", async () => {
    const { table, clock, renewals, keeper: it, pass } = keeper();
    const since = clock.now();
    await it.hold("connection-1");
    await pass(3);
    await it.hold("connection-2");
    expect(table.leases).toMatchObject([{ connection: "connection-2", since, until: since + 18_000 }]);
    await pass(4);
    expect(renewals).toHaveBeenCalledTimes(1);
    await pass(1);
    expect(renewals).toHaveBeenCalledTimes(2);
  });

  test("that cannot be renewed is reported once, when it has expired, and once when it is back", async () => {
    const { table, told, keeper: it, pass } = keeper();
    await it.hold("connection-1");
    table.isReachable = false;
    await pass(14);
    expect(told).toEqual([]);
    await pass(1);
    expect(told).toEqual(["expired: getaddrinfo ENOTFOUND"]);
    await pass(30);
    expect(told).toHaveLength(1);
    table.isReachable = true;
    await pass(10);
    expect(told.slice(1)).toEqual(["restored"]);
    table.isReachable = false;
    await pass(20);
    expect(told.slice(2)).toEqual(["expired: getaddrinfo ENOTFOUND"]);
  });

  test("that another program has deleted is taken again, from its first moment on", async () => {
    const { table, clock, told, keeper: it, pass } = keeper();
    const since = clock.now();
    await it.hold("connection-1");
    table.leases = [];
    await pass(5);
    expect(table.leases).toMatchObject([{ clientId: "me", connection: "connection-1", since }]);
    expect(told).toEqual([]);
  });

  test("that cannot be taken at all rejects, and is not tried again", async () => {
    const { table, told, keeper: it, pass } = keeper();
    table.isReachable = false;
    await expect(it.hold("connection-1")).rejects.toThrow("ENOTFOUND");
    table.isReachable = true;
    await pass(60);
    expect([table.leases, told]).toEqual([[], []]);
  });
});

describe("Another client", () => {
  test("of the same functions is replaced and notified, and its lease is not deleted", async () => {
    const { table, told, keeper: it, other } = keeper();
    table.leases = [other()];
    await it.hold("connection-1");
    expect(told).toEqual(["replaced bob@desk"]);
    expect(table.leases).toMatchObject([{ clientId: "other", replacedBy: "ana@laptop" }, { clientId: "me" }]);
  });

  test.each<[string, Partial<Lease>, readonly string[]]>([
    ["of other functions", { only: ["*/Put"] }, ["other", "me"]],
    ["that another client has replaced before", { replacedBy: "eve@home" }, ["other", "me"]],
    ["whose lease is over", { until: Date.UTC(2026, 0, 1) }, ["me"]],
  ])("%s is not notified", async (_, more, left) => {
    const { table, told, keeper: it, other } = keeper();
    table.leases = [other(more)];
    await it.hold("connection-1");
    expect(told).toEqual([]);
    expect(table.leases.map(({ clientId }) => clientId)).toEqual(left);
  });

  test("that takes over is reported once; the lease is neither renewed nor deleted after that", async () => {
    const { table, told, renewals, keeper: it, pass } = keeper();
    await it.hold("connection-1");
    const replaced = table.leases.map((lease) => ({ ...lease, replacedBy: "bob@desk" }));
    table.leases = replaced;
    await it.look();
    expect(told).toEqual(["replaced by bob@desk"]);
    await pass(60);
    await it.look();
    await it.hold("connection-2");
    await it.release();
    await pass(60);
    expect([told.length, renewals.mock.calls.length, table.leases]).toEqual([1, 1, replaced]);
  });

  test("is not looked for before there is a lease, nor after it was given back", async () => {
    const { told, renewals, keeper: it, pass } = keeper();
    await it.look();
    await pass(10);
    await it.hold("connection-1");
    await it.release();
    await it.look();
    await pass(10);
    expect([told, renewals.mock.calls]).toEqual([[], []]);
  });
});
