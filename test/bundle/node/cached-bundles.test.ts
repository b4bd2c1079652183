/** @group processes */
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs, { chmodSync, cpSync, existsSync, readdirSync, rmSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { bundleArtifacts, type NodeArtifact } from "../../../lib/bundle";
import { BundleCache, fileHash } from "../../../lib/bundle/cache/bundle-cache";
import * as esbuild from "../../../lib/bundle/node/esbuild/esbuild";
import { compiledLibrary } from "../../support/compiled";
import { setEnvironment } from "../../support/environment";
import { folderWith, messages, nodeArtifact, read, write } from "../support";

jest.mock("../../../lib/bundle/node/esbuild/esbuild", () => {
  const actual = jest.requireActual<typeof esbuild>("../../../lib/bundle/node/esbuild/esbuild");
  return { ...actual, runBuilds: jest.fn(actual.runBuilds) };
});
const runBuilds = jest.mocked(esbuild.runBuilds);

const sources = {
  "functions/a.ts": `import { text } from "../lib/text";
    import { dep } from "dep";
    export const handler = () => [text, dep];`,
  "lib/text.ts": `export const text = "first text";`,
  "node_modules/dep/package.json": JSON.stringify({ name: "dep", main: "./main.js" }),
  "node_modules/dep/main.js": `exports.dep = "first dep";`,
  "node_modules/dep/other.js": `exports.dep = "second dep";`,
};

interface Built {
  /** How often esbuild ran. */
  readonly builds: number;
  readonly code: string;
  readonly notices: readonly string[];
  readonly failures: readonly string[];
}

/** Bundles `functions/a.ts`, as a new process would. */
function build(app: string, options: Partial<NodeArtifact> = {}): Built {
  const artifact = nodeArtifact(app, "a", options);
  const notices: string[] = [];
  runBuilds.mockClear();
  const failures = messages(bundleArtifacts([artifact], (text) => notices.push(text)));
  const file = join(artifact.outDir, "functions/a.js");
  const code = existsSync(file) ? read(file) : "";
  return { builds: runBuilds.mock.calls.length, code, notices, failures };
}

const cacheOf = (app: string): string => join(app, ".serverform/cache");
const packsIn = (app: string): readonly string[] =>
  readdirSync(cacheOf(app)).filter((name) => name.endsWith(".pack"));
const packIn = (app: string): string => join(cacheOf(app), packsIn(app)[0] ?? "none");

interface PackIndex {
  readonly contents: readonly (readonly [hash: string, offset: number, length: number])[];
  readonly entries: readonly Record<string, unknown>[];
}

/** Replaces the index of a pack, as an attacker who knows its form would. */
function changeIndex(pack: string, change: (index: PackIndex) => unknown): void {
  const bytes = fs.readFileSync(pack);
  const begin = Number(bytes.subarray(-16).toString());
  const index = JSON.parse(bytes.subarray(begin, -80).toString()) as PackIndex;
  const text = JSON.stringify(change(index));
  const trailer = `${text}${fileHash(text)}${String(begin).padStart(16, "0")}`;
  fs.writeFileSync(pack, Buffer.concat([bytes.subarray(0, begin), Buffer.from(trailer)]));
}

/** Changes the bundle in a pack, and nothing else. */
function changeBundle(app: string): void {
  const descriptor = fs.openSync(packIn(app), "r+");
  fs.writeSync(descriptor, "evil()", 0);
  fs.closeSync(descriptor);
}

describe("A bundle whose sources are unchanged", () => {
  test("is not built again, and has the same bytes", () => {
    const app = folderWith(sources);
    const first = build(app);
    expect([first.builds, first.notices]).toEqual([1, []]);
    expect(build(app)).toEqual({ ...first, builds: 0 });
  });

  test.each([
    ["split", { format: "esm", splitting: true }],
    ["with a source map", { sourcemap: true, minify: true }],
    ["with files beside it", { loader: { ".svg": "file" } }],
  ] satisfies [string, Partial<NodeArtifact>][])("is complete: %s", (_, options) => {
    const app = folderWith({
      ...sources,
      "lib/logo.svg": "<svg/>",
      "functions/a.ts": `import "../lib/text"; ${"loader" in options ? 'import logo from "../lib/logo.svg"; export const x = logo;' : ""}
        export const handler = async () => import("../lib/text");`,
    });
    const outDir = nodeArtifact(app, "a").outDir;
    const contents = () => {
      const { builds } = build(app, options);
      const files = readdirSync(outDir, { recursive: true, encoding: "utf8" }).sort();
      return {
        builds,
        files: files.map((file) => (fs.statSync(join(outDir, file)).isFile() ? read(outDir, file) : file)),
      };
    };
    const first = contents();
    expect(contents()).toEqual({ ...first, builds: 0 });
  });

  test("is found in another checkout, for another place of the output, and after a file was only touched", () => {
    const app = folderWith(sources);
    const { code } = build(app);
    const copy = join(folderWith(), "copy");
    cpSync(app, copy, { recursive: true });
    chmodSync(cacheOf(copy), 0o700);
    utimesSync(join(copy, "lib/text.ts"), 1, 1);
    expect(build(copy, { outDir: join(folderWith(), "out") }).builds).toBe(0);
    write(copy, {
      "functions/b.ts": "export const handler = () => 1;",
      "lib/other.ts": "",
      "tsconfig.test.json": "{",
    });
    expect(build(copy)).toMatchObject({ builds: 0, code });
  });

  test("repeats the warnings of its build", () => {
    const app = folderWith({ ...sources, "lib/text.ts": `export const text = (x: number) => x === NaN;` });
    const first = build(app);
    expect(first.notices).toEqual([expect.stringContaining("lib/text.ts")]);
    expect(build(app)).toEqual({ ...first, builds: 0 });
  });

  test("is built again with the exports that another function needs", () => {
    const app = folderWith(sources);
    build(app);
    const functions = [{ owner: "Main/B", handler: "functions/a.gone" }];
    expect(build(app, { functions }).failures).toEqual([expect.stringContaining("It exports: handler.")]);
  });
});

/** A change between two builds, and a part of the bundle that is expected then. */
type Change = readonly [
  what: string,
  change: (app: string) => void,
  expected: string,
  before?: Readonly<Record<string, string>>,
  options?: Partial<NodeArtifact>,
];

const second = `export const text = "second text";`;
const withPaths = (paths: object, more: object = {}) =>
  JSON.stringify({ ...more, compilerOptions: { paths } });

const changes: readonly Change[] = [
  ["an imported file", (app) => write(app, { "lib/text.ts": second }), "second text"],
  ["a file of an ending that is tried first", (app) => write(app, { "lib/text.tsx": second }), "second text"],
  [
    "a file of the very name, where an ending was added",
    (app) => write(app, { "lib/text": second }),
    "second text",
    {},
    { loader: { "": "ts" } },
  ],
  [
    "a file in place of a folder",
    (app) => write(app, { "lib/text.ts": second }),
    "second text",
    {
      "lib/text.ts": "",
      "functions/a.ts": `import { text } from "../lib/more"; export const handler = () => text;`,
    },
  ],
  [
    "a JavaScript file where a TypeScript file was meant",
    (app) => write(app, { "lib/text.js": second }),
    "second text",
    { "functions/a.ts": `import { text } from "../lib/text.js"; export const handler = () => text;` },
  ],
  [
    "the main file of a package",
    (app) => write(app, { "node_modules/dep/package.json": '{ "main": "other.js" }' }),
    "second dep",
  ],
  [
    "the exports of a package",
    (app) => write(app, { "node_modules/dep/package.json": '{ "exports": "./other.js" }' }),
    "second dep",
  ],
  [
    "a nearer package",
    (app) => write(app, { "functions/node_modules/dep/index.js": `exports.dep = "second dep";` }),
    "second dep",
  ],
  [
    "a package that was missing",
    (app) => write(app, { "node_modules/maybe/index.js": `module.exports = "second dep";` }),
    "second dep",
    { "functions/a.ts": `try { require("maybe") } catch {}\nexport const handler = () => 1;` },
  ],
  [
    "whether files of a folder have side effects",
    (app) => write(app, { "lib/package.json": '{ "sideEffects": false }' }),
    "no effect",
    {
      "lib/effect.ts": `console.log("an effect"); export const unused = 1;`,
      "functions/a.ts": `import "../lib/effect"; export const handler = () => "no effect";`,
    },
  ],
  [
    "a new tsconfig.json",
    (app) =>
      write(app, {
        "tsconfig.json": withPaths({ dep: ["./lib/text.ts"] }),
        "lib/text.ts": `export const dep = "mapped", text = 1;`,
      }),
    "mapped",
  ],
  [
    "a tsconfig.json that another one extends",
    (app) => write(app, { "base.json": withPaths({ dep: ["./lib/mapped.ts"] }) }),
    "mapped",
    {
      "tsconfig.json": `{ /* comment */ "extends": "./base", }`,
      "base.json": "{}",
      "lib/mapped.ts": `export const dep = "mapped";`,
    },
  ],
  [
    "a file that `paths` name first",
    (app) => write(app, { "first/dep.ts": `export const dep = "mapped";` }),
    "mapped",
    { "tsconfig.json": withPaths({ "d*": ["./first/d*", "./node_modules/d*"] }) },
  ],
  [
    "a file below the base of a tsconfig.json",
    (app) => write(app, { "base/dep.ts": `export const dep = "mapped";` }),
    "mapped",
    { "tsconfig.json": `{ "compilerOptions": { "baseUrl": "base" } }`, "base/.keep": "" },
  ],
  [
    "where a link leads",
    (app) => {
      rmSync(join(app, "linked"));
      symlinkSync("other", join(app, "linked"));
    },
    "second text",
    {
      "other/text.ts": second,
      "functions/a.ts": `import { text } from "../linked/text"; export const handler = () => text;`,
    },
  ],
  [
    "the source map of a package",
    (app) => write(app, { "node_modules/dep/main.js.map": sourceMap("second.ts") }),
    "main.js",
    {
      "node_modules/dep/main.js": `exports.dep = "main.js";\n//# sourceMappingURL=main.js.map\n`,
      "node_modules/dep/main.js.map": sourceMap("first.ts"),
    },
    { sourcemap: true },
  ],
  [
    "a text that is imported",
    (app) => write(app, { "lib/mail.txt": "second text" }),
    "second text",
    {
      "lib/mail.txt": "first text",
      "functions/a.ts": `export { default as handler } from "../lib/mail.txt";`,
    },
  ],
];

function sourceMap(source: string): string {
  return JSON.stringify({
    version: 3,
    sources: [source],
    sourcesContent: ["x"],
    names: [],
    mappings: "AAAA",
  });
}

describe("A bundle is built again after a change of", () => {
  test.each(changes.map(([what, ...rest]) => ({ what, rest })))("$what", ({ what, rest }) => {
    const [change, expected, before = {}, options = {}] = rest;
    const app = folderWith({ ...sources, ...before });
    symlinkSync("lib", join(app, "linked"));
    if (what.includes("place of a folder")) {
      write(app, { "lib/more/index.ts": `export { text } from "../text";` });
      build(app, options);
      write(app, { "lib/more.ts": second });
    } else {
      expect(build(app, options).builds).toBeGreaterThan(0);
      expect(build(app, options).builds).toBe(0);
      change(app);
    }
    const { builds, code } = build(app, options);
    expect(builds).toBeGreaterThan(0);
    expect(code).toContain(expected);
    expect(build(app, options)).toMatchObject({ builds: 0, code });
  });

  test.each([
    ["minify", { minify: true }],
    ["define", { define: { X: "1" } }],
    ["banner", { banner: "// x" }],
    ["runtime", { runtime: "nodejs18.x" }],
    ["external modules", { externalModules: ["dep"] }],
    ["format", { format: "esm" }],
  ] satisfies [string, Partial<NodeArtifact>][])("the options: %s", (_, options) => {
    const app = folderWith(sources);
    build(app);
    expect(build(app, options).builds).toBeGreaterThan(0);
  });

  test("files that plugins may have read, at each build", () => {
    const app = folderWith({ ...sources, "plugins.cjs": "module.exports = [];" });
    const options = { plugins: "plugins.cjs" };
    expect([build(app, options).builds, build(app, options).builds]).toEqual([1, 1]);
    expect(existsSync(cacheOf(app))).toBe(false);
  });

  test("a file that changes while it is bundled", () => {
    const app = folderWith(sources);
    runBuilds.mockImplementationOnce((requests) => {
      const { runBuilds: run } = jest.requireActual<typeof esbuild>(
        "../../../lib/bundle/node/esbuild/esbuild",
      );
      const outcomes = run(requests);
      write(app, { "lib/text.ts": second });
      return outcomes;
    });
    expect(build(app).code).toContain("first text");
    expect(build(app)).toMatchObject({ builds: 1, code: expect.stringContaining("second text") });
  });
});

/** An entry whose first file is another one. */
function withFile(entry: Record<string, unknown>, change: object): object {
  const [file, ...others] = entry.files as object[];
  return { ...entry, files: [{ ...file, ...change }, ...others] };
}

const rounds = 24;

const moduleOf = (path: string): string => JSON.stringify(join(compiledLibrary(), "bundle", path));

/** Builds a function with each of three settings, and prints how many bundles have them. */
const builderProgram = (artifact: NodeArtifact): string => `
  const { bundleArtifacts } = require(${moduleOf("bundle.js")});
  const { readFileSync } = require("node:fs");
  const { join } = require("node:path");
  const artifact = { ...${JSON.stringify(artifact)}, entry: "functions/a.ts" };
  artifact.functions = [{ owner: "Main/A", handler: "functions/a.handler" }];
  process.stdin.once("data", () => {
    const [problems, rounds] = [[], []];
    for (let round = 0; round < ${rounds}; round++) {
      const banner = "// round " + (round % 3);
      problems.push(...bundleArtifacts([{ ...artifact, banner }], (text) => problems.push(text)));
      const code = readFileSync(join(artifact.outDir, "functions/a.js"), "utf8");
      if (!code.includes("first text") || !code.includes("first dep")) problems.push(code);
      rounds.push(/round \\d/.exec(code)[0]);
    }
    console.log(JSON.stringify({ problems, rounds }));
    process.stdin.destroy();
  });
  console.log("ready");`;

/** Removes everything again and again, and prints how often files existed. */
const emptierProgram = (app: string): string => `
  const { BundleCache } = require(${moduleOf("cache/bundle-cache.js")});
  const { readdirSync } = require("node:fs");
  const cache = BundleCache.open(${JSON.stringify(app)}, (text) => { throw new Error(text); }, 0);
  let [found, isOver] = [0, false];
  const empty = () => {
    try {
      if (readdirSync(cache.folder).length > 0) found++;
    } catch {}
    cache.prune();
    if (isOver) console.log(found);
    else setTimeout(empty, 3);
  };
  process.stdin.once("data", empty);
  process.stdin.once("end", () => { isOver = true; });
  console.log("ready");`;

/** Lines of a stream, in order. */
class Lines {
  private readonly lines: AsyncIterator<string>;

  constructor(stream: Readable) {
    this.lines = createInterface(stream)[Symbol.asyncIterator]();
  }

  next = async (): Promise<string | undefined> => (await this.lines.next()).value as string | undefined;
}

describe("The cache of bundles", () => {
  test.each([
    ["a changed index", (app: string) => fs.appendFileSync(packIn(app), " ")],
    ["a pack that is cut off", (app: string) => fs.truncateSync(packIn(app), 100)],
    [
      "a pack without its end",
      (app: string) => fs.truncateSync(packIn(app), fs.statSync(packIn(app)).size - 1),
    ],
    ["a pack of something else", (app: string) => fs.writeFileSync(packIn(app), "{}")],
    ["an index of something else", (app: string) => changeIndex(packIn(app), () => [])],
    ["a changed bundle", changeBundle],
    [
      "a bundle that is gone",
      (app: string) => changeIndex(packIn(app), (index) => ({ ...index, contents: [] })),
    ],
    [
      "a bundle beyond the end",
      (app: string) =>
        changeIndex(packIn(app), ({ contents, ...rest }) => ({
          ...rest,
          contents: contents.map(([hash, offset, length]) => [hash, offset, length + 1e9]),
        })),
    ],
    ["a pack that is gone", (app: string) => rmSync(packIn(app))],
    [
      "a folder in place of a pack",
      (app: string) => {
        const pack = packIn(app);
        rmSync(pack);
        fs.mkdirSync(pack);
      },
    ],
  ])("builds again for %s, and replaces it", (_, spoil) => {
    const app = folderWith(sources);
    const first = build(app);
    spoil(app);
    expect(build(app)).toEqual({ ...first, builds: 1 });
    expect(build(app)).toEqual({ ...first, builds: 0 });
  });

  test.each<[string, (entry: Record<string, unknown>) => unknown]>([
    ["of another form", ({ files: _, ...rest }) => rest],
    ["with other facts", (entry) => ({ ...entry, facts: "x" })],
    ["with a file out of its folder", (entry) => withFile(entry, { path: "../../evil.js" })],
    ["with an absolute file", (entry) => withFile(entry, { path: "/tmp/evil.js" })],
    ["with a file out of the cache", (entry) => withFile(entry, { hash: "../../lib" })],
    ["that is not an object", () => "x"],
  ])("does not use an entry %s, regardless of its author", (_, change) => {
    const app = folderWith(sources);
    const first = build(app);
    changeIndex(packIn(app), ({ entries, ...rest }) => ({ ...rest, entries: entries.map(change) }));
    expect(build(app)).toEqual({ ...first, builds: 1 });
    expect([existsSync(join(app, "lib/text.ts")), readdirSync(app).includes("evil.js")]).toEqual([
      true,
      false,
    ]);
  });

  test("does not take an entry of another request", () => {
    const app = folderWith(sources);
    build(app, { minify: true });
    const others = fs.readFileSync(packIn(app));
    rmSync(cacheOf(app), { recursive: true });
    build(app);
    fs.writeFileSync(packIn(app), others);
    expect(build(app).builds).toBe(1);
  });

  test("keeps the most recently used entries, up to its size", () => {
    const app = folderWith();
    const store = (name: string) =>
      cacheWith.add(name, { facts: [name], warnings: [], exports: [] }, [
        { path: "a.js", content: Buffer.from(name.repeat(1000)) },
      ]);
    const cacheWith = BundleCache.open(app, () => {}, 1500) as BundleCache;
    cacheWith.prepare();
    for (const name of ["x", "y", "z"]) store(name);
    for (const name of readdirSync(cacheOf(app))) utimesSync(join(cacheOf(app), name), 1, 1);
    cacheWith.refresh();
    for (const found of cacheWith.entriesOf("y")) cacheWith.touch(found, new Date());
    cacheWith.prune();
    cacheWith.refresh();
    expect(["x", "y", "z"].map((name) => cacheWith.entriesOf(name).length)).toEqual([0, 1, 0]);
  });

  test("removes the files that a killed process has left", () => {
    const app = folderWith();
    const cache = BundleCache.open(app, () => {}) as BundleCache;
    cache.prepare();
    const [old, recent] = [cache.unfinished(), cache.unfinished()];
    fs.writeFileSync(old, "");
    fs.mkdirSync(recent);
    utimesSync(old, 1, 1);
    cache.prune();
    expect([old, recent].map(existsSync)).toEqual([false, true]);
  });

  test("says which entry it has replaced where DEBUG is set", () => {
    const app = folderWith(sources);
    build(app);
    changeBundle(app);
    setEnvironment({ DEBUG: "1" });
    const write = jest.spyOn(process.stderr, "write").mockReturnValue(true);
    build(app);
    const lines = write.mock.calls.map(([text]) => text);
    write.mockRestore();
    expect(lines).toEqual([
      expect.stringMatching(/^serverform: cache: \w+\.pack is not what was written, and is built/),
    ]);
  });

  test("is only for its user", () => {
    const app = folderWith(sources);
    build(app);
    const modes = [cacheOf(app), packIn(app)].map((path) => fs.statSync(path).mode & 0o777);
    expect(modes).toEqual([0o700, 0o600]);
  });

  test.each([
    [
      "that others may write to",
      "other users may write to it",
      (app: string) => chmodSync(cacheOf(app), 0o777),
    ],
    [
      "that is a link",
      "it is not a folder",
      (app: string) => {
        fs.renameSync(cacheOf(app), join(app, "moved"));
        symlinkSync(join(app, "moved"), cacheOf(app));
      },
    ],
    [
      "of another user",
      "it belongs to another user",
      () => {
        jest.spyOn(process as { getuid(): number }, "getuid").mockReturnValue(4711);
      },
    ],
  ])("is not a folder %s", (_, reason, spoil) => {
    const app = folderWith(sources);
    build(app);
    spoil(app);
    const { builds, notices, failures } = build(app);
    jest.restoreAllMocks();
    expect([builds, failures]).toEqual([1, []]);
    expect(notices).toEqual([expect.stringContaining(reason)]);
  });

  test.each(["ENOSPC", "EROFS", "EACCES"])("is left alone where it cannot be written to: %s", (code) => {
    const app = folderWith(sources);
    const { writeFileSync } = fs;
    const failing = jest.spyOn(fs, "writeFileSync").mockImplementation((file, ...rest) => {
      if (!String(file).includes(".serverform")) return writeFileSync(file, ...rest);
      throw Object.assign(new Error(code), { code });
    });
    const { builds, notices, failures } = build(app);
    failing.mockRestore();
    expect([builds, failures]).toEqual([1, []]);
    expect(notices).toEqual([expect.stringContaining("builds are not kept in")]);
    expect(build(app).builds).toBe(1);
  });

  test("serves its entries if it cannot be written to", () => {
    const app = folderWith(sources);
    const first = build(app);
    const refuse = () => {
      throw Object.assign(new Error("read-only"), { code: "EROFS" });
    };
    const failing = (["utimesSync", "rmSync", "writeFileSync"] as const).map((name) => {
      const original = fs[name] as (...args: unknown[]) => void;
      return jest
        .spyOn(fs, name)
        .mockImplementation((...args: unknown[]) =>
          String(args[0]).includes(".serverform") ? refuse() : original(...args),
        );
    });
    const again = build(app);
    fs.truncateSync(packIn(app), 10);
    const spoilt = build(app);
    for (const each of failing) each.mockRestore();
    expect(again).toEqual({ ...first, builds: 0 });
    expect([spoilt.builds, spoilt.code]).toEqual([1, first.code]);
  });

  test("keeps no half-written entry when the disk fills up", () => {
    const app = folderWith(sources);
    const failing = jest.spyOn(fs, "renameSync").mockImplementation(() => {
      throw Object.assign(new Error("full"), { code: "ENOSPC" });
    });
    build(app);
    failing.mockRestore();
    expect(readdirSync(cacheOf(app))).toEqual([]);
  });

  test("may be used by two builds at once", () => {
    const app = folderWith(sources);
    const { renameSync } = fs;
    let other: Built | undefined;
    // The other build does everything while this one is about to write.
    const rename = jest.spyOn(fs, "renameSync").mockImplementation((from, to) => {
      rename.mockRestore();
      other = build(app);
      renameSync(from, to);
    });
    const first = build(app);
    expect(other?.code).toBe(first.code);
    expect(build(app)).toMatchObject({ builds: 0, code: first.code });
    expect(readdirSync(cacheOf(app))).toHaveLength(1);
  });

  test("may be used by several processes at once, while another one empties it", async () => {
    const app = folderWith(sources);
    const start = (program: string) =>
      spawn(process.execPath, ["--eval", program], {
        env: { ...process.env, DEBUG: "" },
        stdio: ["pipe", "pipe", "inherit"],
      });
    const builders = ["first", "second"].map((name) => start(builderProgram(nodeArtifact(app, name))));
    const emptier = start(emptierProgram(app));
    const processes = [...builders, emptier];
    const told = processes.map((each) => new Lines(each.stdout));
    // All have loaded, so that they work at the same time.
    for (const lines of told) expect(await lines.next()).toBe("ready");
    for (const { stdin } of processes) stdin.write("go\n");
    const results = await Promise.all(told.slice(0, 2).map((lines) => lines.next()));
    emptier.stdin.end();
    const emptied = Number(await told[2]?.next());
    await Promise.all(processes.map((each) => each.exitCode ?? once(each, "exit")));
    const expected = Array.from({ length: rounds }, (_, round) => `round ${round % 3}`);
    for (const result of results)
      expect(JSON.parse(result ?? "")).toEqual({ problems: [], rounds: expected });
    expect(emptied).toBeGreaterThan(0);
    const left = existsSync(cacheOf(app)) ? readdirSync(cacheOf(app)) : [];
    expect(left.filter((name) => name.startsWith("unfinished-"))).toEqual([]);
  });

  test("is switched off by SERVERFORM_CACHE=off", () => {
    const app = folderWith(sources);
    setEnvironment({ SERVERFORM_CACHE: "off" });
    expect([build(app).builds, build(app).builds]).toEqual([1, 1]);
    expect(existsSync(join(app, ".serverform"))).toBe(false);
  });

  test("keeps no files of a failed build", () => {
    const app = folderWith({ ...sources, "lib/text.ts": "oops oops" });
    expect(build(app).failures).toHaveLength(1);
    write(app, { "lib/text.ts": second });
    expect(build(app).code).toContain("second text");
  });

  test("knows what it had before a change that was taken back", () => {
    const app = folderWith(sources);
    const first = build(app);
    write(app, { "lib/text.ts": second });
    build(app);
    write(app, { "lib/text.ts": sources["lib/text.ts"] });
    expect(build(app)).toEqual({ ...first, builds: 0 });
  });
});
