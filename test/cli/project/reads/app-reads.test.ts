/** @group processes */

import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { AppReads, isObservable } from "../../../../lib/cli/project/reads/app-reads";
import { temporaryFolder } from "../../../support/stack";

/** A run must begin this long after its folders were made. */
const clockMs = 110;

const folders = ["docs", "web/src", "data/inner", "target/inner"];

function write(root: string, name: string, text: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}

/** A project with a file in each folder, older than the run. */
async function project(): Promise<string> {
  const root = temporaryFolder();
  for (const folder of folders) write(root, `${folder}/file.json`, "{}");
  write(root, "data/file.json", "{}");
  write(root, "data/mod.mjs", "export const one = 1;\n");
  write(root, "data/mod.js", "module.exports = 1;\n");
  symlinkSync(join(root, "target"), join(root, "link"));
  symlinkSync(join(root, "data/file.json"), join(root, "docs/linked.json"));
  write(root, "out/stacks/dev/cdk.tf.json", "{}");
  await new Promise((done) => setTimeout(done, clockMs));
  return root;
}

/** Runs a program in a project, and returns which files may change its output. */
function run(root: string, program: string): AppReads {
  // In versions of Node.js without hooks in the same thread, only an app with the thread of a loader is observed.
  const loader = 'require("node:module").register("data:text/javascript,");\n';
  write(root, "main.js", `${loader}(async () => {\n${program}\n})();\n`);
  const reads = new AppReads(root);
  reads.record();
  const recorded = reads.begin("out", "node --import tsx main.js", undefined);
  const { status } = spawnSync(process.execPath, ["main.js"], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: "", ...recorded?.environment },
  });
  recorded?.end(status === 0);
  return reads;
}

const answers = (reads: AppReads, root: string, files: readonly string[]) =>
  Object.fromEntries(files.map((file) => [file, reads.mayChange(join(root, file))]));

let root: string;

describe("AppReads", () => {
  beforeAll(async () => {
    root = await project();
  });

  test("a change in a folder from which nothing was read changes nothing", () => {
    const reads = run(root, 'require("fs").readFileSync("data/file.json");');
    write(root, "new/file.json", "{}");
    const files = {
      "docs/file.json": false,
      "docs/new/file.json": false,
      "web/src/file.json": false,
      "data/inner/file.json": false,
      "main.js": true,
      "README.md": true,
      "data/file.json": true,
      "data/other.json": true,
      "new/file.json": true,
      // The whole folder was removed, or replaced.
      docs: true,
      // It leads to a file that was read.
      "docs/linked.json": true,
    };
    expect(answers(reads, root, Object.keys(files))).toEqual(files);
    expect(reads.mayChange(join(root, "../elsewhere.json"))).toBe(true);
    reads.forget();
    expect(reads.mayChange(join(root, "docs/file.json"))).toBe(true);
  });

  test.each([
    ["lists a folder", 'fs.readdirSync("docs")', "docs/inner/new.json"],
    [
      "lists a folder with its subfolders",
      'fs.readdirSync("data", { recursive: true })',
      "data/inner/file.json",
    ],
    ["copies a folder", 'fs.cpSync("docs", "out/copy", { recursive: true })', "docs/file.json"],
    ["opens a folder", 'await fs.promises.opendir("docs")', "docs/file.json"],
    ["reads with a promise", 'await fs.promises.readFile("docs/file.json")', "docs/file.json"],
    ["reads with a stream", 'await fs.createReadStream("docs/file.json").toArray()', "docs/file.json"],
    [
      "reads a URL",
      'fs.readFileSync(new URL("docs/file.json", "file://" + __dirname + "/"))',
      "docs/file.json",
    ],
    ["reads the path of a buffer", 'fs.readFileSync(Buffer.from("docs/file.json"))', "docs/file.json"],
    [
      "reads with an import of fs",
      '(await import("node:fs")).readFileSync("docs/file.json")',
      "docs/file.json",
    ],
    ["looks for a missing file", 'fs.existsSync("docs/missing.json")', "docs/missing.json"],
    ["looks for a file with a promise", 'await util.promisify(fs.exists)("docs/missing")', "docs/missing"],
    ["resolves a path", 'fs.realpathSync.native("docs/file.json")', "docs/file.json"],
    ["reads behind a link", 'fs.readFileSync("link/inner/file.json")', "target/inner/other.json"],
    ["watches a folder", 'fs.watch("docs").close()', "docs/file.json"],
    ["requires a module", 'require("./data/mod.js")', "data/mod.js"],
    ["requires a missing module", 'try { require("./docs/missing"); } catch {}', "docs/missing/index.js"],
    [
      "resolves a missing module",
      'try { require.resolve("./missing", { paths: ["docs"] }); } catch {}',
      "docs/x",
    ],
    ["imports a module", 'await import("./data/mod.mjs")', "data/mod.mjs"],
    ["imports a missing module", 'await import("./docs/missing.mjs").catch(() => {})', "docs/missing.mjs"],
    ["works in another folder", 'process.chdir("docs"); fs.existsSync("file.json")', "docs/file.json"],
    ["reads when it ends", 'process.on("exit", () => fs.readFileSync("docs/file.json"))', "docs/file.json"],
  ])("an app that %s depends on it, and not on others", (_name, program, file) => {
    const reads = run(root, `const fs = require("fs");\nconst util = require("util");\n${program};`);
    expect(answers(reads, root, [file, "web/src/file.json"])).toEqual({
      [file]: true,
      "web/src/file.json": false,
    });
  });

  test.each([
    ["has failed", "process.exit(1);"],
    ["was ended", 'process.kill(process.pid, "SIGKILL");'],
    ["starts a program", 'require("child_process").execFileSync("true");'],
    ["starts a program and does not wait", 'require("child_process").spawn("true");'],
    ["starts a thread", 'new (require("worker_threads").Worker)("", { eval: true });'],
    ["loads native code", 'try { process.dlopen({}, "x.node"); } catch {}'],
    ["lists the project with its folders", 'require("fs").readdirSync(".", { recursive: true });'],
    ["misses an import of its package", 'try { require("#missing"); } catch {}'],
  ])("an app that %s may depend on every file", (_name, program) => {
    expect(run(root, program).mayChange(join(root, "web/src/file.json"))).toBe(true);
  });

  test.each([
    ["names a folder", '{"content": "docs"}', true],
    ["names a file in JSON", '{"content": "{\\"file\\": \\"docs/file.json\\"}"}', true],
    ["names a file beside it", '{"content": "${path.module}/../../../docs/file.json"}', true],
    ["names a file with a reference", '{"content": "docs/${var.name}.json"}', true],
    ["reads with a function", '{"content": "${file("./" + var.name)}"}', true],
    ["names another folder", '{"content": "data"}', false],
  ])("an output that %s", (_name, template, expected) => {
    write(root, "out/stacks/dev/cdk.tf.json", template);
    expect(run(root, "").mayChange(join(root, "docs/file.json"))).toBe(expected);
    write(root, "out/stacks/dev/cdk.tf.json", "{}");
  });

  test("every output of an app counts, also one that is not written yet", () => {
    const reads = run(root, "");
    expect(reads.mayChange(join(root, "docs/file.json"))).toBe(false);
    reads.begin("other", "node --import tsx main.js", undefined);
    expect(reads.mayChange(join(root, "docs/file.json"))).toBe(true);
  });

  test("records nothing for a command that does not watch", () => {
    const reads = new AppReads(root);
    expect(reads.begin("out", "node --import tsx main.js", undefined)).toBeUndefined();
    expect(reads.mayChange(join(root, "docs/file.json"))).toBe(true);
  });
});

describe("isObservable", () => {
  test.each([
    ["node main.js", undefined, true],
    ['"/usr/bin/node" --import tsx main.ts', "--max-old-space-size=4096", true],
    ['"/app/node_modules/.bin/ts-node" main.ts', "", true],
    ["node -r ts-node/register main.ts --stage=dev", undefined, true],
    ["node main.js && node other.js", undefined, false],
    ["npm run synth", undefined, false],
    ["python3 main.py", undefined, false],
    ["node --env-file=.env main.js", undefined, false],
    ["node $FILE.js", undefined, false],
    ["node main.js", "--require ./instrument.js", false],
  ])("%s with %s: %s", (command, options, expected) => {
    expect(isObservable(command, options, true)).toBe(expected);
  });

  test.each([
    ["node main.js", false],
    ['"/usr/bin/node" --import tsx main.ts', true],
  ])("without hooks in the same thread, %s: %s", (command, expected) => {
    expect(isObservable(command, undefined, false)).toBe(expected);
  });
});
