/** @group processes */
import childProcess, { type ChildProcess } from "node:child_process";
import fs, { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import {
  bundleArtifacts,
  type EarlyBundling,
  type NodeArtifact,
  startEarlyBundling,
} from "../../../lib/bundle";
import * as esbuild from "../../../lib/bundle/node/esbuild/esbuild";
import { setEnvironment } from "../../support/environment";
import { filesIn, folderWith, messages, nodeArtifact, read, write } from "../support";

jest.mock("../../../lib/bundle/node/esbuild/esbuild", () => {
  const actual = jest.requireActual<typeof esbuild>("../../../lib/bundle/node/esbuild/esbuild");
  return { ...actual, runBuilds: jest.fn(actual.runBuilds) };
});
const runBuilds = jest.mocked(esbuild.runBuilds);

const sources = {
  "functions/a.ts": `import { text } from "../lib/text"; export const handler = () => text;`,
  "functions/b.ts": `import { text } from "../lib/text"; export const handler = () => text + "b";`,
  "lib/text.ts": `export const text = "first text";`,
};

const spawn = jest.spyOn(childProcess, "spawn");
const started = (): readonly ChildProcess[] =>
  spawn.mock.results.flatMap(({ type, value }) => (type === "return" ? [value as ChildProcess] : []));

const begun: EarlyBundling[] = [];
beforeEach(() => spawn.mockClear());
afterEach(() => {
  for (const early of begun.splice(0)) {
    early.finish();
    early.close();
  }
});

function begin(app: string, artifacts: readonly NodeArtifact[]): EarlyBundling {
  const early = startEarlyBundling(app, artifacts);
  begun.push(early);
  return early;
}

/** Bundles like the end of a synthesis; `builds` counts its own builds. */
function finish(artifacts: readonly NodeArtifact[], early?: EarlyBundling) {
  runBuilds.mockClear();
  const notices: string[] = [];
  const failures = messages(bundleArtifacts(artifacts, (text) => notices.push(text), { early }));
  const contents = artifacts.map(({ outDir }) =>
    existsSync(outDir) ? filesIn(outDir).map((file) => [file, read(outDir, file)]) : "none",
  );
  return { builds: runBuilds.mock.calls.length, failures, contents, notices };
}

const both = (app: string, options: Partial<NodeArtifact> = {}) => [
  nodeArtifact(app, "a", options),
  nodeArtifact(app, "b", options),
];
const leftIn = (app: string) =>
  readdirSync(join(app, ".serverform/cache")).filter((name) => name.startsWith("unfinished"));

describe("Handlers that are bundled early", () => {
  test.each([
    ["plain", {}],
    ["as a minified ES module with a source map", { format: "esm", minify: true, sourcemap: true }],
    [
      "with names, a banner, a loader and packages of others",
      {
        keepNames: true,
        banner: "// a = b\n// c",
        loader: { ".svg": "text" },
        externalModules: ["gone", "@x/*"],
      },
    ],
  ] satisfies [string, Partial<NodeArtifact>][])(
    "have the same files, and are not built again: %s",
    (_, options) => {
      const { loader }: Partial<NodeArtifact> = options;
      const imports =
        loader === undefined
          ? ""
          : `import logo from "../logo.svg"; import gone from "gone"; export { logo, gone };`;
      const app = folderWith({
        ...sources,
        "logo.svg": "<svg/>",
        "functions/a.ts": sources["functions/a.ts"] + imports,
      });
      const result = finish(both(app, options), begin(app, both(app, options)));
      expect(leftIn(app)).toEqual([]);
      setEnvironment({ SERVERFORM_CACHE: "off" });
      const { contents } = finish(both(app, options));
      expect(result).toEqual({ builds: 0, failures: [], contents, notices: [] });
    },
  );

  test.each([
    ["chunks", { format: "esm", splitting: true }],
    ["values that may be secrets", { define: { SECRET: '"x"' } }],
  ] satisfies [string, Partial<NodeArtifact>][])(
    "are bundled by the synthesis, if they have %s",
    (_, options) => {
      const app = folderWith(sources);
      const early = begin(app, both(app, options));
      expect(early.isRunning).toBe(false);
      expect(finish(both(app, options), early)).toMatchObject({ builds: expect.any(Number), failures: [] });
      expect(runBuilds).toHaveBeenCalled();
    },
  );

  test("have the warnings that they would have otherwise", () => {
    const app = folderWith({ ...sources, "lib/text.ts": "export const text = (x: number) => x === NaN;" });
    const { builds, notices } = finish(both(app), begin(app, both(app)));
    expect([builds, notices]).toEqual([1, [expect.stringContaining("lib/text.ts")]]);
  });

  test("are bundled by the synthesis if the process of esbuild ends early", () => {
    const app = folderWith(sources);
    const early = begin(app, both(app));
    for (const { pid } of started()) if (pid !== undefined) process.kill(pid, "SIGKILL");
    const { failures, contents } = finish(both(app), early);
    expect(failures).toEqual([]);
    expect(JSON.stringify(contents)).toContain("first text");
  });

  test("are built again if their sources change while they are bundled", () => {
    const app = folderWith(sources);
    const early = begin(app, both(app));
    write(app, { "lib/text.ts": `export const text = "second text";` });
    const { builds, contents } = finish(both(app), early);
    expect(builds).toBe(1);
    expect(JSON.stringify(contents)).not.toContain("first text");
  });

  test("are looked for again after sources were generated", () => {
    const app = folderWith(sources);
    finish(both(app));
    const early = begin(app, both(app));
    write(app, { "lib/text.ts": `export const text = "second text";` });
    early.forget();
    expect(JSON.stringify(finish(both(app), early).contents)).toContain("second text");
  });

  test("are built again if their sources change until the synthesis", () => {
    const app = folderWith(sources);
    const early = begin(app, both(app));
    early.finish();
    write(app, { "lib/text.ts": `export const text = "second text";` });
    const { builds, contents } = finish(both(app), early);
    expect(builds).toBe(1);
    expect(JSON.stringify(contents)).toContain("second text");
    expect(JSON.stringify(contents)).not.toContain("first text");
  });

  test("are built again if their options are others in the end", () => {
    const app = folderWith(sources);
    const early = begin(app, both(app));
    const { builds, contents } = finish(both(app, { banner: "// late" }), early);
    expect(builds).toBe(1);
    expect(JSON.stringify(contents)).toContain("// late");
  });

  test("get the wrapper that is declared later", () => {
    const app = folderWith(sources);
    const early = begin(app, both(app));
    const { builds, contents } = finish(both(app, { hasWrapper: true }), early);
    expect(builds).toBe(0);
    expect(JSON.stringify(contents)).toContain("_serverform/live.mjs");
  });

  test("are built again with files that are declared later: warnings of missing files depend on them", () => {
    const app = folderWith({ ...sources, "data.txt": "data" });
    const early = begin(app, both(app));
    const { builds, contents } = finish(both(app, { copyFiles: [{ from: "data.txt" }] }), early);
    expect(builds).toBe(1);
    expect(JSON.stringify(contents)).toContain("data.txt");
  });

  test("have the errors that they would have otherwise, all of them, and leave nothing", () => {
    const broken = { ...sources, "functions/b.ts": "oops oops", "functions/c.ts": `import "./gone";` };
    const [first, second] = [true, false].map((isEarly) => {
      const app = folderWith(broken);
      const artifacts = ["a", "b", "c"].map((name) => nodeArtifact(app, name));
      const { failures, contents } = finish(artifacts, isEarly ? begin(app, artifacts) : undefined);
      return { failures, contents };
    });
    expect(first).toEqual(second);
    expect(first?.failures).toHaveLength(2);
    expect(first?.contents.slice(1)).toEqual(["none", "none"]);
  });

  test("are copied where they cannot be moved", () => {
    const app = folderWith(sources);
    const early = begin(app, both(app));
    const { renameSync } = fs;
    const rename = jest.spyOn(fs, "renameSync").mockImplementation((from, to) => {
      if (!String(to).includes(".serverform")) throw Object.assign(new Error("EXDEV"), { code: "EXDEV" });
      renameSync(from, to);
    });
    const { builds, contents } = finish(both(app), early);
    rename.mockRestore();
    expect([builds, contents.length]).toEqual([0, 2]);
    expect(JSON.stringify(contents)).toContain("first text");
  });

  test("are not begun where commands, plugins or a kept bundle decide", () => {
    const app = folderWith({ ...sources, "plugins.cjs": "module.exports = [];" });
    finish([nodeArtifact(app, "a")]);
    const early = begin(app, [
      nodeArtifact(app, "a"),
      nodeArtifact(app, "b", { plugins: "plugins.cjs" }),
      nodeArtifact(app, "b", { hooks: { beforeBundling: () => ["true"] } }),
    ]);
    expect(early.isRunning).toBe(false);
    setEnvironment({ SERVERFORM_CACHE: "off" });
    expect(begin(app, both(app)).isRunning).toBe(false);
  });
});
