import { readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createIncrementalBundle, type IncrementalBundle } from "../../../lib/bundle";
import { folderWith, nodeArtifact } from "../support";

const running: IncrementalBundle[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.dispose()));
});

const sources = {
  "functions/a.ts": `import { text } from "../text";\nexport const handler = async () => text;\n`,
  "text.ts": `export const text = "first";\n`,
};

function incremental(files: Record<string, string>) {
  const app = realpathSync(folderWith(files));
  const artifact = nodeArtifact(app, "a");
  const bundle = createIncrementalBundle(artifact, join(app, "maps"));
  running.push(bundle);
  const output = () => readFileSync(join(artifact.outDir, "functions/a.js"), "utf8");
  return { app, bundle, output, inApp: (...paths: string[]) => paths.map((path) => join(app, path)) };
}

describe("An incremental bundle", () => {
  test("names its sources, and writes a source map to its own folder", async () => {
    const { app, bundle, output, inApp } = incremental(sources);
    const { failures, inputs } = await bundle.rebuild();
    expect(failures).toEqual([]);
    expect([...inputs.files].sort()).toEqual(inApp("functions/a.ts", "text.ts"));
    expect(output()).toContain(`"first"`);
    expect(readFileSync(join(app, "maps/functions/a.js.map"), "utf8")).toContain(
      `"sources": ["a.ts", "../text.ts"]`,
    );
  });
  test("prints the same warnings as a synthesis", async () => {
    const { bundle } = incremental({
      "functions/a.ts": `import "pkg"; export const handler = () => 1;\n`,
      "node_modules/pkg/index.js": "module.exports = 1;",
      "node_modules/pkg/package.json": JSON.stringify({ gypfile: true }),
    });
    const { warnings } = await bundle.rebuild();
    expect(warnings).toEqual([expect.stringContaining('Add "pkg" to bundle.nodeModules')]);
  });
  test("has another fingerprint only for another result", async () => {
    const { app, bundle, output } = incremental(sources);
    const { fingerprint } = await bundle.rebuild();
    writeFileSync(join(app, "text.ts"), `export const text = "first"; // comment\n`);
    expect((await bundle.rebuild()).fingerprint).toBe(fingerprint);
    writeFileSync(join(app, "text.ts"), `export const text = "second";\n`);
    expect((await bundle.rebuild()).fingerprint).not.toBe(fingerprint);
    expect(output()).toContain(`"second"`);
  });
  test("after an error names the file with the error, and the folder of a missing module", async () => {
    const { app, bundle, inApp } = incremental({ "functions/a.ts": sources["functions/a.ts"] });
    const { failures, inputs, fingerprint } = await bundle.rebuild();
    expect(failures).toMatchObject([{ code: "bundle-failed", owners: ["dev-app-Main/a"] }]);
    expect(inputs).toEqual({ files: inApp("functions/a.ts"), folders: [], searched: [app], absent: [] });
    expect(fingerprint).toBe("");
  });
  test.each([
    ["a package", "left-pad", "left-pad"],
    ["a file of a package", "left-pad/lib/index", "left-pad"],
    ["a package with a scope", "@acme/pads/left", "@acme/pads"],
  ])("after an error names the places of %s that is not installed", async (_, module, name) => {
    const { bundle, inApp } = incremental({
      "functions/a.ts": `import "${module}"; export const handler = () => 1;\n`,
    });
    const { inputs } = await bundle.rebuild();
    expect(inputs.absent?.slice(0, 2)).toEqual(
      inApp(`functions/node_modules/${name}`, `node_modules/${name}`),
    );
  });
});
