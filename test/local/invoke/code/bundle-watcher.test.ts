import type { BuildInputs } from "../../../../lib/bundle";
import type { InvokeEvent } from "../../../../lib/local";
import { BundleWatcher } from "../../../../lib/local/invoke/code/bundle-watcher";

/** A watcher whose folders are a list, and builds that note their changes. */
function watcher() {
  const watched: string[] = [];
  const events: InvokeEvent[] = [];
  const folders = {
    starts: 0,
    closes: 0,
    changed: (_: string): void => {},
    failed: (_: Error): void => {},
  };
  const it = new BundleWatcher(
    (changed, failed) => {
      folders.starts += 1;
      Object.assign(folders, { changed, failed });
      return {
        add: (folder: string, isDeep: boolean) => void watched.push(isDeep ? `${folder}/**` : folder),
        close: async () => {
          folders.closes += 1;
        },
      };
    },
    (event) => events.push(event),
  );
  const build = (inputs: Partial<BuildInputs>) => {
    const changes: string[] = [];
    const changed = (path: string): void => void changes.push(path);
    return { changes, changed, inputs: { files: [], folders: [], searched: [], ...inputs } };
  };
  return { it, watched, events, folders, build };
}

test("each folder is watched once, and a build says whether one of its folders is new", () => {
  const { it, watched, folders, build } = watcher();
  const first = build({ files: ["/a/one.ts", "/a/two.ts"], folders: ["/deep"], searched: ["/a", "/b"] });
  expect(it.add(first)).toBe(true);
  expect(it.add(first)).toBe(false);
  expect(it.add(build({ files: ["/a/three.ts"] }))).toBe(false);
  expect(it.add(build({ folders: ["/a"] }))).toBe(true);
  expect(watched).toEqual(["/deep/**", "/a", "/b", "/a/**"]);
  expect(folders.starts).toBe(1);
});

test.each<[string, Partial<BuildInputs>, boolean]>([
  ["a file of it", { files: ["/a/one.ts"] }, true],
  ["another file beside one of it", { files: ["/a/two.ts"] }, false],
  ["a file in a folder of it", { folders: ["/a"] }, true],
  ["a file in a folder whose name begins like one of it", { folders: ["/a/one"] }, false],
  ["a file in a folder where it has searched", { searched: ["/a"] }, true],
  ["a file below such a folder", { searched: ["/"] }, false],
  ["the folder of a file of it", { files: ["/a/one.ts/index.ts"] }, true],
])("a change of %s: reported is %p of %p", (_, inputs, isTold) => {
  const { it, folders, build } = watcher();
  const made = build(inputs);
  it.add(made);
  folders.changed("/a/one.ts");
  expect(made.changes).toEqual(isTold ? ["/a/one.ts"] : []);
});

test("a removed build is not notified of changes, including those after the end", async () => {
  const { it, folders, build } = watcher();
  const [first, second] = [build({ files: ["/a/one.ts"] }), build({ files: ["/a/one.ts"] })];
  it.add(first);
  it.add(second);
  it.remove(first);
  folders.changed("/a/one.ts");
  await it.close();
  folders.changed("/a/one.ts");
  expect([first.changes, second.changes, folders.closes]).toEqual([[], ["/a/one.ts"], 1]);
});

test("a watcher that has watched nothing ends without one", async () => {
  const { it, folders } = watcher();
  await it.close();
  expect([folders.starts, folders.closes]).toEqual([0, 0]);
});

test("a folder that cannot be watched is a warning", () => {
  const { it, events, folders, build } = watcher();
  it.add(build({ files: ["/a/one.ts"] }));
  folders.failed(new Error("ENOSPC"));
  expect(events).toEqual([{ event: "warning", text: "Files cannot be watched: ENOSPC" }]);
});
