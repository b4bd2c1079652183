/** @group processes */

import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { App, ServerformError } from "../lib";
import { dependencies, devDependencies, engines } from "../package.json";
import { guides, read } from "./docs/documents";
import { Admin } from "./docs/examples/errors";
import { linesLike, RunningCommand, runSteps, stepsOf, withoutChance } from "./docs/session";
import { cleanEnvironment, copyProject, functionOfRoute, root, template } from "./examples/support";
import { compiledCommandLine, withCompiledLibrary } from "./support/compiled";
import { temporaryFolder } from "./support/stack";

const tutorial = read("docs/tutorial.md");

/** The block that a comment announces: `<!-- output <name> -->`. */
function block(comment: string, document = tutorial): string {
  const found = new RegExp(`<!-- ${comment} -->\\n\`\`\`\\w+\\n([\\s\\S]*?)\`\`\``).exec(document);
  return found?.[1] ?? "";
}

const output = (name: string) => block(`output ${name}`);

/** As in the shell of a user who has run `npm ci`. */
const environment = (): NodeJS.ProcessEnv => ({
  ...cleanEnvironment(),
  PATH: `${root}/node_modules/.bin:${process.env.PATH}`,
});

describe("first steps of the tutorial", () => {
  const project = copyProject(join(temporaryFolder(), "serverform"));
  const steps = stepsOf(block("session"));
  let server: RunningCommand;
  let here: (text: string) => string;
  let outputs: readonly string[];

  beforeAll(async () => {
    // The port of the document may be in use.
    server = new RunningCommand("npm start -- --port 0", { cwd: project, env: environment() });
    await server.until((printed) => printed.includes("Ready."));
    const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(server.output)?.[1] ?? "";
    here = (text) =>
      text
        .replaceAll(`:${port}`, ":4000")
        // Machines whose Node is not the deployed one print this line.
        .replace(/^Functions for Node .*\n/m, "")
        .replace(/(us-east-1_\w+ {2}http:\/\/localhost):\d+/, "$1:4100")
        .replace(/(localhost):\d+(\/inbox)/, "$1:4100$2")
        .replace(/(for SDKs {2}http:\/\/127\.0\.0\.1):\d+/, "$1:45187");
    const commands = steps.map((step) => ({
      ...step,
      command: step.command.replaceAll("localhost:4000", `localhost:${port}`),
    }));
    outputs = await runSteps(commands, { cwd: project, env: environment() });
  });
  afterAll(() => server.interrupt());

  test("npm start prints the API and its routes", () => {
    const printed = server.output.slice(server.output.indexOf("Stage:"));
    expect(here(printed.slice(0, printed.indexOf("Ctrl-C.\n") + 8))).toBe(output("start"));
  });

  test("every curl command is answered as shown", () => {
    const asked = steps.flatMap(({ command, shown }, index) =>
      command.startsWith("curl") ? [{ command, shown, printed: outputs[index] ?? "" }] : [],
    );
    expect(asked.length).toBeGreaterThanOrEqual(6);
    expect(
      asked.map(({ command, shown, printed }) => [command, ...linesLike(shown, printed)].map(withoutChance)),
    ).toEqual(asked.map(({ command, shown }) => [command, ...shown].map(withoutChance)));
  });

  test("the first terminal has a line for each request", async () => {
    const wanted = withoutChance(output("requests")).trim().split("\n");
    const requests = (printed: string) =>
      printed.split("\n").filter((line) => /^[A-Z]+ \/.*\b\d+ ms\b/.test(line));
    await server.until((printed) => requests(printed).length >= wanted.length);
    expect(requests(server.output).map(withoutChance)).toEqual(wanted);
  });

  test("an interrupt ends it", async () => {
    await expect(server.interrupt()).resolves.toBeUndefined();
  });
});

describe("guides", () => {
  const outdir = temporaryFolder();
  let build: { readonly status: number | null; readonly stdout: string };

  beforeAll(() => {
    build = spawnSync(process.execPath, [...compiledCommandLine(), "build"], {
      cwd: root,
      encoding: "utf8",
      env: {
        ...environment(),
        ...withCompiledLibrary(),
        SERVERFORM_STAGE: "dev",
        CDKTF_OUTPUT: relative(root, outdir),
      },
    });
  });

  test("shows what the example is built to, without a terminal too", () => {
    const withoutSizes = (text: string) => text.replace(/[\d.]+ (?=[kM]B)/g, "");
    const printed = build.stdout.replaceAll(relative(root, outdir), "cdktf.out");
    expect([build.status, withoutSizes(printed)]).toEqual([0, withoutSizes(output("build"))]);
  });

  test("shows the policy that the function of the tutorial gets", () => {
    const stack = template(outdir, "dev-notes-Service");
    const fn = functionOfRoute(stack, "GET /notes/{id}");
    const role = /aws_iam_role\.([^.]+)/.exec(String(fn.role))?.[1];
    const policy = Object.values(stack.resource.aws_iam_role_policy ?? {}).find((each) =>
      String(each.role).includes(`${role}.`),
    );
    expect(JSON.parse(output("policy"))).toEqual(JSON.parse(String(policy?.policy)));
  });

  test("shows the message of its wrong example", () => {
    const app = new App({ name: "notes", stage: "dev", outdir: temporaryFolder() });
    app.setDefaultFunctionProps({ srcPath: "test/docs/examples" });
    expect(() => app.stack(Admin)).toThrow(ServerformError);
    try {
      const again = new App({ name: "notes", stage: "dev", outdir: temporaryFolder() });
      again.setDefaultFunctionProps({ srcPath: "test/docs/examples" });
      again.stack(Admin);
    } catch (error) {
      expect(`${(error as Error).message}\n`).toBe(block("output error", read("docs/errors.md")));
    }
  });

  test("names the file above each block of the tutorial", () => {
    const named = [...tutorial.matchAll(/^`(examples\/\S+)`:\n\n<!-- code ([^\s#]+)/gm)];
    expect(named.length).toBeGreaterThanOrEqual(5);
    for (const [, shown, file] of named) expect(shown).toBe(file);
  });

  test("begin with a front page of at most 150 lines", () => {
    expect(read("README.md").split("\n").length).toBeLessThanOrEqual(151);
  });

  test("are all in the list of documents", () => {
    const list = read("docs/README.md");
    const missing = guides.filter(
      (page) => page !== "docs/README.md" && !list.includes(`](${page.slice(5)})`),
    );
    expect(missing).toEqual([]);
  });

  test("name every example", () => {
    const list = read("docs/README.md");
    const examples = readdirSync(join(root, "examples"));
    expect(examples.filter((name) => !list.includes(`](../examples/${name})`))).toEqual([]);
  });

  test("lists the dependencies, and no others", () => {
    const table = read("docs/dependencies.md");
    const listed = [...table.matchAll(/^\| `([^`]+)` +\| (\d+)/gm)].map((row) => `${row[1]} ${row[2]}`);
    const wanted = Object.entries(dependencies).map(([name, range]) => `${name} ${/\d+/.exec(range)}`);
    expect(listed.sort()).toEqual(wanted.sort());
  });

  test.each(["README.md", "docs/getting-started.md"])(
    "%s names the oldest Node that the package takes",
    (page) => {
      expect(read(page)).toContain(`Node ${/\d+/.exec(engines.node)} or later`);
    },
  );
});

test("a clone has the command line of CDKTF, with which people deploy the examples", () => {
  expect(Object.keys(devDependencies)).toEqual(
    expect.arrayContaining([
      "@cdktf/provider-archive",
      "@cdktf/provider-aws",
      "cdktf",
      "cdktf-cli",
      "constructs",
    ]),
  );
});
