import { PrewarmedProcess } from "../../../../lib/local/invoke/processes/prewarmed-process";
import {
  type StartContext,
  type StartedProcess,
  startUnassigned,
} from "../../../../lib/local/invoke/processes/start-process";

jest.mock("../../../../lib/local/invoke/processes/start-process", () => ({ startUnassigned: jest.fn() }));

/** Processes that the test ends, in the order in which they were started. */
function processes() {
  const started: { end(): void; isKilled: boolean; isClosed: boolean; self: StartedProcess }[] = [];
  jest.mocked(startUnassigned).mockImplementation(async () => {
    let end: () => void = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const kill = () => {
      made.isKilled = true;
      end();
    };
    const close = () => {
      made.isClosed = true;
    };
    const self = { process: { ended, kill }, endpoint: { close } } as unknown as StartedProcess;
    const made = { end, isKilled: false, isClosed: false, self };
    started.push(made);
    return self;
  });
  return { started, it: new PrewarmedProcess({} as StartContext) };
}

const quiet = () => new Promise<void>((resolve) => setImmediate(resolve));

test("one process is kept at a time, and the function that needs it gets it", async () => {
  const { started, it } = processes();
  expect(await it.take()).toBeUndefined();
  it.refill();
  it.refill();
  expect(started).toHaveLength(1);
  expect(await it.take()).toBe(started[0]?.self);
  expect(await it.take()).toBeUndefined();
  it.refill();
  expect(started).toHaveLength(2);
});

test("one that ends before it is needed is closed, and another one may replace it", async () => {
  const { started, it } = processes();
  it.refill();
  await quiet();
  started[0]?.end();
  await quiet();
  expect(started[0]?.isClosed).toBe(true);
  it.refill();
  expect(await it.take()).toBe(started[1]?.self);
});

test("one that a function has taken is not closed here when it ends, nor is the next one forgotten", async () => {
  const { started, it } = processes();
  it.refill();
  await it.take();
  it.refill();
  started[0]?.end();
  await quiet();
  expect(started[0]?.isClosed).toBe(false);
  expect(await it.take()).toBe(started[1]?.self);
});

test("one that does not start is left out", async () => {
  const { it } = processes();
  jest.mocked(startUnassigned).mockRejectedValueOnce(new Error("EAGAIN"));
  it.refill();
  expect(await it.take()).toBeUndefined();
});

test("after the end none is left, and none is started", async () => {
  const { started, it } = processes();
  it.refill();
  await it.stop();
  expect(started).toMatchObject([{ isKilled: true, isClosed: true }]);
  it.refill();
  await it.stop();
  expect(started).toHaveLength(1);
});
