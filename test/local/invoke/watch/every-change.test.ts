import { EventEmitter } from "node:events";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onEveryChange } from "../../../../lib/local/invoke/watch/watch-folders";
import { temporaryFolder } from "../../../support/stack";

/** The changes that the listener gets after the watcher has seen a file in an older or in its present state. */
function watched(isCurrent: boolean) {
  const file = join(temporaryFolder(), "notes.ts");
  writeFileSync(file, "1");
  const watcher = Object.assign(new EventEmitter(), { closed: false });
  const told: string[] = [];
  onEveryChange(watcher as never, (path) => told.push(path));
  const { mtimeMs } = statSync(file);
  watcher.emit("all", "change", file, { mtimeMs: isCurrent ? mtimeMs : mtimeMs - 1 });
  return { file, watcher, told };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe("onEveryChange", () => {
  test("finds a change that the watcher has dropped", () => {
    const { file, told } = watched(false);
    jest.runAllTimers();
    expect(told).toEqual([file, file]);
  });

  test("reports a change once", () => {
    const { file, told } = watched(true);
    jest.runAllTimers();
    expect(told).toEqual([file]);
  });

  test("says nothing after the end", () => {
    const { file, watcher, told } = watched(false);
    watcher.closed = true;
    jest.runAllTimers();
    expect(told).toEqual([file]);
  });
});
