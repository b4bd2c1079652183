/** @modules own: memory is measured by the test */
import type { FunctionPool } from "../../../../lib/local/invoke/processes/function-pool";
import { IdleWorkers } from "../../../../lib/local/invoke/processes/idle-workers";
import type { Worker } from "../../../../lib/local/invoke/processes/worker";

const mebibytes = 1024 * 1024;
const memory = new Map<number, number>();
const measured: number[] = [];
jest.mock("../../../../lib/local/invoke/processes/process-memory", () => ({
  memoryOf: async (pid: number) => {
    measured.push(pid);
    return memory.get(pid) ?? 0;
  },
}));

function idle(maxMb: number) {
  const workers = new IdleWorkers(maxMb);
  const evicted: number[] = [];
  const pool = { evict: ({ pid }: Worker) => evicted.push(pid ?? 0) } as unknown as FunctionPool;
  const known = new Map<number, Worker>();
  const of = (pid: number): Worker => {
    const worker = known.get(pid) ?? ({ pid } as Worker);
    known.set(pid, worker);
    return worker;
  };
  const add = async (pid: number, bytes: number): Promise<void> => {
    memory.set(pid, bytes);
    workers.add(pool, of(pid));
    await new Promise(setImmediate);
  };
  return { add, evicted, remove: (pid: number) => workers.delete(of(pid)) };
}

let now = 0;
beforeEach(() => {
  now = 0;
  measured.length = 0;
  jest.spyOn(performance, "now").mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

test("nothing ends while the memory is exactly enough", async () => {
  const { add, evicted } = idle(10);
  await add(1, 4 * mebibytes);
  await add(2, 6 * mebibytes);
  expect(evicted).toEqual([]);
  await add(3, 1);
  expect(evicted).toEqual([1]);
});

test("those that were idle longest end first, and no more than needed", async () => {
  const { add, evicted } = idle(10);
  for (const pid of [1, 2, 3]) await add(pid, 3 * mebibytes);
  await add(1, 3 * mebibytes);
  await add(4, 7 * mebibytes);
  expect(evicted).toEqual([2, 3]);
});

test("one that ended or has work does not count, nor one that was told to end", async () => {
  const { add, evicted, remove } = idle(10);
  await add(1, 9 * mebibytes);
  remove(1);
  await add(2, 9 * mebibytes);
  expect(evicted).toEqual([]);
  await add(3, 9 * mebibytes);
  await add(4, 1 * mebibytes);
  expect(evicted).toEqual([2]);
});

test("memory is measured again after a second", async () => {
  const { add, evicted } = idle(10);
  await add(1, mebibytes);
  now = 999;
  await add(1, 20 * mebibytes);
  expect([measured, evicted]).toEqual([[1], []]);
  now = 1000;
  await add(1, 20 * mebibytes);
  expect([measured, evicted]).toEqual([[1, 1], [1]]);
});
