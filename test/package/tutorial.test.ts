/** @group processes */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { codeBlocks, read } from "../docs/documents";
import { commandsOf, filesOf } from "../docs/first-steps";
import { linesLike, RunningCommand, runSteps, stepsOf, withoutChance } from "../docs/session";
import { cleanEnvironment, functionOfRoute, template } from "../examples/support";
import { fastStartOfModules } from "../support/compiled";
import { temporaryFolder } from "../support/stack";
import { NewProjects } from "./new-projects";
import { packed, packedCodeCache, run } from "./packed";

/* Types what the tutorial shows, as a reader does, and compares what is printed. */

const tutorial = read("docs/tutorial.md");
const base = temporaryFolder();
let projects: NewProjects;
let project: string;

/** The block that a comment announces. */
function block(comment: string): string {
  const languages = ["sh", "text", "json"].flatMap((language) => codeBlocks(tutorial, language));
  const found = languages.find(({ before }) => before === `<!-- ${comment} -->`);
  if (found === undefined) throw new Error(`The tutorial has no block ${comment}.`);
  return found.code;
}

/** Programs that start as in the shell of a reader. */
const environment = (): NodeJS.ProcessEnv => ({
  ...projects.environment(cleanEnvironment()),
  ...fastStartOfModules(packedCodeCache()),
});

/** Runs commands of the tutorial in the project. */
function sh(...commands: readonly string[]): string {
  return run(project, "sh", ["-ec", commands.join("\n")], environment());
}

beforeAll(() => {
  const { tarball } = packed();
  projects = new NewProjects(base, packed());
  const [create = "", enter] = commandsOf(tutorial, "tutorial init");
  const [, name = "", options = ""] = /^npm create serverform (\S+) -- (.+)$/.exec(create) ?? [];
  expect(enter).toBe(`cd ${name}`);
  project = projects.create(name, ...options.split(" "), "--from", tarball);
  sh(...commandsOf(tutorial, "tutorial remove"));
  // The projects share all packages: what is imported is among those of this one.
  const { dependencies } = JSON.parse(readFileSync(join(project, "package.json"), "utf8")) as {
    dependencies: Readonly<Record<string, string>>;
  };
  const code = Object.values(filesOf(tutorial)).join("\n");
  for (const [, name = ""] of code.matchAll(/from "((?!node:|\.)(?:@[^/"]+\/)?[^/"]+)/g))
    expect(dependencies).toHaveProperty([name]);
  for (const [file, text] of Object.entries(filesOf(tutorial))) {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), text);
  }
}, 300_000);

test("has the reader write each file that it shows, once", () => {
  const shown = codeBlocks(tutorial, "ts");
  expect(Object.values(filesOf(tutorial))).toEqual(shown.map(({ code }) => code));
});

test("type-checks, and the check finds a mistake", () => {
  const [check = ""] = commandsOf(tutorial, "tutorial check");
  expect(sh(check)).toContain("Built 1 stack");
  writeFileSync(join(project, "wrong.ts"), 'import { get } from "./functions/status.js";\nget(1);\n');
  expect(() => sh("tsc")).toThrow(/^wrong\.ts\(2,\d+\): error/m);
  rmSync(join(project, "wrong.ts"));
});

describe("its requests", () => {
  const steps = stepsOf(block("session"));
  let server: RunningCommand;
  let outputs: readonly string[];

  beforeAll(async () => {
    expect(commandsOf(tutorial, "tutorial check").at(-1)).toBe("npm run dev");
    // The port of the document may be in use.
    server = new RunningCommand("serverform local --port 0", { cwd: project, env: environment() });
    await server.until((printed) => printed.includes("Ready."));
    const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(server.output)?.[1] ?? "";
    const commands = steps.map((step) => ({
      ...step,
      command: step.command.replaceAll("localhost:4000", `localhost:${port}`).replaceAll("npx ", ""),
    }));
    outputs = await runSteps(commands, { cwd: project, env: environment() });
  });
  afterAll(() => server.interrupt());

  test.each(
    steps.flatMap(({ command, shown }, index) =>
      shown.length === 0 ? [] : [[command, shown, index] as const],
    ),
  )("%s", (_command, shown, index) => {
    expect(linesLike(shown, outputs[index] ?? "").map(withoutChance)).toEqual(shown.map(withoutChance));
  });

  test("are shown in the first terminal", async () => {
    const wanted = withoutChance(block("output requests")).trim().split("\n");
    const requests = (printed: string) =>
      printed.split("\n").filter((line) => /^[A-Z]+ \/.*\b\d+ ms\b/.test(line));
    await server.until((printed) => requests(printed).length >= wanted.length);
    expect(requests(server.output).map(withoutChance)).toEqual(wanted);
  });

  test("include one of a signed-in user that is refused, and one without a user", () => {
    const statuses = steps.flatMap(({ command, shown }) =>
      shown.length === 0
        ? []
        : `${/\$\w+/.exec(command)?.[0] ?? "nobody"} ${/\d{3}/.exec(shown[0] ?? "")?.[0]}`,
    );
    expect(statuses).toEqual(expect.arrayContaining(["nobody 401", "$TOKEN 403", "$ADMIN 200"]));
  });
});

test("its test passes, and fails if the route does not require the group of admins", () => {
  const [command = ""] = commandsOf(tutorial, "tutorial test");
  expect(sh(command)).toMatch(/^# pass 3$/m);
  const file = join(project, "functions/notes.ts");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace('groups: ["admins"], ', ""));
  expect(() => sh(command)).toThrow(/^# fail 1$/m);
  writeFileSync(file, text);
});

describe("its deployment", () => {
  test("is listed as the build prints it", () => {
    const withoutSizes = (text: string) => text.replace(/[\d.]+ (?=[kM]B)/g, "");
    expect(withoutSizes(sh(...commandsOf(tutorial, "tutorial build")))).toBe(
      withoutSizes(block("output build")),
    );
  });

  test("has the policy that it shows", () => {
    const stack = template(join(project, "cdktf.out"), "dev-notes-Notes");
    const fn = functionOfRoute(stack, "GET /notes/{id}");
    const role = /aws_iam_role\.([^.]+)/.exec(String(fn.role))?.[1];
    const policy = Object.values(stack.resource.aws_iam_role_policy ?? {}).find((each) =>
      String(each.role).includes(`${role}.`),
    );
    expect(JSON.parse(String(policy?.policy))).toEqual(JSON.parse(block("output policy")));
  });
});
