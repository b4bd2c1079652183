/** @group processes */

import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { cleanUp, Project, sources } from "./support/cli";

const fixture = resolve(__dirname, "../fixtures/local");
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

/** A server that has been started, and the lines that it prints, one by one. */
function serve(project: Project, ...args: readonly string[]) {
  const { child, ended } = project.start(["local", "--json", "--port", "0", ...args], {}, ".", sources);
  const lines: Line[] = [];
  const waiting: (() => void)[] = [];
  const tell = (): void => {
    for (const done of waiting.splice(0)) done();
  };
  if (child.stdout === null) throw new Error("no output");
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(JSON.parse(line) as Line);
    tell();
  });
  let isOver = false;
  void ended.then(() => {
    isOver = true;
    tell();
  });
  /** The next line of that kind that nobody has asked for yet. */
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
  return { next, stop, ended };
}

/** A project whose app writes the Terraform JSON of a file. */
function plainProject(): Project {
  const project = new Project({}, { app: "node synthesize.js" });
  cpSync(join(fixture, "code"), project.path("code"), { recursive: true });
  cpSync(join(fixture, "main.tf.json"), project.path("stack.json"));
  project.write(
    "synthesize.js",
    `const fs = require("fs");
const out = process.env.CDKTF_OUTDIR;
const folder = out + "/stacks/dev";
fs.mkdirSync(folder, { recursive: true });
fs.cpSync("code", folder + "/code", { recursive: true });
const json = JSON.parse(fs.readFileSync("stack.json", "utf8"));
fs.writeFileSync(folder + "/cdk.tf.json", JSON.stringify(json));
const stack = { name: "dev", synthesizedStackPath: "stacks/dev/cdk.tf.json", workingDirectory: "stacks/dev", dependencies: [], annotations: [] };
fs.writeFileSync(out + "/manifest.json.new", JSON.stringify({ version: "0.21.0", stacks: { dev: stack } }));
fs.renameSync(out + "/manifest.json.new", out + "/manifest.json");
`,
  );
  return project;
}

const urlOf = (ready: Line): string => (ready as Ready).apis[0]?.urls[0] ?? "";
const hello = async (ready: Line) => (await fetch(`${urlOf(ready)}hello`)).json();

describe("serverform local", () => {
  test("serves Terraform JSON that nobody of ours has written, in a folder without a project", async () => {
    const project = new Project();
    const { next, stop } = serve(project, "--from", fixture);
    const ready = await next("ready");
    expect(await hello(ready)).toEqual({ message: "hello", self: urlOf(ready).replace(/\/$/, "") });
    expect(await next("request")).toMatchObject({
      method: "GET",
      path: "/hello",
      status: 200,
      function: "hello",
    });
    expect(await stop()).toBe(0);
  });

  test("serves what the app writes, and again when it changes, at the same address", async () => {
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

  test("an app that cannot be synthesized leaves what is served", async () => {
    const project = plainProject();
    const { next, stop, ended } = serve(project);
    const ready = await next("ready");
    const good = readFileSync(project.path("stack.json"));
    writeFileSync(project.path("stack.json"), "{");
    // Once it has looked at the broken file it comes to the one after.
    writeFileSync(project.path("stack.json"), good);
    await next("ready");
    expect(await hello(ready)).toMatchObject({ message: "hello" });
    await stop();
    expect((await ended).code).toBe(0);
  });

  test.each([
    ["a port that is none", ["--port", "http"], /--port is "http", which is no port/],
    [
      "an endpoint without an address",
      ["--endpoint", "sqs"],
      /--endpoint is "sqs", which is no service with an address/,
    ],
    ["a folder that is not there", ["--from", "nowhere"], /nowhere/],
  ])("%s is refused", async (_name, args, message) => {
    const { code, stderr } = await new Project().run(["local", ...args], {}, ".", sources);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n {4}at /);
    expect(code).toBe(1);
  });

  test("for people it prints addresses and routes", async () => {
    const project = new Project();
    const running = project.start(["local", "--port", "0", "--from", fixture], {}, ".", sources);
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

describe("serverform local invoke", () => {
  const invoke = (...args: readonly string[]) =>
    new Project().run(["local", "--from", fixture, "invoke", ...args], {}, ".", sources);

  test("prints what a function answers, and nothing else", async () => {
    const { stdout, code } = await invoke("hello", '{"given":1}');
    expect(JSON.parse(stdout)).toMatchObject({ message: "hello", given: 1 });
    expect(code).toBe(0);
  });

  test("takes the event from a file", async () => {
    const file = new Project().write("event.json", '{"given":2}');
    expect(JSON.parse((await invoke("hello", file)).stdout)).toMatchObject({ given: 2 });
  });

  test("a function that fails gives its error, and the exit status says so", async () => {
    const { stdout, code } = await invoke("hello", '{"fails":true}');
    expect(JSON.parse(stdout)).toMatchObject({ errorType: "Error", errorMessage: "as asked" });
    expect(code).toBe(1);
  });

  test.each([
    [
      "an unknown function",
      ["helo", "{}"],
      /<function> is "helo"[\s\S]*The functions are "hello"\. Did you mean "hello"\?/,
    ],
    ["an event that is no JSON", ["hello", "{"], /\[event\] is "{", which is no JSON/],
  ])("%s is refused", async (_name, args, message) => {
    const { stderr, code } = await invoke(...args);
    expect(stderr).toMatch(message);
    expect(code).toBe(1);
  });
});

describe("serverform local token", () => {
  const token = (...args: readonly string[]) =>
    new Project().run(["local", "--from", fixture, "token", ...args], {}, ".", sources);

  test("prints a token, and nothing else", async () => {
    const { stdout, stderr, code } = await token(
      "--user",
      "ada",
      "--group",
      "admins",
      "--scope",
      "notes/delete",
      "--ttl",
      "60",
    );
    const claims = JSON.parse(Buffer.from(stdout.split(".")[1] ?? "", "base64url").toString());
    expect(claims).toMatchObject({
      iss: expect.stringMatching(/^https:\/\/cognito-idp\.eu-west-1\.amazonaws\.com\/eu-west-1_/),
      token_use: "access",
      scope: "notes/delete",
      "cognito:groups": ["admins"],
      username: "ada",
    });
    expect(claims.exp - claims.iat).toBe(60);
    expect([stderr, code]).toEqual(["", 0]);
  });

  test("needs no server that has run before", async () => {
    const run = () => project.run(["local", "token", "--user", "ada"], {}, ".", sources);
    const project = plainProject();
    const [first, second] = [await run(), await run()];
    expect([first.code, second.code]).toEqual([0, 0]);
    const subjects = [first, second].map(({ stdout }) => {
      const { sub } = JSON.parse(Buffer.from(stdout.split(".")[1] ?? "", "base64url").toString());
      return sub;
    });
    expect(subjects[1]).toBe(subjects[0]);
  });

  test.each([
    ["no user", [], /required option '--user <name>'/],
    ["a pool that is not there", ["--user", "ada", "--pool", "staff"], /staff/],
    ["another kind of token", ["--user", "ada", "--use", "refresh"], /--use is "refresh"/],
  ])("%s is refused", async (_name, args, message) => {
    const { stderr, code } = await token(...args);
    expect(stderr).toMatch(message);
    expect(code).toBe(1);
  });
});
