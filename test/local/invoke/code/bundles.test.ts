/** @group processes */

import childProcess from "node:child_process";
import fs, { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stop as stopEsbuild } from "esbuild";
import { type Artifact, bundleArtifacts, type NodeArtifact } from "../../../../lib/bundle";
import type { ReadyCode } from "../../../../lib/local/invoke/code/code";
import type { Watch } from "../../../../lib/local/invoke/watch/watch-folders";
import { filesIn } from "../../../bundle/support";
import { until } from "../support";
import { base, nodeArtifact, onDemand } from "./support";

const source = {
  "functions/a.ts": `import { text } from "../text";\nexport const handler = async () => text;\n`,
  "functions/b.ts": `export const handler = async () => "b";\n`,
  "text.ts": `export const text: string = "first";\n`,
};
const one =
  (options: Partial<NodeArtifact> = {}) =>
  (app: string) => ({ a: nodeArtifact(app, "a", options) });
const pythonArtifact = (app: string) =>
  ({ ...base(app, "py", "main.handler"), kind: "python", srcPath: "src", runtime: "python3.11" }) as Artifact;
const contentOf = (code: unknown, file = "functions/a.js") =>
  readFileSync(join((code as ReadyCode).folder, file), "utf8");

/** Path and content of every file. */
const all = (folder: string) =>
  Object.fromEntries(filesIn(folder).map((file) => [file, contentOf({ folder }, file)]));

describe("Bundling on demand", () => {
  test("builds only the artifact that is requested", async () => {
    const { codeOf, app } = onDemand(source, (path) => ({
      a: nodeArtifact(path, "a"),
      b: nodeArtifact(path, "b"),
    }));
    const code = codeOf("a");
    expect(code.current).toBeUndefined();
    expect(contentOf(await code.ready())).toContain(`"first"`);
    expect(existsSync(join(app, ".serverform/local/code/Main/b"))).toBe(false);
  });
  test.each<[string, Partial<NodeArtifact>]>([
    ["a plain bundle", {}],
    ["ES modules", { format: "esm" }],
    ["a minified bundle", { minify: true, keepNames: true }],
    ["source maps", { sourcemap: true }],
    ["shared chunks", { format: "esm", splitting: true, sourcemap: true }],
    ["copied files", { copyFiles: [{ from: "text.ts", to: "copy/text.ts" }] }],
    ["commands", { hooks: { afterBundling: (_, out) => [`echo made > ${out}/made.txt`] } }],
  ])("makes the bytes that are deployed: %s", async (_, options) => {
    const { codeOf, app } = onDemand(source, (path) => {
      const artifact = nodeArtifact(path, "a", options);
      const here = join(path, ".serverform/local/code/Main/a");
      const made = options.hooks?.afterBundling?.("", here);
      return { a: made === undefined ? artifact : { ...artifact, hooks: { afterBundling: () => made } } };
    });
    const deployed = nodeArtifact(app, "a", options);
    expect(bundleArtifacts([deployed])).toEqual([]);
    expect(all(((await codeOf("a").ready()) as ReadyCode).folder)).toEqual(all(deployed.outDir));
  });
  test("reports the warnings of a build, each once, in the order of a build", async () => {
    const odd = `import * as other from "./b";\nexport const x = other.gone;\nexport const handler = () => [x, typeof x === "undefine"];\n`;
    const files = { ...source, "functions/a.ts": odd, "functions/c.ts": `export { handler } from "./a";` };
    const { app, codeOf, events, save } = onDemand(files, (path) => ({
      a: nodeArtifact(path, "a"),
      c: nodeArtifact(path, "c"),
    }));
    const warnings: string[] = [];
    expect(
      bundleArtifacts([nodeArtifact(app, "a"), nodeArtifact(app, "c")], (text) => warnings.push(text)),
    ).toEqual([]);
    expect(warnings).toHaveLength(2);
    await codeOf("c").ready();
    await codeOf("a").ready();
    save("functions/a.ts", `${odd}// edited`);
    await codeOf("a").ready();
    expect(events).toEqual(warnings.map((text) => ({ event: "warning", text })));
  });
  test.each<[string, string, boolean]>([
    ["starts esbuild's process", "node", true],
    ["starts nothing for other languages", "python", false],
  ])("is prepared without building: %s", async (_, kind, isStarted) => {
    const { bundles, codeOf, watched } = onDemand(source, (app) => ({
      a: kind === "node" ? nodeArtifact(app, "a") : pythonArtifact(app),
    }));
    await stopEsbuild();
    const spawn = jest.spyOn(childProcess, "spawn");
    try {
      await bundles.prepare();
      const started = spawn.mock.calls.some(([, args]) => String(args).includes("--service"));
      expect(started).toBe(isStarted);
    } finally {
      spawn.mockRestore();
    }
    expect(codeOf("a").current).toBeUndefined();
    expect(watched).toEqual([]);
  });
  test("builds code of other languages", async () => {
    const { codeOf, save } = onDemand({ "src/main.py": "handler = 1\n" }, (app) => ({
      py: pythonArtifact(app),
    }));
    expect(contentOf(await codeOf("py").ready(), "main.py")).toBe("handler = 1\n");
    save("src/main.py", "handler = 2\n");
    expect(contentOf(await codeOf("py").ready(), "main.py")).toBe("handler = 2\n");
  });
  test("maps positions in a bundle to the source without a deployed source map", async () => {
    const { codeOf } = onDemand(
      {
        "functions/a.ts": `interface Unused {}\n\nexport const handler = async () => {\n  throw new Error("no");\n};\n`,
      },
      one(),
    );
    const code = codeOf("a");
    const { folder } = (await code.ready()) as ReadyCode;
    const lines = contentOf({ folder }).split("\n");
    const row = lines.findIndex((line) => line.includes("throw new")) + 1;
    const column = (lines[row - 1] ?? "").indexOf("new Error") + 1;
    expect(code.position(`    at handler (${folder}/functions/a.js:${row}:${column})`)).toBe(
      "    at handler (functions/a.ts:4:9)",
    );
    expect(code.position("no stack /x.js:1:1")).toBe("no stack /x.js:1:1");
    const inJson = (at: string) =>
      JSON.stringify({
        level: "ERROR",
        message: { stackTrace: ["Error: no", `    at handler (${at})`, `    at ${at}`] },
      });
    expect(code.position(inJson(`${folder}/functions/a.js:${row}:${column}`))).toBe(
      inJson("functions/a.ts:4:9"),
    );
  });
});

describe("A change", () => {
  test("of an input starts a build, and requests wait for it", async () => {
    const { codeOf, save } = onDemand(source, one());
    const code = codeOf("a");
    await code.ready();
    let changes = 0;
    code.onChange(() => {
      changes += 1;
    });
    save("text.ts", `export const text = "second";\n`);
    expect(code.current).toBeUndefined();
    expect(contentOf(await code.ready())).toContain(`"second"`);
    expect(changes).toBe(1);
  });
  test.each<[string, string, readonly number[]]>([
    ["is built soon", `export const text = "second";\n`, [2]],
    ["is built later, if an editor has emptied the file", "", [2, 15]],
    ["is reported later, if it cannot be built", "export const text = ;\n", [2, 15]],
  ])("%s", async (_, text, expected) => {
    const waits: number[] = [];
    const after = (milliseconds: number, run: () => void) => {
      waits.push(milliseconds);
      setImmediate(run);
      return () => {};
    };
    const clock = { now: () => 0, after };
    const { codeOf, save } = onDemand(
      { "functions/a.ts": `import "../text";\nexport const handler = () => 1;\n`, "text.ts": "" },
      one(),
      { clock },
    );
    await codeOf("a").ready();
    save("text.ts", text);
    await codeOf("a").ready();
    expect(waits).toEqual(expected);
  });
  test("of a file that was read and is not watched yet is noticed", async () => {
    let change = (): void => {};
    const watch: Watch = () => ({
      add: () => {
        change();
        change = () => {};
      },
      close: async () => {},
    });
    const { app, codeOf } = onDemand(source, one(), { watch });
    change = () => {
      const file = join(app, "text.ts");
      writeFileSync(file, `export const text = "second";\n`);
      const later = new Date(Date.now() + 1000);
      utimesSync(file, later, later);
    };
    expect(contentOf(await codeOf("a").ready())).toContain(`"second"`);
  });
  test.each(["functions/a.ts", "text.ts"])("is noticed when %s was away as a build ended", async (path) => {
    const { app, codeOf, bundles, save } = onDemand(source, one());
    const file = join(app, path);
    // As an editor that renames and writes, in the instant after esbuild has read the file.
    const { writeFileSync: write } = fs;
    const written = jest.spyOn(fs, "writeFileSync").mockImplementationOnce((...args) => {
      rmSync(file);
      write(...args);
    });
    await codeOf("a").ready();
    written.mockRestore();
    expect(bundles.isSource(file)).toBe(true);
    save(path, `export const [text, handler] = ["second", () => text];\n`);
    expect(contentOf(await codeOf("a").ready())).toContain(`"second"`);
  });
  test("that does not change the bundle is not reported to listeners", async () => {
    const { codeOf, save } = onDemand(source, one());
    const code = codeOf("a");
    await code.ready();
    const listener = jest.fn();
    code.onChange(listener);
    save("text.ts", `export const text = "first"; // said\n`);
    await code.ready();
    expect(listener).not.toHaveBeenCalled();
  });
  test("of another file, or of code that was never requested, starts no build", async () => {
    const { codeOf, save } = onDemand(source, (app) => ({
      a: nodeArtifact(app, "a"),
      b: nodeArtifact(app, "b"),
    }));
    await codeOf("a").ready();
    save("functions/b.ts", "export const handler = () => 1;");
    save("functions/other.ts", "");
    expect(codeOf("a").current).toBeDefined();
    expect(codeOf("b").current).toBeUndefined();
  });
  test("with an error is reported once, with its position, until it is corrected", async () => {
    const { codeOf, save, events } = onDemand(source, one());
    const code = codeOf("a");
    await code.ready();
    save("text.ts", "export const text = ;\n");
    const failed = await code.ready();
    expect(failed).toMatchObject({
      isRefusal: false,
      problem: expect.stringContaining("text.ts:1:20: Unexpected"),
    });
    expect(await code.ready()).toBe(failed);
    expect(events).toEqual([{ event: "warning", text: (failed as { problem: string }).problem }]);
    save("text.ts", `export const text = "third";\n`);
    expect(contentOf(await code.ready())).toContain(`"third"`);
  });
  test("that adds a missing module is noticed", async () => {
    const { codeOf, save } = onDemand({ "functions/a.ts": source["functions/a.ts"] }, one());
    expect(await codeOf("a").ready()).toMatchObject({
      problem: expect.stringContaining("functions/a.ts:1:21"),
    });
    save("text.ts", source["text.ts"]);
    expect(contentOf(await codeOf("a").ready())).toContain(`"first"`);
  });
  test("of the build options starts a build", async () => {
    const { codeOf, plan, bundles, app } = onDemand(source, one());
    const code = codeOf("a");
    await code.ready();
    plan({ a: nodeArtifact(app, "a", { banner: "// own" }) });
    bundles.reload();
    expect(contentOf(await code.ready())).toContain("// own");
  });
  test("of the build options of code that is not in use builds nothing", async () => {
    const { codeOf, plan, bundles, app, watched } = onDemand(source, one());
    plan({ a: nodeArtifact(app, "a", { banner: "// own" }) });
    bundles.reload();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(codeOf("a").current).toBeUndefined();
    expect(existsSync(join(app, ".serverform/local/code/Main/a"))).toBe(false);
    expect(watched).toEqual([]);
  });
  test("after the end builds nothing", async () => {
    const { codeOf, save, plan, bundles, app } = onDemand(source, one());
    const code = codeOf("a");
    const built = contentOf(await code.ready());
    await bundles.stop();
    save("text.ts", `export const text = "late";\n`);
    plan({ a: nodeArtifact(app, "a", { banner: "// late" }) });
    bundles.reload();
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(
      contentOf({
        folder: (code.current as ReadyCode | undefined)?.folder ?? join(app, ".serverform/local/code/Main/a"),
      }),
    ).toBe(built);
  });
  test("with watching turned off is not noticed", async () => {
    const { codeOf, app } = onDemand(source, one(), { watch: false });
    const code = codeOf("a");
    const built = await code.ready();
    writeFileSync(join(app, "text.ts"), `export const text = "later";\n`);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(code.current).toBe(built);
  });
  test("on the disk is noticed by the default watcher", async () => {
    const { codeOf, app } = onDemand(source, one(), { watch: undefined });
    const code = codeOf("a");
    await code.ready();
    let count = 0;
    // The start of watching is not observable, so the test writes the file until the watcher notices.
    await until(() => {
      count += 1;
      if (count % 2000 === 0) writeFileSync(join(app, "text.ts"), `export const text = "n${count}";\n`);
      return code.current === undefined;
    });
    expect(contentOf(await code.ready())).toMatch(/"n\d+"/);
  });
});
