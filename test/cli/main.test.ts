/** @group processes */

import { cpSync, existsSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { buildSync } from "esbuild";
import { version } from "../../package.json";
import { wrongLines } from "../habits/wrong-lines";
import { compiledLibrary } from "../support/compiled";
import { readSources } from "../support/import-graph";
import { cleanUp, Project } from "./support/cli";

afterAll(cleanUp);

const stacks = { "dev-x": { resources: { r: { input: "1" } }, outputs: { a: { value: "1" } } } };

/** Compiles the command line file by file, as it is published. Returns the output folder. */
function compileCommandLine(folder: string): string {
  const root = resolve(__dirname, "../..");
  const outdir = join(folder, "dist");
  buildSync({
    absWorkingDir: root,
    entryPoints: Object.keys(readSources(join(root, "lib/cli"))).map((file) => join("lib/cli", file)),
    outbase: "lib",
    outdir,
    format: "cjs",
    platform: "node",
    logLevel: "warning",
  });
  cpSync(join(root, "package.json"), join(folder, "package.json"));
  return outdir;
}

describe("serverform", () => {
  test("--version prints the version", async () => {
    expect(await new Project().start(["--version"]).ended).toEqual({
      code: 0,
      stdout: `${version}\n`,
      stderr: "",
    });
  });

  test.each([
    ["-v", "--version"],
    ["-h", "--help"],
    ["help", "--help"],
  ])("%s is %s", async (short, long) => {
    const project = new Project();
    const [first, second] = await Promise.all([project.run([short]), project.run([long])]);
    expect(first).toEqual(second);
    expect(first.code).toBe(0);
  });

  test.each([
    [["local", "--data", "--json"], "'--data <folder>'"],
    [["local", "--endpoint", "sqs=http://127.0.0.1:1", "--endpoint", "--json"], "'--endpoint <name=url>'"],
    [["build", "--stage", "--verbose"], "'--stage <name>'"],
    [["local", "--data", "--port=1"], "'--data <folder>'"],
  ])("%j lacks the value of an option", async (args, option) => {
    const { code, stderr } = await new Project().run(args);
    const flags = option.slice(1, -1);
    const text = `error: option ${option} argument missing\nWrite a value after it: ${flags}`;
    expect([code, stderr.trim()]).toEqual([1, text]);
  });

  test.each([
    [["dev"], "error: unknown command 'dev'\nUse: serverform local (without AWS), or"],
    [["synth"], "error: unknown command 'synth'\nUse: serverform build\n"],
    [["deploy", "--prod"], "error: unknown option '--prod'\nUse: --stage prod\n"],
    [["inti"], "error: unknown command 'inti'\n(Did you mean init?)\n"],
  ])("%j names the command to use", async (args, text) => {
    const { code, stderr } = await new Project().start(args).ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining(text)]);
  });

  test("without a project, the command that makes one is named", async () => {
    const project = new Project();
    const { stderr } = await project.run(["build"], {}, "..");
    expect(stderr).toContain("or create one: npx serverform init my-app.");
  });

  test("help deploy is deploy --help", async () => {
    const project = new Project();
    const [first, second] = await Promise.all([
      project.run(["help", "deploy"]),
      project.run(["deploy", "-h"]),
    ]);
    expect(first.stdout).toContain("--outputs-file <file>");
    expect(first).toEqual(second);
  });

  test.each([["--version"], ["--help"]])("%s loads only declarations and commander", async (option) => {
    const project = new Project();
    const compiled = compileCommandLine(project.path("compiled"));
    const hook = project.write(
      "hook.js",
      `process.on("exit", () => require("node:fs").writeFileSync("loaded", Object.keys(require.cache).join("\\n")))`,
    );
    const program = [join(compiled, "cli/main.js")];
    const { code } = await project.run([option], { NODE_OPTIONS: `--require=${hook}` }, ".", program);
    expect(code).toBe(0);
    const loaded = readFileSync(project.path("loaded"), "utf8").split("\n");
    const own = loaded.filter((file) => file.startsWith(compiled)).map((file) => relative(compiled, file));
    expect(own).toContain("cli/commands/deploy.js");
    expect(
      own.filter(
        (file) =>
          !/^cli\/(main|program|command-line|foreign-words|supported-node|commands\/([\w-]+\/)?[\w-]+)\.js$/.test(
            file,
          ),
      ),
    ).toEqual([]);
    expect(loaded.filter((file) => /node_modules\/(?!commander)/.test(file))).toEqual([]);
  });

  test("--help lists the commands and the options of all of them", async () => {
    const { code, stdout } = await new Project().run(["--help"]);
    expect(code).toBe(0);
    expect(stdout.match(/^ {2}[a-z][a-z|-]*(?= )/gm)?.map((name) => name.trim())).toEqual([
      "init",
      "migrate",
      "build",
      "deploy",
      "diff",
      "stacks",
      "openapi",
      "routes",
      "types",
      "remove",
      "start",
      "local",
      "graph",
      "logs",
      "console",
      "bind|load-config",
      "secrets",
      "env",
      "rds",
      "update",
      "docs",
      "explain",
      "mcp",
      "completion",
      "help",
    ]);
    expect(stdout.match(/^ {2}(?:-\w, )?--[a-z-]+/gm)?.map((name) => name.trim())).toEqual([
      "-v, --version",
      "--app",
      "--stage",
      "--region",
      "--profile",
      "--role-arn",
      "--terraform",
      "--force",
      "--verbose",
      "--no-color",
      "-h, --help",
    ]);
  });

  test.each([["secret"], ["bootstrap"], ["tf"], ["deplo"]])(
    "does not have the command %s",
    async (command) => {
      const { code, stderr } = await new Project(stacks).run([command, "--stage", "dev"]);
      expect(code).toBe(1);
      expect(stderr).toContain(`unknown command '${command}'`);
    },
  );

  test.each([
    [[], true],
    [["--no-color"], false],
  ])("an error with the options %j is red: %s", async (options, isRed) => {
    const arguments_ = ["deploy", "--yes", "--stage", "no stage", ...options];
    const { code, stderr } = await new Project(stacks).run(arguments_, { FORCE_COLOR: "1" });
    expect(code).toBe(1);
    expect(stderr).toContain("[stage-invalid]");
    expect(stderr.includes("\u001b[31m")).toBe(isRed);
  });

  test("refuses an unknown option", async () => {
    const { code, stderr } = await new Project(stacks).run(["deploy", "--yes", "--stag", "dev"]);
    expect(code).toBe(1);
    expect(stderr).toContain("Did you mean --stage?");
  });

  test("takes global options before and after the command", async () => {
    const project = new Project(stacks);
    expect((await project.run(["--stage", "one", "build"])).stdout).toContain("Stage: one\n");
    expect((await project.run(["build", "--stage", "two"])).stdout).toContain("Stage: two\n");
  });
});

describe("without a terminal", () => {
  test("there is no colour, also in CI and when a deployment fails", async () => {
    const project = new Project({ "dev-x": { resources: { r: { command: "exit 1" } } } });
    const { stdout, stderr } = await project.run(["deploy", "--yes", "prod*", "--stage", "dev"], {
      CI: "true",
    });
    const failed = await project.run(["deploy", "--yes", "--stage", "dev"], { CI: "true" });
    expect(stdout + stderr + failed.stdout + failed.stderr).not.toContain("\u001b");
  });

  test.each([["deploy"], ["remove"], ["diff"]])("%s wants a stage", async (command) => {
    const { code, stdout, stderr } = await new Project(stacks).run([command]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toBe(
      `serverform ${command}: --stage is missing, no personal stage is set, and there is no terminal to ask on.\n` +
        `  Name the stage: npx serverform ${command} --stage dev.\n  [stage-required]\n`,
    );
  });

  test("build takes dev", async () => {
    expect((await new Project(stacks).run(["build"])).stdout).toMatch(/^Stage: dev\n/);
  });

  test.each([["deploy"], ["remove"]])(
    "%s is refused without --yes, before the synthesis",
    async (command) => {
      const project = new Project(stacks);
      const run = await project.run([command, "--stage", "dev"]);
      expect(run).toMatchObject({
        code: 1,
        stderr:
          `serverform ${command}: --yes is missing, and there is no terminal to ask on.\n` +
          `  To ${command} without a question, for example in a pipeline: npx serverform ${command} --yes.\n` +
          "  [approval-without-terminal]\n",
      });
      expect(existsSync(project.path("cdktf.out"))).toBe(false);
    },
  );
});

describe("A wrong command line names what to type", () => {
  let results: ReadonlyMap<string, { readonly code: number; readonly output: string }>;

  // One process for all of them: each would load the command line again.
  beforeAll(async () => {
    const project = new Project(stacks);
    const program = [resolve(__dirname, "../fixtures/cli/wrong-lines.cjs"), compiledLibrary()];
    const { stdout } = await project.run(
      [JSON.stringify(wrongLines.map(([args]) => args))],
      {},
      ".",
      program,
    );
    const all = JSON.parse(stdout) as readonly { code: number; output: string }[];
    results = new Map(
      wrongLines.flatMap(([args], index) => [[JSON.stringify(args), all[index] ?? { code: 0, output: "" }]]),
    );
  });

  test.each(wrongLines)("%j", (args, ...says) => {
    const { code, output } = results.get(JSON.stringify(args)) ?? { code: 0, output: "" };
    expect(code).toBe(1);
    for (const each of says) expect(output).toContain(each);
    expect(output).not.toMatch(/^ +at /m);
    expect(output).not.toContain("sk_live_1");
  });
});
