/** @group processes */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { freePorts } from "../../support/free-ports";
import { expectOutputOf } from "../../support/output-schema";
import { cleanUp, Project } from "../support/cli";
import { localFixture, plainProject } from "../support/local";

const stops: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
afterAll(cleanUp);

type Line = Readonly<Record<string, unknown>>;

interface Ready extends Line {
  readonly apis: readonly {
    readonly name: string;
    readonly port: number;
    readonly urls: readonly string[];
  }[];
}

/** Starts a server, and reads the lines that it prints. */
function serve(project: Project, ...args: readonly string[]) {
  return serveWith({}, project, ...args);
}

function serveWith(environment: NodeJS.ProcessEnv, project: Project, ...args: readonly string[]) {
  const { child, ended } = project.startShared(["local", "--json", "--port", "0", ...args], environment);
  const lines: Line[] = [];
  const waiting: (() => void)[] = [];
  const tell = (): void => {
    for (const done of waiting.splice(0)) done();
  };
  if (child.stdout === null) throw new Error("no output");
  createInterface({ input: child.stdout }).on("line", (line) => {
    expectOutputOf("local", line);
    lines.push(JSON.parse(line) as Line);
    tell();
  });
  let isOver = false;
  void ended.then(() => {
    isOver = true;
    tell();
  });
  /** Returns the next unread line with this event. */
  const next = async (event: string): Promise<Line> => {
    for (;;) {
      const at = lines.findIndex((line) => line.event === event);
      const [found] = at === -1 ? [] : lines.splice(at, 1);
      if (found !== undefined) return found;
      if (isOver) throw new Error(`no ${event}: ${JSON.stringify(await ended)}`);
      await new Promise<void>((done) => waiting.push(done));
    }
  };
  const stop = async (): Promise<number | null> => {
    child.kill("SIGINT");
    return (await ended).code;
  };
  stops.push(stop);
  let errors = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    errors += chunk;
    tell();
  });
  /** Waits until this was written to stderr, and returns everything that was. */
  const problem = async (text: string): Promise<string> => {
    while (!errors.includes(text)) {
      if (isOver) throw new Error(`no ${text}: ${JSON.stringify(await ended)}`);
      await new Promise<void>((done) => waiting.push(done));
    }
    return errors;
  };
  return { next, stop, ended, problem };
}

/** A program that runs first in every process, and writes which packages are loaded that a server without an RDS does not need. */
const recordPackages = `
const { appendFileSync } = require("node:fs");
const Module = require("node:module");
const file = require("node:path").join(__dirname, "loaded");
const load = Module._load;
appendFileSync(file, "started\\n");
Module._load = function (name, ...more) {
  if (/@electric-sql|kysely|pglite-program|^cdktf/.test(name)) appendFileSync(file, name + "\\n");
  return load.call(this, name, ...more);
};
`;

const urlOf = (ready: Line): string => (ready as Ready).apis[0]?.urls[0] ?? "";
const hello = async (ready: Line) => (await fetch(`${urlOf(ready)}hello`)).json();

describe("serverform local", () => {
  test("serves Terraform JSON from another source, and loads CDKTF never, and a package for databases only for an RDS", async () => {
    const project = new Project();
    const hook = project.write("record.js", recordPackages);
    const environment = { NODE_OPTIONS: `--require=${hook}` };
    const { next, stop } = serveWith(environment, project, "--from", localFixture, "--permissions", "report");
    const ready = await next("ready");
    const { stdout } = await project.run(["local", "env"]);
    expect(stdout).toContain(`export AWS_ENDPOINT_URL=${ready.services}\n`);
    expect(stdout).toMatch(
      /^export AWS_ACCESS_KEY_ID=\w+\nexport AWS_SECRET_ACCESS_KEY=\S+\nexport AWS_REGION=/,
    );
    expect(await hello(ready)).toEqual({ message: "hello", self: urlOf(ready).replace(/\/$/, "") });
    expect(await next("request")).toMatchObject({
      method: "GET",
      path: "/hello",
      status: 200,
      function: "hello",
    });
    expect(await stop()).toBe(0);
    const ran = expect.objectContaining({ invocations: 1 });
    expect(await next("permissions")).toMatchObject({ functions: expect.arrayContaining([ran]) });
    const loaded = readFileSync(project.path("loaded"), "utf8").trim().split("\n");
    expect(new Set(loaded)).toEqual(new Set(["started"]));
  });

  test("serves the app, and its changes, at the same address", async () => {
    const project = plainProject();
    const { next } = serve(project);
    const before = await next("ready");
    expect(await hello(before)).toMatchObject({ message: "hello" });
    const stack = JSON.parse(readFileSync(project.path("stack.json"), "utf8"));
    stack.resource.aws_apigatewayv2_route.hello.route_key = "GET /moved";
    writeFileSync(project.path("stack.json"), JSON.stringify(stack));
    const after = await next("ready");
    expect(urlOf(after)).toBe(urlOf(before));
    expect((await fetch(`${urlOf(after)}moved`)).status).toBe(200);
    expect((await fetch(`${urlOf(after)}hello`)).status).toBe(404);
  });

  test("runs the app again after a change of files that it reads or looks for, and only then", async () => {
    const project = plainProject();
    project.write("cdktf.json", JSON.stringify({ language: "typescript", app: "npx tsx synthesize.js" }));
    const runs = project.path("runs.log");
    const program = readFileSync(project.path("synthesize.js"), "utf8");
    project.write(
      "synthesize.js",
      `${program}fs.appendFileSync("runs.log", "run\\n");\nfs.existsSync("settings/local/wanted.json");\n`,
    );
    for (const folder of ["docs", "settings/local", "settings/other"]) project.write(`${folder}/a.txt`, "a");
    const { next } = serve(project);
    await next("ready");
    // The next one is run after those that are written before it, if they are noticed at all.
    const changed = async (...files: readonly string[]): Promise<number> => {
      for (const file of files) project.write(file, `${Math.random()}`);
      await next("ready");
      return readFileSync(runs, "utf8").split("\n").length - 1;
    };
    await new Promise((done) => setTimeout(done, 100));
    project.write("docs/a.txt", "b");
    project.write("settings/other/a.txt", "b");
    await new Promise((done) => setTimeout(done, 300));
    expect(await changed("code/new.txt")).toBe(2);
    expect(await changed("settings/local/wanted.json")).toBe(3);
    project.write("docs/a.txt", "c");
    await new Promise((done) => setTimeout(done, 300));
    expect(await changed("synthesize.json")).toBe(4);
  });

  test("keeps serving the last output if the app cannot be synthesized", async () => {
    const project = plainProject();
    const { next, problem, stop, ended } = serve(project);
    const ready = await next("ready");
    const good = readFileSync(project.path("stack.json"));
    writeFileSync(project.path("stack.json"), "{");
    await problem("synthesize.js:");
    expect(await hello(ready)).toMatchObject({ message: "hello" });
    writeFileSync(project.path("stack.json"), good);
    await next("ready");
    expect(await hello(ready)).toMatchObject({ message: "hello" });
    await stop();
    expect((await ended).code).toBe(0);
  });

  test("waits for the repair of an app that is broken at the start", async () => {
    const project = plainProject();
    const good = readFileSync(project.path("stack.json"));
    writeFileSync(project.path("stack.json"), "{");
    const { next, problem, stop } = serve(project);
    const errors = await problem("Fix the app to start the server");
    expect(errors.match(/^ +at .*$/gm)).toEqual([expect.stringContaining("synthesize.js:")]);
    writeFileSync(project.path("stack.json"), good);
    expect(await hello(await next("ready"))).toMatchObject({ message: "hello" });
    expect(await stop()).toBe(0);
  });

  test("ends while it waits for the repair", async () => {
    const project = plainProject();
    writeFileSync(project.path("stack.json"), "{");
    const { problem, stop } = serve(project);
    await problem("Fix the app to start the server");
    expect(await stop()).toBe(0);
  });

  test("without watching, a broken app ends it", async () => {
    const project = plainProject();
    writeFileSync(project.path("stack.json"), "{");
    const { code, stderr } = await project.run(["local", "--no-watch"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("node synthesize.js")]);
  });

  test.each([
    ["--no-watch", ["--no-watch"]],
    ["--from", ["--from", "cdktf.out"]],
  ])("with %s alone, a change of the app is not served", async (_name, args) => {
    const project = plainProject();
    const built = await project.run(["build"]);
    expect(built.code).toBe(0);
    const { next, stop, ended } = serve(project, ...args);
    const ready = await next("ready");
    const stack = JSON.parse(readFileSync(project.path("stack.json"), "utf8"));
    stack.resource.aws_apigatewayv2_route.hello.route_key = "GET /moved";
    writeFileSync(project.path("stack.json"), JSON.stringify(stack));
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(await hello(ready)).toMatchObject({ message: "hello" });
    await stop();
    expect((await ended).stdout.match(/"event":"ready"/g)).toHaveLength(1);
  });

  test("two servers in one project do not affect each other", async () => {
    const project = plainProject();
    const one = serve(project, "--no-watch");
    const first = await one.next("ready");
    const two = serve(project, "--no-watch");
    const second = await two.next("ready");
    expect(urlOf(second)).not.toBe(urlOf(first));
    const control = (path: string) =>
      JSON.parse(readFileSync(project.path(path), "utf8")) as { port: number };
    const { port } = control(".serverform/local/server.json");
    expect(control(".serverform/local/2/server.json").port).not.toBe(port);
    expect(await two.stop()).toBe(0);
    // The other way round than they were started: the first one is still found.
    expect(control(".serverform/local/server.json").port).toBe(port);
    expect(await hello(first)).toMatchObject({ message: "hello" });
    const { stdout, code } = await project.run(["local", "invoke", "hello", "{}"]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("hello")]);
  });

  test("two servers do not share the data of tables", async () => {
    const project = plainProject();
    const data = project.path("data");
    await serve(project, "--no-watch", "--data", data).next("ready");
    const args = ["local", "--port", "0", "--no-watch", "--data", data];
    const { code, stderr } = await project.run(args);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/--data is .*data, which another local server uses\..*\[local-data-in-use\]/s),
    ]);
    expect(stderr).not.toMatch(/\n {4}at /);
  });

  test("a taken port is noticed before the synthesis", async () => {
    const project = plainProject();
    const { port } = ((await serve(project, "--no-watch").next("ready")) as Ready).apis[0] ?? {};
    project.write("synthesize.js", 'require("fs").writeFileSync("was-run", "");');
    const { code, stderr } = await project.run(["local", "--port", String(port)]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`--port is ${port}, but that port`)]);
    expect(existsSync(project.path("was-run"))).toBe(false);
  });

  test("--services-port fixes the address of the services, which a second server cannot have", async () => {
    const project = plainProject();
    const port = await freePorts();
    const ready = await serve(project, "--no-watch", "--services-port", String(port)).next("ready");
    expect(ready).toMatchObject({ services: `http://127.0.0.1:${port}` });
    const { code, stderr } = await project.run(["local", "--port", "0", "--services-port", String(port)]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`--services-port is ${port}`)]);
  });

  test("the app learns that it runs locally", async () => {
    const project = plainProject();
    const script = readFileSync(project.path("synthesize.js"), "utf8");
    project.write(
      "synthesize.js",
      `${script}fs.writeFileSync("local", String(process.env.SERVERFORM_LOCAL));`,
    );
    await serve(project, "--no-watch").next("ready");
    expect(readFileSync(project.path("local"), "utf8")).toBe("true");
  });

  test.each([
    ["an invalid port", ["--port", "http"], /--port is "http", which is not a port number/],
    [
      "an endpoint without an address",
      ["--endpoint", "sqs"],
      /--endpoint is "sqs", which is not a service with an address/,
    ],
    ["an idle memory that is not a number", ["--idle-memory", "much"], /--idle-memory is "much"/],
    ["a missing folder", ["--from", "nowhere"], /nowhere/],
  ])("%s is refused", async (_name, args, message) => {
    const { code, stderr } = await new Project().run(["local", ...args]);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n {4}at /);
    expect(code).toBe(1);
  });

  test("prints addresses and routes", async () => {
    const project = new Project();
    const running = project.start(["local", "--port", "0", "--from", localFixture]);
    const output = running.child.stdout;
    if (output === null) throw new Error("no output");
    await new Promise<void>((done) => {
      createInterface({ input: output }).on("line", (line) => line.startsWith("Ready") && done());
    });
    running.child.kill("SIGINT");
    const { stdout, code } = await running.ended;
    expect(stdout).toMatch(/^hello {2}http:\/\/127\.0\.0\.1:\d+\/\n {2}GET {2}\/hello {2}none {2}hello$/m);
    expect(code).toBe(0);
  });
});
