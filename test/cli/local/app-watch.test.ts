import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { AppChanges, type AppWatch, watchApp } from "../../../lib/cli/local/app-watch";
import { temporaryFolder } from "../../support/stack";

let watching: AppWatch | undefined;

afterEach(async () => {
  await watching?.close();
  watching = undefined;
});

/** Collects the reported changes. `next` waits for the next report. */
function recorder() {
  const told: string[][] = [];
  const waiting: ((files: string[]) => void)[] = [];
  const take = (root: string, files: readonly string[]): void => {
    const names = files.map((file) => file.slice(root.length + 1));
    const next = waiting.shift();
    if (next === undefined) told.push(names);
    else next(names);
  };
  const next = async (): Promise<string[]> => told.shift() ?? new Promise((resolve) => waiting.push(resolve));
  return { take, next };
}

async function watched(
  ignored: readonly string[] = [],
  isHandlerInput: (file: string) => boolean = () => false,
) {
  const root = temporaryFolder();
  const { take, next } = recorder();
  mkdirSync(join(root, "cdktf.out"));
  mkdirSync(join(root, "node_modules"));
  mkdirSync(join(root, ".next"));
  watching = await watchApp({
    root,
    ignored: ignored.map((name) => join(root, name)),
    isHandlerInput: (file) => isHandlerInput(file.slice(root.length + 1)),
    failed: (error) => {
      throw error;
    },
    onChange: async (files) => take(root, files),
  });
  return { write: (name: string) => writeFileSync(join(root, name), "x"), next };
}

describe("watchApp", () => {
  test("reports new and changed files", async () => {
    const { write, next } = await watched();
    write("main.ts");
    expect(await next()).toEqual(["main.ts"]);
  });

  // A watched file is written after the ignored one. If the ignored file were reported, it would come first.
  test.each([
    ["the output", "cdktf.out/manifest.json"],
    ["installed packages", "node_modules/x.js"],
    ["an editor's swap file", ".main.ts.swp"],
    ["files of a handler", "notes.ts"],
    ["a log", "local.log"],
    ["a state of Terraform", "terraform.dev-notes-Main.tfstate.backup"],
    ["types that are written after a migration", "database.d.ts"],
    ["files that a framework builds while it serves", ".next/manifest.json"],
  ])("does not report %s", async (_name, file) => {
    const { write, next } = await watched(["cdktf.out"], (name) => name === "notes.ts");
    write(file);
    write("main.ts");
    expect(await next()).toEqual(["main.ts"]);
  });

  test("does not report the file that its own messages go to, for any name", async () => {
    const root = temporaryFolder();
    const { take, next } = recorder();
    const output = openSync(join(root, "errors.txt"), "w");
    watching = await watchApp({
      root,
      ignored: [],
      isHandlerInput: () => false,
      outputs: [output],
      failed: (error) => {
        throw error;
      },
      onChange: async (files) => take(root, files),
    });
    writeSync(output, "Fix the app to start the server\n");
    closeSync(output);
    writeFileSync(join(root, "main.ts"), "x");
    expect(await next()).toEqual(["main.ts"]);
  });

  test("reports changes during a call once, after the call", async () => {
    const root = temporaryFolder();
    const { take, next } = recorder();
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    watching = await watchApp({
      root,
      ignored: [],
      isHandlerInput: () => false,
      failed: (error) => {
        throw error;
      },
      onChange: async (files) => {
        take(root, files);
        if (files.some((file) => file.endsWith("first.ts"))) await held;
      },
    });
    writeFileSync(join(root, "first.ts"), "");
    expect(await next()).toEqual(["first.ts"]);
    writeFileSync(join(root, "second.ts"), "");
    release();
    expect(await next()).toEqual(["second.ts"]);
  });
});

describe("AppChanges", () => {
  test("handles a change before the first handler, and the next one after it", async () => {
    const changes = new AppChanges();
    await changes.changed();
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const told: string[] = [];
    changes.handle(async () => {
      told.push("begin");
      await held;
      told.push("end");
    });
    const second = changes.changed();
    expect(told).toEqual(["begin"]);
    release();
    await second;
    expect(told).toEqual(["begin", "end", "begin", "end"]);
  });
});
