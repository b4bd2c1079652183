import type { Lease } from "../../../lib/runtime/live";
import { LeaseCache } from "../../../lib/runtime/live/wrapper/lease-cache";

const lease = (until: number): Lease => ({ clientId: "a", connection: "c", until, since: 0, owner: "ana" });

function cacheOf(read: () => readonly Lease[]) {
  const clock = { time: 0, now: () => clock.time };
  let reads = 0;
  const cache = new LeaseCache(
    "Main/Get",
    async () => {
      reads += 1;
      return read();
    },
    clock,
  );
  return { cache, clock, reads: () => reads };
}

describe("The leases that a wrapper knows", () => {
  test.each([
    ["no lease", () => []],
    ["a lease", () => [lease(60_000)]],
  ])("are read again after 5 seconds, with %s", async (_what, read) => {
    const { cache, clock, reads } = cacheOf(read);
    await cache.current();
    clock.time = 2999;
    await cache.current();
    expect(reads()).toBe(1);
    clock.time = 5000;
    await cache.current();
    expect(reads()).toBe(2);
  });

  test("are read ahead in their last 2 seconds, while invocations use the known ones", async () => {
    const answers: (() => void)[] = [];
    const clock = { time: 0, now: () => clock.time };
    const read = () => new Promise<Lease[]>((done) => answers.push(() => done([lease(15_000)])));
    const cache = new LeaseCache("Main/Get", read, clock);
    const first = cache.current();
    answers[0]?.();
    await first;
    clock.time = 3000;
    expect(await cache.current()).toBeDefined();
    expect(await cache.current()).toBeDefined();
    expect(answers).toHaveLength(2);
    answers[1]?.();
    await new Promise((done) => setImmediate(done));
    clock.time = 5999;
    expect(await cache.current()).toBeDefined();
    expect(answers).toHaveLength(2);
  });

  test("that could not be read ahead are read by the next invocation, without a pause", async () => {
    let fails = false;
    const { cache, clock, reads } = cacheOf(() => {
      if (fails) throw new Error("frozen");
      return [lease(15_000)];
    });
    await cache.current();
    [fails, clock.time] = [true, 3000];
    await cache.current();
    await new Promise((done) => setImmediate(done));
    [fails, clock.time] = [false, 5000];
    expect(await cache.current()).toBeDefined();
    expect(reads()).toBe(3);
  });

  test("are not read ahead without a lease: the deployed code answers", async () => {
    const { cache, clock, reads } = cacheOf(() => []);
    await cache.current();
    clock.time = 4999;
    await cache.current();
    expect(reads()).toBe(1);
  });

  test("are read once by invocations at the same time", async () => {
    const { cache, reads } = cacheOf(() => []);
    await Promise.all([cache.current(), cache.current(), cache.latest()]);
    expect(reads()).toBe(1);
  });

  test("are read at once when the one that was known has expired: it may be renewed", async () => {
    let until = 3000;
    const { cache, clock } = cacheOf(() => [lease(until)]);
    expect(await cache.current()).toBeDefined();
    until = 10_000;
    clock.time = 3000;
    expect(await cache.current()).toMatchObject({ until: 10_000 });
  });

  test("are empty for 30 seconds if the table cannot be reached, without another attempt", async () => {
    const { cache, clock, reads } = cacheOf(() => {
      throw new Error("timed out");
    });
    expect(await cache.current()).toBeUndefined();
    clock.time = 29_999;
    expect(await cache.current()).toBeUndefined();
    expect(reads()).toBe(1);
    clock.time = 30_000;
    await cache.current();
    expect(reads()).toBe(2);
  });

  test("hold until they expire where the table can no longer be reached", async () => {
    let fails = false;
    const { cache, clock } = cacheOf(() => {
      if (fails) throw new Error("timed out");
      return [lease(15_000)];
    });
    await cache.current();
    fails = true;
    clock.time = 14_999;
    expect(await cache.current()).toBeDefined();
    clock.time = 15_000;
    expect(await cache.current()).toBeUndefined();
  });
});
