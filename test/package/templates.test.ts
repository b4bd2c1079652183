/** @group processes */

import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { basename, join } from "node:path";
import type { Browser } from "puppeteer-core";
import { cdks, type PackageName, versions } from "../../lib/cli/init/packages";
import { type TemplateName, templates } from "../../lib/cli/init/templates";
import { RunningCommand } from "../docs/session";
import { cleanEnvironment } from "../examples/support";
import { hasAxe } from "../support/axe";
import { chromium, startBrowser, Visitor } from "../support/browser";
import { fastStartOfModules } from "../support/compiled";
import { freePorts } from "../support/free-ports";
import { expectFineLook } from "../support/look";
import { temporaryFolder } from "../support/stack";
import { hasPackages, NewProjects, packagesFor } from "./new-projects";
import { failureOf, packageJson, packed, packedCodeCache, run, type Tarballs } from "./packed";

/* Makes a project of each template from the packed packages, and does in it what its user does. */

/** Vite and Vitest are not installed without a network: tests that need them are skipped by name. */
const describeWith = (...packages: readonly string[]) =>
  hasPackages(...packages) ? describe : describe.skip;

let tarballs: Tarballs;
let projects: NewProjects;
let browser: Browser | undefined;
const base = temporaryFolder();
const modules = join(base, "node_modules");

beforeAll(async () => {
  tarballs = packed();
  projects = new NewProjects(base, tarballs);
  if (chromium !== undefined) browser = await startBrowser();
}, 300_000);

afterAll(async () => {
  await browser?.close();
});

/** One project starts its programs as its user does, the others start in less time. */
const environmentOf = (project: string): NodeJS.ProcessEnv =>
  basename(project) === "my-hello" ? {} : fastStartOfModules(packedCodeCache());

/** A script of the project's `package.json`, without the second that npm takes to find it. */
function script(project: string, name: string): string {
  const { scripts } = JSON.parse(readFileSync(join(project, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  return line(project, `${scripts[name]}`);
}

/** Runs a line of a shell with the programs of a project. */
function line(project: string, text: string): string {
  return run(project, "sh", ["-c", `PATH="${join(modules, ".bin")}:$PATH"; ${text}`], environmentOf(project));
}

/** Runs a program of the project's packages. */
function tool(project: string, name: string, ...args: readonly string[]): string {
  return run(project, join(modules, ".bin", name), args, environmentOf(project));
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === "object" && address !== null ? address.port : 0;
}

interface Response {
  readonly status: number;
  readonly text: string;
}

/** A running project. */
interface Served {
  readonly project: string;
  /** The address that is printed after a name. */
  readonly address: (name: string) => string;
  readonly request: (url: string, init?: RequestInit) => Promise<Response>;
  /** Repeats a request until its answer has a text. */
  readonly until: (url: string, text: string) => Promise<void>;
}

/** The addresses and commands that the server and `init` suggest. */
function hintsOf(output: string, template: TemplateName, port: number): readonly string[] {
  const [, next = ""] = /^Next: {2}(.*)$/m.exec(output) ?? [];
  const firstStep = templates[template].firstStep
    .replaceAll(":4000", `:${port}`)
    .replaceAll(":4001", `:${port + 1}`);
  const steps = firstStep.match(/(?:curl|npx) .+?(?=, and then |$)|(?<!curl )\bhttps?:\S+?(?=;|$)/g) ?? [];
  return [...next.split("  "), ...steps].filter((each) => each !== "");
}

/** Does what a hint says: opens the address, or types the command in the folder of the project. */
async function follow(project: string, hint: string): Promise<void> {
  if (hint.startsWith("http")) {
    expect([hint, (await fetch(hint)).status]).toEqual([hint, 200]);
    return;
  }
  const line = hint.replace(/^curl /, "curl --silent --show-error --fail ");
  expect(line).toMatch(/^(?:curl|npx serverform) /);
  run(project, "sh", ["-c", `PATH="${join(modules, ".bin")}:$PATH"; ${line}`], environmentOf(project));
}

async function serve(
  project: string,
  template: TemplateName,
  use: (served: Served) => Promise<void>,
): Promise<void> {
  const port = await freePorts(2);
  const server = new RunningCommand(`serverform local --port ${port} --permissions report`, {
    cwd: project,
    // The sign-in pages lead back to this address only. By default, it is that beside the default port.
    env: {
      ...projects.environment(cleanEnvironment()),
      ...environmentOf(project),
      SITE_URL: `http://localhost:${port + 1}/`,
    },
  });
  const request = async (url: string, init?: RequestInit) => {
    const response = await fetch(url, init);
    return { status: response.status, text: await response.text() };
  };
  const until = async (url: string, text: string): Promise<void> => {
    while (!(await request(url)).text.includes(text)) await new Promise((done) => setTimeout(done, 50));
  };
  try {
    await server.until((output) => output.includes("Ready."));
    const address = (name: string) =>
      new RegExp(`^${name} +(http://\\S+)`, "m").exec(server.output)?.[1] ?? "";
    await use({ project, address, request, until });
    for (const hint of hintsOf(server.output, template, port)) await follow(project, hint);
  } finally {
    await server.interrupt();
  }
  // A narrower grant is a line of the report that begins with `write`.
  expect(server.output).toMatch(/^\d+ functions?: /m);
  expect(server.output.match(/^ *(?:write|leave out) .*$/gm) ?? []).toEqual([]);
}

const json = (body: object) => ({ method: "POST", body: JSON.stringify(body) });

/** Signs up in the browser, makes a signed-in request, and is still signed in after a reload. */
async function signUp(browser: Browser, project: string, url: string): Promise<void> {
  const [email, password] = ["bob@example.com", "Correct-horse-2"];
  const page = await browser.newPage();
  await page.goto(url);
  const visitor = new Visitor(page);
  await visitor.click("Sign in");
  await visitor.click("Create an account");
  await visitor.fill("Email address", email);
  await visitor.fill("Password", password);
  await visitor.click("Sign up");
  const inbox = tool(project, "serverform", "local", "inbox");
  await visitor.fill("Code", inbox.match(/\b\d{6}\b/g)?.at(-1) ?? "");
  await visitor.click("Confirm account");
  await visitor.fill("Email address", email);
  await visitor.fill("Password", password);
  await visitor.click("Sign in");
  // It is shown when /api/me has answered.
  const isSignedIn = 'document.getElementById("user")?.textContent === "Signed in as bob@example.com"';
  await page.waitForFunction(isSignedIn);
  if (hasAxe) await expectFineLook(page, "template-web");
  await page.reload();
  await page.waitForFunction(isSignedIn);
  await visitor.click("Sign out");
  await page.waitForSelector("#sign-in:not([hidden])");
}

/** The first steps of a user in each template; the runners of the tests are distributed over the templates. */
const trials: Readonly<
  Record<
    TemplateName,
    {
      readonly runner: string;
      readonly cdk: keyof typeof cdks;
      readonly try: (served: Served) => Promise<void>;
    }
  >
> = {
  hello: {
    runner: "node:test",
    cdk: "cdktn",
    try: async ({ address, request }) => {
      const url = address("dev-my-hello-Api");
      expect(await request(`${url}?name=Ada`)).toEqual({ status: 200, text: "Hello Ada" });
    },
  },
  api: {
    runner: "vitest",
    cdk: "cdktf",
    try: async ({ project, address, request }) => {
      const url = `${address("dev-my-api-Api")}notes`;
      expect((await request(url)).status).toBe(401);
      const token = tool(project, "serverform", "local", "token", "--user", "ada@example.com");
      const headers = { authorization: `Bearer ${token.trim()}` };
      const created = await request(url, { ...json({ text: "Buy milk" }), headers });
      expect(created.status).toBe(201);
      const notes = [JSON.parse(created.text)];
      expect(JSON.parse((await request(url, { headers })).text)).toEqual(notes);
      const { sub } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
      const ofAda = url.replace(/notes$/, `users/${sub}/notes`);
      expect((await request(ofAda, { headers })).status).toBe(403);
      const eve = ["--user", "eve@example.com", "--group", "admins"];
      const authorization = `Bearer ${tool(project, "serverform", "local", "token", ...eve).trim()}`;
      expect(JSON.parse((await request(ofAda, { headers: { authorization } })).text)).toEqual(notes);
    },
  },
  web: {
    runner: "vitest",
    cdk: "cdktf",
    try: async ({ project, address, request, until }) => {
      const url = address("Site");
      // The development server takes a moment longer.
      await until(url, "<h1>");
      expect(await request(url)).toMatchObject({
        status: 200,
        text: expect.stringContaining("<h1>My site</h1>"),
      });
      expect((await request(`${url}src/sign-in.ts`)).text).toContain("/oauth2/authorize");
      expect(await request(`${url}api/greeting`)).toEqual({
        status: 200,
        text: '{"greeting":"Hello from the API"}',
      });
      expect((await request(`${url}api/me`)).status).toBe(401);
      const token = tool(project, "serverform", "local", "token", "--user", "ada@example.com").trim();
      const headers = { authorization: `Bearer ${token}` };
      const upload = await request(`${url}api/uploads`, { ...json({ name: "a.txt" }), headers });
      const { url: place } = JSON.parse(upload.text) as { url: string };
      expect((await request(place, { method: "PUT", body: "Hello" })).status).toBe(200);
      if (browser !== undefined) await signUp(browser, project, url.replace("127.0.0.1", "localhost"));
    },
  },
  events: {
    runner: "jest",
    cdk: "cdktf",
    try: async ({ address, request, until }) => {
      const url = `${address("dev-my-events-Api")}orders`;
      expect((await request(url, json({ product: "tea" }))).status).toBe(202);
      await until(url, '"product":"tea"');
    },
  },
  database: {
    runner: "node:test",
    cdk: "cdktf",
    try: async ({ address, request }) => {
      const url = `${address("dev-my-database-Api")}tasks`;
      expect((await request(url, json({ title: "Buy milk" }))).status).toBe(201);
      expect(JSON.parse((await request(`${url}/1/done`, json({}))).text)).toMatchObject({
        id: 1,
        done: true,
      });
    },
  },
};

/** Expects the type check of a project to find the error of a wrong file alone; returns its output. */
function withWrongFile(project: string, check: () => string): string {
  writeFileSync(join(project, "wrong.ts"), 'export const wrong: number = "1";\n');
  const printed = failureOf(check);
  expect(printed.match(/^\S+\(\d+,\d+\): error/gm)).toEqual(["wrong.ts(1,14): error"]);
  rmSync(join(project, "wrong.ts"));
  return printed;
}

for (const template of Object.keys(templates) as readonly TemplateName[]) {
  // All have one script for the type check, which builds first. That of a website is longer.
  const isBuilt = template === "hello" || template === "web";
  const { runner, cdk, try: tryIt } = trials[template];
  describeWith(runner, template === "web" ? "vite" : "")(`A project of the template ${template}`, () => {
    let project: string;

    beforeAll(async () => {
      const tarball = cdk === "cdktf" ? tarballs.tarball : tarballs.tarballOfCdktn;
      project = projects.create(
        `my-${template}`,
        "--template",
        template,
        "--test-runner",
        runner,
        "--from",
        tarball,
      );
      if (template === "web") {
        // The port of the development server may be in use.
        const file = join(project, "stacks/web.ts");
        writeFileSync(file, readFileSync(file, "utf8").replaceAll("5173", String(await freePort())));
      }
    });

    if (isBuilt) {
      test("is built and type-checked: the only error is that of a wrong file", () => {
        const printed = withWrongFile(project, () => script(project, "typecheck"));
        expect(printed).toMatch(/Built 1 stack in cdktf\.out/);
        if (template === "web") tool(project, "tsc", "-p", "web");
      });
    }

    test("passes its tests", () => {
      expect(script(project, "test")).toBeDefined();
    });

    test("answers as its first steps say", () => serve(project, template, tryIt));

    // Handlers read their bindings when they are loaded.
    test("prints the types of its routes without a warning", () => {
      const printed = line(project, "serverform types 2>&1");
      expect(printed).toContain("export interface Routes {");
      expect(printed).not.toContain("Warning");
    });

    if (!isBuilt) {
      // The earlier build steps of the script were done when the project was served.
      test("is type-checked: the only error is that of a wrong file", () => {
        withWrongFile(project, () => tool(project, "tsc"));
      });
    }
  });
}

describe("The packages of new projects", () => {
  const manifestOf = (name: string) =>
    JSON.parse(readFileSync(join(packagesFor(name), name, "package.json"), "utf8")) as { version: string };

  describe.each(Object.keys(versions) as readonly PackageName[])("%s", (name) => {
    describeWith(name)("as it is installed", () => {
      test("has the version of the tests", () => {
        const [major] = versions[name].replace("^", "").split(".");
        expect(manifestOf(name).version.split(".")[0]).toBe(major);
      });
    });
  });

  test("are the peers of the library", () => {
    const required = ({ peerDependencies, peerDependenciesMeta }: typeof packageJson) =>
      Object.fromEntries(
        Object.entries(peerDependencies).filter(([name]) => !(name in peerDependenciesMeta)),
      );
    const cdktn = JSON.parse(readFileSync(join(modules, "serverform-cdktn/package.json"), "utf8"));
    expect(cdks.cdktf.peers).toEqual(required(packageJson));
    expect(cdks.cdktn.peers).toEqual(required(cdktn));
  });

  test("create-serverform needs no other package", () => {
    const folder = join(base, "creator/node_modules/create-serverform");
    expect(JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))).not.toHaveProperty("dependencies");
    expect(readdirSync(join(folder, "templates")).sort()).toEqual(
      ["base", "ci", ...Object.keys(templates)].sort(),
    );
  });
});
