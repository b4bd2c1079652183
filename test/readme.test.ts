/** @group processes */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { App, ServerformError } from "../lib";
import { dependencies, devDependencies, engines } from "../package.json";
import { codeBlocks, guides, read } from "./docs/documents";
import { Admin } from "./docs/examples/errors";
import { linesOf } from "./docs/first-steps";
import { linesLike, RunningCommand, runSteps } from "./docs/session";
import { cleanEnvironment, copyProject, root } from "./examples/support";
import { temporaryFolder } from "./support/stack";

/** The block that a comment announces: `<!-- output <name> -->`. */
function block(comment: string, document: string): string {
  const found = new RegExp(`<!-- ${comment} -->\\n\`\`\`\\w+\\n([\\s\\S]*?)\`\`\``).exec(document);
  return found?.[1] ?? "";
}

/** The environment of a user's shell, with the commands that `npm ci` installs in the PATH. */
const environment = (): NodeJS.ProcessEnv => ({
  ...cleanEnvironment(),
  PATH: `${root}/node_modules/.bin:${process.env.PATH}`,
});

describe("first steps of the front page", () => {
  const project = copyProject(join(temporaryFolder(), "serverform"));
  const [start = [], request = []] = codeBlocks(read("README.md"), "sh").map(({ code }) => linesOf(code));
  let server: RunningCommand;

  beforeAll(async () => {
    // The test skips `npm ci`, because the packages are installed. It uses a free port, because 4000 may be in use.
    expect(start).toEqual(["npm ci", "npm start"]);
    server = new RunningCommand(`${start[1]} -- --port 0`, { cwd: project, env: environment() });
    await server.until((printed) => printed.includes("Ready."));
  });
  afterAll(() => server.interrupt());

  test("serve the example, and answer the request", async () => {
    const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(server.output)?.[1] ?? "";
    const [command = ""] = request;
    const [printed = ""] = await runSteps(
      [{ command: command.replace("localhost:4000", `localhost:${port}`), shown: [] }],
      { cwd: project, env: environment() },
    );
    expect(linesLike([], printed)).toEqual(["HTTP/1.1 200 OK", "[]"]);
  });

  test("an interrupt ends it", async () => {
    await expect(server.interrupt()).resolves.toBeUndefined();
  });
});

describe("guides", () => {
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
