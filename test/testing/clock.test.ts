import type { PendingWork } from "../../lib/local";
import { nothingPending } from "../../lib/local/pending/pending-work";
import { AsyncWork } from "../../lib/testing/async-work";
import { parseTime, TestClock } from "../../lib/testing/test-clock";
import { TestTime } from "../../lib/testing/test-time";

/** Time, and the pending work of a server, as the test defines them. */
function started(): { time: TestTime; clock: TestClock; work: AsyncWork; left: { pending: PendingWork } } {
  const left = { pending: nothingPending };
  const time = new TestTime();
  const work = new AsyncWork({ pending: () => left.pending }, time);
  return { time, clock: new TestClock(time, work), work, left };
}

const hourMs = 3_600_000;

describe("clock.advance", () => {
  test("runs due timers in their order, each at its time, and no later ones", async () => {
    const { time, clock } = started();
    const begin = time.now();
    const ran: [string, number][] = [];
    const note = (name: string) => (): void => void ran.push([name, Math.round((time.now() - begin) / 1000)]);
    time.after(120_000, note("second"));
    time.after(60_000, note("first"));
    time.after(hourMs + 60_000, note("later"));
    time.after(30_000, note("cancelled"))();
    await clock.advance("1h");
    expect(ran).toEqual([
      ["first", 60],
      ["second", 120],
    ]);
    expect(Math.round((clock.now() - begin) / 1000)).toBe(3600);
  });

  test("runs timers that the work of a timer has planned within the time", async () => {
    const { time, clock } = started();
    let runs = 0;
    const again = (): void => {
      runs += 1;
      time.schedules.after(600_000, again);
    };
    time.schedules.after(600_000, again);
    // The time of the machine passes, too: after exactly an hour, the sixth run may be some milliseconds away.
    await clock.advance("65 minutes");
    expect(runs).toBe(6);
  });

  test("waits for the work of a timer before it continues", async () => {
    const { time, clock, left } = started();
    const order: string[] = [];
    time.after(1000, () => {
      left.pending = { isBusy: true, dueAt: undefined };
      setTimeout(() => {
        order.push("work");
        left.pending = nothingPending;
      }, 5);
    });
    time.after(2000, () => void order.push("next"));
    await clock.advance("10s");
    expect(order).toEqual(["work", "next"]);
  });

  test("is not needed for timers of the machine's time, but for schedules", async () => {
    const { time } = started();
    const ran: string[] = [];
    time.schedules.after(0, () => void ran.push("schedule"));
    await new Promise<void>((done) => void time.after(1, done));
    expect(ran).toEqual([]);
  });

  test.each([
    ["90s", 90_000],
    ["15 minutes", 15 * 60_000],
    ["1h", hourMs],
    ["2 Days", 48 * hourMs],
  ])("%s", (text, expected) => {
    expect(parseTime("clock.advance", text)).toBe(expected);
  });

  test.each(["1", "h", "1.5h", "1 week", "-1h"])("refuses %p", (text) => {
    expect(() => parseTime("clock.advance", text)).toThrow(
      /clock\.advance is ".*", which is not a time.*\n.*\n.*local-time-invalid/,
    );
  });
});

describe("settled", () => {
  test("advances the clock to waiting timers, and not to schedules", async () => {
    const { time, work, left } = started();
    const dueAt = time.now() + 60_000;
    left.pending = { isBusy: false, dueAt };
    time.after(60_000, () => {
      left.pending = nothingPending;
    });
    time.schedules.after(10_000_000, () => {
      throw new Error("a schedule has run");
    });
    await work.settled(hourMs);
    expect(time.now()).toBeGreaterThanOrEqual(dueAt);
    expect(time.now()).toBeLessThan(dueAt + 10_000);
  });

  test("gives up what always fails", async () => {
    const { time, work, left } = started();
    const retry = (): void => {
      left.pending = { isBusy: false, dueAt: time.now() + 1_200_000 };
      time.after(1_200_000, retry);
    };
    retry();
    await expect(work.settled(hourMs)).rejects.toMatchObject({ code: "local-not-settled" });
  });

  test("gives up messages without a receiver", async () => {
    const { work } = started();
    const pending = (): PendingWork => ({ isBusy: true, dueAt: undefined });
    await expect(work.settled(hourMs, pending)).rejects.toMatchObject({ code: "local-not-settled" });
  });
});
