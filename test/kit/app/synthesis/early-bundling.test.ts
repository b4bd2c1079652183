/** @group processes */
import childProcess from "node:child_process";
import * as fs from "node:fs";
import * as path from "node:path";
import { Construct } from "constructs";
import { App, beforeBundling, Stack } from "../../../../lib/kit/app";
import { earlyBundlingOf } from "../../../../lib/kit/app/synthesis/artifacts";
import { Function } from "../../../../lib/kit/function";
import { project, setEnvironment } from "../../../support/environment";
import { filesIn } from "../../../support/files";
import { temporaryFolder } from "../../../support/stack";

const files = {
  "cdktf.json": "{}",
  "functions/a.ts": `import { text } from "../lib/text"; export const get = () => text;`,
  "functions/b.ts": `import { text } from "../lib/text"; export const get = () => text + "b";`,
  "functions/broken.ts": "oops oops",
  "lib/text.ts": `export const text = "first text";`,
};

/** Outside of unit tests handlers are bundled early. */
function outsideOfTests(): void {
  setEnvironment({ JEST_WORKER_ID: undefined, NODE_ENV: undefined, VITEST: undefined });
}

const spawn = jest.spyOn(childProcess, "spawn");
beforeEach(() => spawn.mockClear());

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
    app.synth();
    expect(spawn).toHaveBeenCalledTimes(1);
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

test("errors of handlers come before values that cannot be resolved", () => {
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

/** Writes a source that the handlers import. */
class Generator extends Construct {
  [beforeBundling](): void {
    const { appPath } = this.node.root as App;
    fs.writeFileSync(path.join(appPath, "lib/text.ts"), `export const text = "second text";`);
  }
}

test("sources that are generated meanwhile are read again, also where kept bundles were found before", () => {
  project(files);
  outsideOfTests();
  declare(["a", "b"]).synth();
  const app = declare(["a", "b"]);
  new Generator(app.stacks[0] as Stack, "Generator");
  app.synth();
  const bundles = Object.entries(filesIn(app.outdir)).filter(([name]) => name.endsWith(".js"));
  expect(bundles.map(([, text]) => String(text).includes("second text"))).toEqual([true, true]);
});

test("an existing bundle is not built early", () => {
  project(files);
  outsideOfTests();
  declare(["a", "b"]).synth();
  spawn.mockClear();
  declare(["a", "b"]).synth();
  expect(spawn).not.toHaveBeenCalled();
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
  declare(["a"]).synth();
  expect(spawn).not.toHaveBeenCalled();
});
