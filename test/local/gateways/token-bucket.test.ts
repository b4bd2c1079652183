import { TokenBucket } from "../../../lib/local/gateways/throttles";
import { TtlCache } from "../../../lib/local/wire/ttl-cache";
import { TestClock } from "../support/clock";

const taken = (bucket: TokenBucket, times: number) =>
  Array.from({ length: times }, () => bucket.take()).filter(Boolean).length;

describe("token bucket", () => {
  test("lets the burst through, and then the rate", () => {
    const clock = new TestClock();
    const bucket = new TokenBucket({ rate: 2, burst: 3 }, clock);
    expect(taken(bucket, 5)).toBe(3);
    clock.advanceSeconds(1);
    expect(taken(bucket, 5)).toBe(2);
  });

  test("does not save up more than the burst", () => {
    const clock = new TestClock();
    const bucket = new TokenBucket({ rate: 100, burst: 3 }, clock);
    clock.advanceSeconds(60);
    expect(taken(bucket, 5)).toBe(3);
  });

  test.each([
    { rate: 0, burst: 0 },
    { rate: 10, burst: 0 },
  ])("refuses everything at %j", (limits) => {
    expect(new TokenBucket(limits, new TestClock()).take()).toBe(false);
  });

  test("keeps used tokens when its limits change", () => {
    const bucket = new TokenBucket({ rate: 1, burst: 3 }, new TestClock());
    taken(bucket, 2);
    bucket.change({ rate: 1, burst: 10 });
    expect(taken(bucket, 5)).toBe(1);
  });

  test("is not filled by a clock that goes back", () => {
    const clock = new TestClock();
    const bucket = new TokenBucket({ rate: 1, burst: 1 }, clock);
    bucket.take();
    clock.advanceSeconds(-60);
    expect(bucket.take()).toBe(false);
  });
});

describe("ttl cache", () => {
  test("forgets a value once its time is over", () => {
    const clock = new TestClock();
    const cache = new TtlCache<string>(clock);
    cache.set("a", "1", 60);
    clock.advanceSeconds(59);
    expect(cache.get("a")).toBe("1");
    clock.advanceSeconds(1);
    expect(cache.get("a")).toBeUndefined();
  });

  test("keeps nothing without a time", () => {
    const cache = new TtlCache<string>(new TestClock());
    cache.set("a", "1", 0);
    expect(cache.get("a")).toBeUndefined();
  });

  test("gives up the oldest value when there are too many", () => {
    const cache = new TtlCache<string>(new TestClock(), 2);
    for (const key of ["a", "b", "c"]) cache.set(key, key, 60);
    expect(["a", "b", "c"].map((key) => cache.get(key))).toEqual([undefined, "b", "c"]);
  });
});
