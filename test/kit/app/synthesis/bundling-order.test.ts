/** @group processes */
import * as fs from "node:fs";
import * as path from "node:path";
import { Construct } from "constructs";
import { App, Stack } from "../../../../lib/kit/app";
import { beforeBundling } from "../../../../lib/kit/app/synthesis/finish";
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

function declare(names: readonly string[]): App {
  const app = new App({ name: "notes", stage: "dev", region: "us-east-1", outdir: temporaryFolder() });
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

test("errors of handlers come before values that cannot be resolved", () => {
  project(files);
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

test("sources are generated before handlers are bundled, also where the cache has bundles of the former sources", () => {
  project(files);
  setEnvironment({ SERVERFORM_CACHE: undefined });
  declare(["a", "b"]).synth();
  const app = declare(["a", "b"]);
  new Generator(app.stacks[0] as Stack, "Generator");
  app.synth();
  const bundles = Object.entries(filesIn(app.outdir)).filter(([name]) => name.endsWith(".js"));
  expect(bundles.map(([, text]) => String(text).includes("second text"))).toEqual([true, true]);
});
