/** @group processes */
import * as fs from "node:fs";
import os from "node:os";
import * as path from "node:path";
import { App, Stack } from "../../../lib/app";
import { earlyBundlingOf } from "../../../lib/app/synthesis/early-bundling";
import { Function } from "../../../lib/function";
import { project, setEnvironment } from "../../support/environment";
import { filesIn } from "../../support/files";
import { temporaryFolder } from "../../support/stack";

const files = {
  "cdktf.json": "{}",
  "functions/a.ts": `import { text } from "../lib/text"; export const get = () => text;`,
  "functions/b.ts": `import { text } from "../lib/text"; export const get = () => text + "b";`,
  "functions/broken.ts": "oops oops",
  "lib/text.ts": `export const text = "first text";`,
};

/** Outside of unit tests handlers are bundled early, if there are cores for it. */
function outsideOfTests(cores = 4): void {
  setEnvironment({ JEST_WORKER_ID: undefined, NODE_ENV: undefined, VITEST: undefined });
  jest.spyOn(os, "availableParallelism").mockReturnValue(cores);
}

afterEach(() => jest.restoreAllMocks());

function declare(names: readonly string[], packaging: "archive" | "synth" = "archive"): App {
  const outdir = temporaryFolder();
  const app = new App({ name: "notes", stage: "dev", region: "us-east-1", outdir, packaging });
  const stack = new Stack(app, "Main");
  for (const name of names) new Function(stack, name.toUpperCase(), { handler: `functions/${name}.get` });
  return app;
}

function errorOf(app: App): string {
  try {
    app.synth();
    return "none";
  } catch (error) {
    return (error as Error).message;
  }
}

test.each(["archive", "synth"] as const)(
  "an app has the same output, and its handlers are bundled early: %s",
  (packaging) => {
    project(files);
    setEnvironment({ SERVERFORM_CACHE: "off" });
    const expected = declare(["a", "b"], packaging);
    expected.synth();
    setEnvironment({ SERVERFORM_CACHE: undefined });
    outsideOfTests();
    const app = declare(["a", "b"], packaging);
    expect(earlyBundlingOf(app)?.isRunning).toBe(true);
    app.synth();
    expect(filesIn(app.outdir)).toEqual(filesIn(expected.outdir));
    expect(earlyBundlingOf(app)?.isRunning).toBe(false);
  },
);

test("errors of handlers are those of a synthesis that bundles in the end, and the former output stays", () => {
  project(files);
  setEnvironment({ SERVERFORM_CACHE: "off" });
  const expected = errorOf(declare(["a", "broken"]));
  expect(expected).toContain("dev-notes-Main/BROKEN: handler refers to functions/broken.ts");
  setEnvironment({ SERVERFORM_CACHE: undefined });
  outsideOfTests();
  const app = declare(["a", "broken"]);
  expect(errorOf(app)).toBe(expected);
  expect(Object.keys(filesIn(app.outdir))).toEqual([]);
});

test("errors of handlers come before what cannot be resolved", () => {
  project(files);
  outsideOfTests();
  const fail = () => {
    throw new Error("unresolvable");
  };
  const withLazy = (names: readonly string[]) => {
    const app = declare(names);
    (app.stacks[0] as Stack).synthesizer = { synthesize: fail, addFileAsset: fail } as never;
    return errorOf(app);
  };
  expect(withLazy(["a", "broken"])).toContain("handler refers to functions/broken.ts");
  expect(withLazy(["a", "b"])).toBe("unresolvable");
});

test("what is declared after the beginning is bundled, too, and sources that change meanwhile are read again", () => {
  const folder = project(files);
  outsideOfTests();
  const app = declare(["a"]);
  new Function(app.stacks[0] as Stack, "B", { handler: "functions/b.get" });
  earlyBundlingOf(app)?.finish();
  fs.writeFileSync(path.join(folder, "lib/text.ts"), `export const text = "second text";`);
  app.synth();
  const bundles = Object.entries(filesIn(app.outdir)).filter(([name]) => name.endsWith(".js"));
  expect(bundles.map(([, text]) => String(text).includes("second text"))).toEqual([true, true]);
});

test.each([
  ["JEST_WORKER_ID", "1"],
  ["NODE_ENV", "test"],
  ["SERVERFORM_SKIP_BUNDLING", "1"],
  ["SERVERFORM_CACHE", "off"],
])("nothing is bundled early with %s=%s", (name, value) => {
  project(files);
  outsideOfTests();
  setEnvironment({ [name]: value });
  expect(earlyBundlingOf(declare(["a"]))?.isRunning).not.toBe(true);
});

test("nothing is bundled early with two cores, which esbuild keeps busy by itself", () => {
  project(files);
  outsideOfTests(2);
  expect(earlyBundlingOf(declare(["a"]))).toBeUndefined();
});
