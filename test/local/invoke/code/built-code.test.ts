import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Artifact } from "../../../../lib/bundle";
import type { InvokeEvent } from "../../../../lib/local/invoke";
import { BuiltCode } from "../../../../lib/local/invoke/code/built-code";
import type { BundleWatcher } from "../../../../lib/local/invoke/code/bundle-watcher";
import type { CodeBuildResult } from "../../../../lib/local/invoke/code/node-build";
import { TestClock } from "../../support/clock";
import { folderWith } from "../support";

const mockBuilds: { run(): Promise<CodeBuildResult>; stops: number }[] = [];
const mockNext: { build: () => Promise<CodeBuildResult> } = { build: () => Promise.reject() };

jest.mock("../../../../lib/local/invoke/code/node-build", () => ({
  NodeBuild: class {
    stops = 0;
    constructor() {
      mockBuilds.push(this);
    }
    run = () => mockNext.build();
    stop = async () => {
      this.stops += 1;
    };
  },
}));

async function quiet(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
}

/** Code whose builds the test ends: each with its arguments, in order. */
function built(more: object = {}) {
  mockBuilds.splice(0);
  const folder = folderWith({ "source.ts": "1", "out/index.js": "1" });
  const source = join(folder, "source.ts");
  // As if it had been there for long.
  utimesSync(source, 1000, 1000);
  const artifact = { kind: "node", appPath: folder, srcPath: ".", entry: "source.ts", ...more };
  const outDir = join(folder, "out");
  const clock = new TestClock();
  const events: InvokeEvent[] = [];
  const ends: ((result: Partial<CodeBuildResult>) => void)[] = [];
  let builds = 0;
  mockNext.build = () => {
    builds += 1;
    return new Promise((resolve) =>
      ends.push((result) =>
        resolve({
          problem: undefined,
          inputs: { files: [source], folders: [], searched: [] },
          fingerprint: "1",
          ...result,
        }),
      ),
    );
  };
  const watcher = { added: 0, removed: 0, isNew: false };
  const changed = jest.fn();
  const it = new BuiltCode({ ...artifact, outDir } as unknown as Artifact, {
    mapsFolder: join(folder, "maps"),
    report: (event) => events.push(event),
    changed,
    isDebugged: false,
    clock,
    watcher: {
      add: () => {
        watcher.added += 1;
        return watcher.isNew;
      },
      remove: () => {
        watcher.removed += 1;
      },
    } as unknown as BundleWatcher,
  });
  /** Ends the build that runs; returns how many there were. */
  const end = async (result: Partial<CodeBuildResult> = {}) => {
    ends.shift()?.(result);
    await quiet();
    return builds;
  };
  const pass = async (milliseconds: number) => {
    clock.advance(milliseconds);
    await quiet();
    return builds;
  };
  const artifactWith = (other: object) => ({ ...artifact, outDir, ...other }) as unknown as Artifact;
  return { it, folder, source, events, watcher, changed, end, pass, artifactWith, outDir };
}

describe("Code that is built", () => {
  test("is built once for requests at the same time, and not again after that", async () => {
    const { it, end, outDir, watcher, events } = built();
    const waiting = [it.ready(), it.ready()];
    expect(await end()).toBe(1);
    expect(await Promise.all([...waiting, it.ready()])).toMatchObject(
      Array.from({ length: 3 }, () => ({ folder: outDir })),
    );
    expect([await end(), watcher.added, events]).toEqual([1, 1, []]);
  });

  test("is built again for a request after a missing package is installed", async () => {
    const { it, folder, end } = built();
    const absent = [join(folder, "node_modules/left-pad")];
    const first = it.ready();
    await end({ problem: "no left-pad", inputs: { files: [], folders: [], searched: [], absent } });
    expect([await first, await it.ready()]).toMatchObject([
      { problem: "no left-pad" },
      { problem: "no left-pad" },
    ]);
    mkdirSync(absent[0] ?? "", { recursive: true });
    const second = it.ready();
    expect(await end()).toBe(2);
    expect(await second).toMatchObject({ folder: join(folder, "out") });
  });

  test("is not built before a request needs it, whatever changes", async () => {
    const { it, source, pass } = built();
    it.changed(source);
    expect(await pass(1000)).toBe(0);
  });

  test.each([
    ["of a bundle waits 2 ms", {}, 2],
    ["with a hook waits 15 ms, since tools write several files", { hooks: {} }, 15],
  ])("after a change is built again, once for changes in quick succession: one %s", async (_, more, ms) => {
    const { it, source, end, pass } = built(more);
    const first = it.ready();
    await end();
    await first;
    it.changed(source);
    expect(it.current).toBeUndefined();
    await pass(ms - 1);
    it.changed(source);
    expect(await pass(1)).toBe(1);
    expect(await pass(ms - 1)).toBe(1);
    expect(await pass(1)).toBe(2);
    await end();
    expect(it.current).toBeDefined();
    expect(await pass(1000)).toBe(2);
  });

  test("is built again when a source changes during the build, and the first result is not used", async () => {
    const { it, source, end, pass, changed } = built();
    const ready = it.ready();
    await quiet();
    it.changed(source);
    expect(await end({ problem: "half written" })).toBe(1);
    await pass(15);
    await pass(2);
    expect(await end()).toBe(2);
    expect(await ready).toHaveProperty("folder");
    expect(changed).not.toHaveBeenCalled();
  });

  test("is built again if a source changed before it was watched, and only then", async () => {
    const { it, source, watcher, end, pass } = built();
    watcher.isNew = true;
    void it.ready();
    await quiet();
    const future = Date.now() / 1000 + 10;
    utimesSync(source, future, future);
    expect(await end()).toBe(1);
    watcher.isNew = false;
    expect(await pass(2)).toBe(2);
    await end();
    expect(it.current).toBeDefined();
    const other = built();
    other.watcher.isNew = false;
    void other.it.ready();
    await quiet();
    utimesSync(other.source, future, future);
    await other.end();
    expect(other.it.current).toBeDefined();
  });

  test("is built again if a source is gone before it was watched", async () => {
    const { it, source, watcher, end, pass } = built();
    watcher.isNew = true;
    void it.ready();
    await quiet();
    rmSync(source);
    await end();
    expect(it.current).toBeUndefined();
    expect(await pass(2)).toBe(2);
  });

  test("waits for a file that an editor has emptied", async () => {
    const { it, source, end, pass } = built();
    const first = it.ready();
    await end();
    await first;
    writeFileSync(source, "");
    it.changed(source);
    expect(await pass(2)).toBe(1);
    expect(await pass(14)).toBe(1);
    expect(await pass(1)).toBe(2);
  });
});

describe("Listeners", () => {
  test("are called for code that differs, and not for the first one, the same one or a failed one", async () => {
    const { it, source, end, pass, changed, events } = built();
    const listener = jest.fn();
    const stopListening = it.onChange(listener);
    const again = async (result: Partial<CodeBuildResult>) => {
      it.changed(source);
      await pass(2);
      await end(result);
      await pass(15);
    };
    void it.ready();
    await end({ fingerprint: "1" });
    await again({ fingerprint: "1" });
    await again({ fingerprint: "", problem: "syntax error" });
    expect([listener.mock.calls.length, changed.mock.calls.length]).toEqual([0, 0]);
    expect([it.current, events]).toEqual([
      { problem: "syntax error", isRefusal: false },
      [{ event: "warning", text: "syntax error" }],
    ]);
    await again({ fingerprint: "2" });
    expect([listener.mock.calls.length, changed.mock.calls.length]).toEqual([1, 1]);
    stopListening();
    await again({ fingerprint: "3" });
    expect([listener.mock.calls.length, changed.mock.calls.length]).toEqual([1, 2]);
  });

  test("hear of a problem at once if it is the first build, which no editor is writing", async () => {
    const { it, end } = built();
    void it.ready();
    await end({ problem: "syntax error" });
    expect(it.current).toEqual({ problem: "syntax error", isRefusal: false });
  });
});

describe("Other options", () => {
  test("end the build and build again, and equal ones change nothing", async () => {
    const { it, artifactWith, end, pass } = built();
    const first = it.ready();
    await end();
    await first;
    it.update(artifactWith({}));
    expect([await pass(100), mockBuilds.length]).toEqual([1, 1]);
    it.update(artifactWith({ entry: "other.ts" }));
    expect(mockBuilds[0]?.stops).toBe(1);
    expect([await pass(2), mockBuilds.length]).toEqual([2, 2]);
  });
});

describe("After the end", () => {
  test("nothing is built, watched or reported", async () => {
    const { it, source, watcher, end, pass, events } = built();
    void it.ready();
    await quiet();
    await it.stop();
    expect([watcher.removed, mockBuilds[0]?.stops]).toEqual([1, 1]);
    await end({ problem: "stopped" });
    it.changed(source);
    expect(await pass(1000)).toBe(1);
    expect([watcher.added, events]).toEqual([0, []]);
  });
});
