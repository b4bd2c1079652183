import { systemClock } from "../../../lib/local";

const day = 24 * 60 * 60_000;

describe("the clock of this machine", () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  test("waits for longer than a timer of Node can", () => {
    const run = jest.fn();
    systemClock.after(60 * day, run);
    jest.advanceTimersByTime(60 * day - 1);
    expect(run).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(run).toHaveBeenCalledTimes(1);
  });

  test("forgets what is cancelled, also after the first timer", () => {
    const run = jest.fn();
    const cancel = systemClock.after(60 * day, run);
    jest.advanceTimersByTime(30 * day);
    cancel();
    jest.advanceTimersByTime(60 * day);
    expect(run).not.toHaveBeenCalled();
  });
});
