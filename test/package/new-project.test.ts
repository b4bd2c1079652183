/** @group processes */

import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { read } from "../docs/documents";
import { commandsOf, exampleOf, filesOf } from "../docs/first-steps";
import { RunningCommand } from "../docs/session";
import { fastStartOfModules } from "../support/compiled";
import { packagesOf } from "../support/packages";
import { temporaryFolder } from "../support/stack";
import { failureOf, link, linkPacked, packedCodeCache, run } from "./packed";

/** The folder of the projects for CDKTF, which share their packages. */
const base = temporaryFolder();
const modules = join(base, "node_modules");

beforeAll(() => {
  linkPacked("serverform", base);
}, 300_000);

/** Makes the folder of a project for CDKTF. */
function projectAt(folder: string): void {
  mkdirSync(folder);
  symlinkSync(modules, join(folder, "node_modules"));
}

/** The search path with the programs of a project, or of the workspace that it is in. */
function pathOf(folder: string): string {
  const folders = [folder, dirname(folder)].map((each) => join(each, "node_modules/.bin"));
  return [...folders, process.env.PATH].join(":");
}

/** Runs a program of the project's packages. */
function tool(folder: string, name: string, ...args: readonly string[]): string {
  return run(folder, "env", [`PATH=${pathOf(folder)}`, name, ...args], environmentOf(folder));
}

/** The project that users make starts its programs as they do, until it is served. The others start in less time. */
const environmentOf = (folder: string): NodeJS.ProcessEnv =>
  startsAsUsersDo.has(folder) ? {} : fastStartOfModules(packedCodeCache());

const startsAsUsersDo = new Set<string>();

/** Runs a line of the README. The packages that it installs exist already. */
function sh(folder: string, line: string): string {
  return /^npm install/.test(line) ? "" : tool(folder, "sh", "-c", withoutNpx(line));
}

/** npx takes half a second each time. That it finds the program is tried in package.test.ts. */
const withoutNpx = (line: string): string => line.replace(/^npx /, "");

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}

/** The places of the errors that the compiler finds. */
const errorsOf = (compile: () => string): readonly string[] =>
  failureOf(compile).match(/^\S+\(\d+,\d+\)(?=: error)/gm) ?? [];

/** The handlers in the output of a project. */
function handlersIn(folder: string): readonly string[] {
  const file = join(folder, "cdktf.out/stacks/dev-hello-Main/cdk.tf.json");
  const { resource } = JSON.parse(readFileSync(file, "utf8")) as {
    resource: { aws_lambda_function: Record<string, { handler: string }> };
  };
  return Object.values(resource.aws_lambda_function).map(({ handler }) => handler);
}

const request = JSON.stringify({
  version: "2.0",
  rawPath: "/",
  rawQueryString: "name=Ada",
  headers: {},
  requestContext: { domainName: "localhost", http: { method: "GET" } },
  isBase64Encoded: false,
});
const invoke = ["local", "invoke", "Api/Lambda_GET_--", request];
const answer = { statusCode: 200, body: "Hello Ada" };

/** A page of the package. */
const page = (path: string): string => readFileSync(join(modules, "serverform", path), "utf8");

/** Constructs whose examples need no other file than those of functions, and have different ids. */
const withExamples = ["bucket", "config", "cron", "events-api", "kinesis-stream", "queue", "table", "topic"];

/** The example of a construct's page as a file of stacks, and the handlers that it names. */
function exampleStack(name: string) {
  const code = exampleOf(page(`docs/agents/constructs/${name}.md`));
  const constructs = [...page("AGENTS.md").matchAll(/^- \[(\w+)[\w.]*\]\(docs\/agents\/constructs\//gm)].map(
    ([, construct = ""]) => construct,
  );
  const used = constructs.filter((each) => new RegExp(`\\b${each}\\b`).test(code));
  return {
    text: `import { ${[...used, "type StackContext"].join(", ")} } from "serverform";\n${code}`,
    stack: /^export function (\w+)/m.exec(code)?.[1] ?? "",
    handlers: [...code.matchAll(/"(functions\/[\w-]+\.\w+)"/g)].map(([, handler = ""]) => handler),
  };
}

describe("A project made by the papers of the package alone: AGENTS.md and the pages that it links to", () => {
  const project = join(base, "hello");
  const commands = (ending: RegExp): string => {
    const found = commandsOf(page("AGENTS.md"), "hello run").find((line) => ending.test(line));
    if (found === undefined) throw new Error(`AGENTS.md has no command ${ending}.`);
    return found;
  };

  beforeAll(() => {
    projectAt(project);
    startsAsUsersDo.add(project);
    for (const line of commandsOf(page("AGENTS.md"), "hello install")) sh(project, line);
    write(project, filesOf(page("AGENTS.md")));
  });

  test("has the files of the example", () => {
    expect(readdirSync(project)).toEqual(expect.arrayContaining(["cdktf.json", "functions", "main.ts"]));
    expect(readFileSync(join(project, "main.ts"), "utf8").trim().split("\n").length).toBeLessThanOrEqual(10);
  });

  test("type-checks with the compiler options that tsc writes", () => {
    expect(readFileSync(join(project, "tsconfig.json"), "utf8")).toContain('"verbatimModuleSyntax": true');
    write(project, { "wrong.ts": 'import { App } from "serverform";\nnew App({ name: 1 });\n' });
    expect(errorsOf(() => sh(project, commands(/ --noEmit$/)))).toEqual(["wrong.ts(2,11)"]);
    rmSync(join(project, "wrong.ts"));
  });

  test("is built, and serves its page", async () => {
    expect(sh(project, commands(/ build$/))).toContain("Built 1 stack");
    expect(handlersIn(project)).toEqual(["functions/hello.handler"]);
    const server = new RunningCommand(`${withoutNpx(commands(/ local$/))} --port 0`, {
      cwd: project,
      env: { ...process.env, PATH: pathOf(project) },
    });
    try {
      await server.until((output) => output.includes("Ready."));
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(server.output)?.[0];
      const response = await fetch(`${address}/?name=Ada`);
      expect([response.status, await response.text()]).toEqual([200, "Hello Ada"]);
    } finally {
      await server.interrupt();
      startsAsUsersDo.delete(project);
    }
  });

  test("is tested as the page about tests says", () => {
    const testing = page("docs/testing.md");
    const files = filesOf(
      testing.slice(testing.indexOf("## A first test")).split(/^## The resources/m)[0] ?? "",
    );
    expect(Object.keys(files)).toEqual(["test/hello.test.ts"]);
    write(project, files);
    for (const line of commandsOf(testing, "hello test")) expect(sh(project, line)).toMatch(/^# pass 1$/m);
  });

  test("takes the examples of the constructs' pages", () => {
    const examples = withExamples.map((name) => ({ name, ...exampleStack(name) }));
    for (const { name, text } of examples) write(project, { [`stacks/${name}.ts`]: text });
    for (const handler of new Set(examples.flatMap(({ handlers }) => handlers))) {
      const [, file = "", name = ""] = /^(.+)\.(\w+)$/.exec(handler) ?? [];
      appendFileSync(
        join(project, `${file}.ts`),
        `export const ${name} = async () => ({ statusCode: 200 });\n`,
      );
    }
    const imports = examples.map(({ name, stack }) => `import { ${stack} } from "./stacks/${name}.js";\n`);
    const main = readFileSync(join(project, "main.ts"), "utf8");
    const stacks = `app${["Main", ...examples.map(({ stack }) => stack)].map((each) => `.stack(${each})`).join("")};`;
    write(project, { "main.ts": `${imports.join("")}${main.replace("app.stack(Main);", stacks)}` });
    expect(sh(project, commands(/ build$/))).toContain(`Built ${1 + examples.length} stacks`);
  });
});

const hasCdktn = packagesOf("cdktn") !== undefined;

(hasCdktn ? describe : describe.skip)("A project for CDK Terrain", () => {
  const project = join(temporaryFolder(), "hello");
  const files = Object.entries(filesOf(read("docs/getting-started.md"))).map(
    ([file, text]) => [file, text.replaceAll('"serverform', '"serverform-cdktn')] as const,
  );

  beforeAll(() => {
    write(project, {
      "package.json": '{ "name": "hello", "type": "module" }\n',
      ...Object.fromEntries(files),
    });
    linkPacked("serverform-cdktn", project);
    tool(project, "tsc", "--init", "--types", "node");
  });

  test("names CDK Terrain where the package for CDKTF names CDKTF", () => {
    const folder = join(project, "node_modules/serverform-cdktn");
    const compiled = readdirSync(join(folder, "dist"), { recursive: true, encoding: "utf8" });
    const named = compiled.filter(
      (file) =>
        /\.[jt]s$/.test(file) &&
        // The files of new apps, which `init` writes for either package.
        !file.startsWith("cli/init/templates/") &&
        /\b(?:from |import\(|require\()"(?:@?cdktf|serverform)[/"]/.test(
          readFileSync(join(folder, "dist", file), "utf8"),
        ),
    );
    expect(named).toEqual([]);
    const { peerDependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
      peerDependencies: object;
    };
    expect(Object.keys(peerDependencies)).toEqual(
      expect.arrayContaining(["cdktn", "@cdktn/provider-aws", "@cdktn/provider-archive", "constructs"]),
    );
    expect(Object.keys(peerDependencies).join()).not.toContain("cdktf");
  });

  test("type-checks", () => {
    write(project, { "wrong.ts": 'import { App } from "serverform-cdktn";\nnew App({ name: 1 });\n' });
    expect(errorsOf(() => tool(project, "tsc", "--noEmit"))).toEqual(["wrong.ts(2,11)"]);
    rmSync(join(project, "wrong.ts"));
  });

  test("is built and answers a request", () => {
    expect(tool(project, "serverform", "build")).toContain("Built 1 stack");
    expect(handlersIn(project)).toEqual(["functions/hello.handler"]);
    expect(JSON.parse(tool(project, "serverform", ...invoke))).toMatchObject(answer);
  });

  test("limits the second permission of an open function URL to the URL", () => {
    const program = `
      const { App, Function, Stack } = require("serverform-cdktn");
      const { Testing } = require("cdktn");
      const stack = new Stack(new App({ name: "hello" }), "Main");
      new Function(stack, "Get", { handler: "functions/hello.handler", url: true });
      const { aws_lambda_permission: all } = JSON.parse(Testing.synth(stack)).resource;
      console.log(JSON.stringify(Object.values(all).map((each) => [each.action, each.invoked_via_function_url])));`;
    expect(JSON.parse(run(project, process.execPath, ["--eval", program]))).toEqual([
      ["lambda:InvokeFunction", true],
      ["lambda:InvokeFunctionUrl", null],
    ]);
  });

  test.each([
    ["serverform-cdktn", "serverform"],
    ["serverform", "serverform-cdktn"],
  ])("refuses in an App of %s the constructs of %s", (own, other) => {
    link(join(modules, "serverform"), join(project, "node_modules/serverform"));
    const program = `
      const { App, Stack } = require("${own}");
      const other = require("${other}");
      const attempts = [
        () => new other.Stack(new App({ name: "hello" }), "Main"),
        () => new other.Bucket(new Stack(new App({ name: "hello" }), "Main"), "Files"),
        () => {
          const app = new App({ name: "hello" });
          app.stack(function Main({ stack }) { new other.Queue(stack, "Jobs"); });
          app.synth();
        },
      ];
      console.log(JSON.stringify(attempts.map((attempt) => {
        try { return attempt() && "no error"; } catch (error) { return error.message; }
      })));`;
    const refused = new RegExp(
      `inside an App of the package ${own}, and this construct is of ${other}\\..*\\[two-packages\\]$`,
      "s",
    );
    const messages = JSON.parse(run(project, process.execPath, ["--eval", program])) as readonly string[];
    expect(messages).toEqual([refused, refused, refused].map((each) => expect.stringMatching(each)));
  });
});

describe("A workspace whose functions are beside the folder of cdktf.json", () => {
  const workspace = join(base, "workspace");
  const infra = join(workspace, "infra");

  beforeAll(() => {
    const files = filesOf(read("docs/getting-started.md"));
    projectAt(workspace);
    write(workspace, {
      "package.json": '{ "name": "workspace", "private": true, "workspaces": ["infra", "services"] }\n',
      "infra/package.json": '{ "name": "infra", "type": "module" }\n',
      "infra/cdktf.json": files["cdktf.json"] ?? "",
      "infra/main.ts": (files["main.ts"] ?? "").replace(
        "app.stack",
        'app.setDefaultFunctionProps({ srcPath: "../services" });\napp.stack',
      ),
      "services/package.json": '{ "name": "services", "type": "module" }\n',
      "services/functions/hello.ts": files["functions/hello.ts"] ?? "",
    });
    tool(infra, "tsc", "--init", "--types", "node");
  });

  test("type-checks", () => {
    expect(() => tool(infra, "tsc", "--noEmit")).not.toThrow();
  });

  test("is built and answers a request", () => {
    expect(tool(infra, "serverform", "build")).toContain("Built 1 stack");
    expect(handlersIn(infra).every((handler) => !handler.includes(".."))).toBe(true);
    expect(JSON.parse(tool(infra, "serverform", ...invoke))).toMatchObject(answer);
  });
});
