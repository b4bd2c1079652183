import { mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createFolderWatcher } from "../../../../lib/local";
import { temporaryFolder } from "../../../support/stack";

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A watched folder with `notes.ts` and `lib/text.ts`. `told` waits until a path is reported, and returns all until then. */
async function watched(isDeep: boolean, folder = "app") {
  const root = temporaryFolder();
  const write = (path: string, content = "x"): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  write("app/notes.ts");
  write("app/lib/text.ts");
  const seen: string[] = [];
  let look = (): void => {};
  const watcher = createFolderWatcher({
    changed: (path) => {
      seen.push(path.slice(root.length + 1));
      look();
    },
    failed: (error) => seen.push(error.message),
    ignored: (path) => path.includes("node_modules"),
  });
  closing.push(() => watcher.close());
  watcher.add(join(root, folder), isDeep);
  await watcher.ready();
  const told = async (path: string): Promise<readonly string[]> => {
    await new Promise<void>((resolve) => {
      look = () => seen.includes(path) && resolve();
      look();
    });
    return [...new Set(seen.splice(0))];
  };
  const move = (from: string, to: string): void => renameSync(join(root, from), join(root, to));
  return { root, write, move, told };
}

describe("A watched folder", () => {
  test.each([true, false])("reports changes of files, with subfolders: %p", async (isDeep) => {
    const { root, write, told } = await watched(isDeep);
    write("app/notes.ts", "changed");
    await told("app/notes.ts");
    write("app/new.ts");
    await told("app/new.ts");
    unlinkSync(join(root, "app/notes.ts"));
    await told("app/notes.ts");
  });

  test.each([true, false])(
    "reports a file that is moved over another one, with subfolders: %p",
    async (isDeep) => {
      const { write, move, told } = await watched(isDeep);
      write("other.ts");
      move("other.ts", "app/notes.ts");
      expect(await told("app/notes.ts")).toEqual(["app/notes.ts"]);
    },
  );

  test.each([true, false])("reports that another folder replaces it, with subfolders: %p", async (isDeep) => {
    const { write, move, told } = await watched(isDeep);
    write("next/notes.ts");
    move("app", "before");
    move("next", "app");
    expect(await told("app")).toContain("app");
    write("app/notes.ts", "changed");
    await told("app/notes.ts");
  });

  test.each([true, false])(
    "reports that another folder replaces one around it, with subfolders: %p",
    async (isDeep) => {
      const { write, move, told } = await watched(isDeep, "app/lib");
      write("next/lib/text.ts");
      move("app", "before");
      move("next", "app");
      expect(await told("app/lib")).toContain("app/lib");
      write("app/lib/text.ts", "changed");
      await told("app/lib/text.ts");
    },
  );

  test.each([true, false])("is noticed when it appears later, with subfolders: %p", async (isDeep) => {
    const { write, told } = await watched(isDeep, "later");
    write("later/notes.ts");
    await told(isDeep ? "later/notes.ts" : "later");
  });

  test.each([true, false])("is noticed when it comes back, with subfolders: %p", async (isDeep) => {
    const { root, write, told } = await watched(isDeep);
    rmSync(join(root, "app"), { recursive: true });
    await told("app");
    write("app/notes.ts");
    await told(isDeep ? "app/notes.ts" : "app");
    write("app/notes.ts", "changed");
    await told("app/notes.ts");
  });

  test("does not report ignored files", async () => {
    const { write, told } = await watched(true);
    write("app/node_modules/zod/index.js");
    write("app/notes.ts", "changed");
    expect(await told("app/notes.ts")).toEqual(["app/notes.ts"]);
  });
});

describe("A folder that is watched with its subfolders", () => {
  test("reports changes in subfolders", async () => {
    const { write, told } = await watched(true);
    write("app/lib/text.ts", "changed");
    expect(await told("app/lib/text.ts")).toEqual(["app/lib/text.ts"]);
  });

  test("reports the files of a subfolder that appears, and their changes", async () => {
    const { write, move, told } = await watched(true);
    write("made/deep/one.ts");
    move("made", "app/made");
    expect(await told("app/made/deep/one.ts")).toEqual(["app/made/deep/one.ts"]);
    write("app/made/deep/one.ts", "changed");
    expect(await told("app/made/deep/one.ts")).toEqual(["app/made/deep/one.ts"]);
  });

  test("reports that a subfolder is moved away", async () => {
    const { move, told } = await watched(true);
    move("app/lib", "lib");
    expect(await told("app/lib")).toEqual(["app/lib"]);
  });

  test("does not report a file that an editor creates and removes at once", async () => {
    const { root, write, told } = await watched(true);
    write("app/4913");
    unlinkSync(join(root, "app/4913"));
    write("app/new.ts");
    expect(await told("app/new.ts")).toEqual(["app/new.ts"]);
  });

  test("reports changes behind links, also of links that lead in circles", async () => {
    const root = temporaryFolder();
    mkdirSync(join(root, "app"));
    mkdirSync(join(root, "shared"));
    writeFileSync(join(root, "one.ts"), "x");
    writeFileSync(join(root, "shared/two.ts"), "x");
    symlinkSync(join(root, "one.ts"), join(root, "app/one.ts"));
    symlinkSync(join(root, "shared"), join(root, "app/shared"));
    symlinkSync(join(root, "app"), join(root, "shared/app"));
    const seen = new Set<string>();
    let done = (): void => {};
    const both = new Promise<void>((resolve) => {
      done = resolve;
    });
    const changed = (path: string): void => {
      seen.add(path.slice(root.length + 1));
      if (seen.has("app/one.ts") && seen.has("app/shared/two.ts")) done();
    };
    const watcher = createFolderWatcher({ changed, failed: () => {}, ignored: () => false });
    closing.push(() => watcher.close());
    watcher.add(join(root, "app"), true);
    await watcher.ready();
    writeFileSync(join(root, "one.ts"), "changed");
    writeFileSync(join(root, "shared/two.ts"), "changed");
    await both;
  });
});

test("With CHOKIDAR_USEPOLLING, files are polled", async () => {
  process.env.CHOKIDAR_USEPOLLING = "1";
  let writing: NodeJS.Timeout | undefined;
  try {
    const { write, told } = await watched(true);
    // Changes before the first look at a file are not noticed.
    let content = "x";
    writing = setInterval(() => {
      content += "x";
      write("app/lib/text.ts", content);
    }, 20);
    await told("app/lib/text.ts");
  } finally {
    clearInterval(writing);
    delete process.env.CHOKIDAR_USEPOLLING;
  }
});
