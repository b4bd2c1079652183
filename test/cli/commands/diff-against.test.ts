/** @group processes */

import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expectOutputOf } from "../../support/output-schema";
import { cleanUp, Project } from "../support/cli";

afterAll(cleanUp);

/** An app that writes its Terraform JSON by hand, from the routes in a file. */
const app = `
const { mkdirSync, readFileSync, writeFileSync } = require("node:fs");
const out = process.env.CDKTF_OUTDIR;
const { routes, table = "notes" } = JSON.parse(readFileSync("routes.json", "utf8"));
mkdirSync(out + "/stacks/dev-web", { recursive: true });
const own = { api_id: "\${aws_apigatewayv2_api.web.id}" };
const resource = {
  aws_apigatewayv2_api: { web: { name: "web", protocol_type: "HTTP" } },
  aws_apigatewayv2_route: Object.fromEntries(Object.entries(routes).map(([route_key, authorization_type], index) => [
    "r" + index, { ...own, route_key, authorization_type },
  ])),
  ...(table && { aws_dynamodb_table: { notes: { name: table, hash_key: "id" } } }),
};
writeFileSync(out + "/stacks/dev-web/cdk.tf.json", JSON.stringify({ resource }));
const stack = { name: "dev-web", synthesizedStackPath: "stacks/dev-web/cdk.tf.json", workingDirectory: "stacks/dev-web", dependencies: [], annotations: [] };
writeFileSync(out + "/manifest.json", JSON.stringify({ version: "0.21", stacks: { "dev-web": stack } }));
`;

const project = new Project({}, { app: "node app.js" });
const routes = (list: object, more: object = {}): string =>
  project.write("routes.json", JSON.stringify({ routes: list, ...more }));
const git = (...args: readonly string[]): void =>
  void execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
    cwd: project.folder,
    stdio: "ignore",
  });

beforeAll(() => {
  project.write(".gitignore", "node_modules\n.serverform\nhome\n");
  project.write("app.js", app);
  routes({ "GET /admin": "AWS_IAM" });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "first");
});

/** The files of commits that comparisons have left behind. */
const leftBehind = (): readonly string[] => readdirSync(join(project.folder, ".serverform/against"));

describe("serverform diff --against", () => {
  test("compares with a commit, and fails on openings", async () => {
    routes({ "GET /admin": "NONE" });
    const { code, stdout } = await project.run([
      "diff",
      "--against",
      "HEAD",
      "--json",
      "--fail-on",
      "opening",
    ]);
    expectOutputOf("diff", stdout);
    const { stacks } = JSON.parse(stdout);
    expect([code, stacks]).toEqual([
      1,
      [
        expect.objectContaining({
          id: "dev-web",
          terms: [
            {
              text: "GET /admin becomes public",
              isOpening: true,
              isStar: false,
              address: "aws_apigatewayv2_route.r0",
            },
          ],
          losses: [],
        }),
      ],
    ]);
    expect(leftBehind()).toEqual([]);
  });

  test("prints a comment whose first line is always the same", async () => {
    const { stdout } = await project.run(["diff", "--against", "HEAD", "--markdown"]);
    expect(stdout.split("\n")).toEqual(
      expect.arrayContaining(["<!-- serverform:diff -->", "- **opens:** GET /admin becomes public"]),
    );
    expect(stdout).toMatch(/^<!-- serverform:diff -->\n/);
  });

  test("reports losses", async () => {
    routes({ "GET /admin": "AWS_IAM" }, { table: "notes-2" });
    const { code, stdout } = await project.run(["diff", "--against", "HEAD", "--fail-on", "loss"]);
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining("the table notes is replaced: its data is lost"),
    ]);
  });

  test("says that nothing differs, and exits with 0", async () => {
    routes({ "GET /admin": "AWS_IAM" });
    const { code, stdout } = await project.run([
      "diff",
      "--against",
      "HEAD",
      "--fail-on",
      "opening,loss,star",
    ]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("The access is the same as HEAD.")]);
  });

  test.each([
    [["--against", "gone"], "[against-unknown]"],
    [["--against", "HEAD", "--fail-on", "openings"], "[fail-on-unknown]"],
    [["--against", "HEAD", "--out", "plans"], "[against-option]"],
    [["--against", "HEAD", "dev-api"], "[against-stack-unknown]"],
    [["--markdown"], "[against-required]"],
  ])("refuses %j", async (options, expected) => {
    const { code, stderr } = await project.run(["diff", ...options]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(expected)]);
  });

  test("refuses a commit whose app fails", async () => {
    project.write("app.js", "process.exit(3)");
    git("commit", "-qam", "broken");
    project.write("app.js", app);
    const { code, stderr } = await project.run(["diff", "--against", "HEAD"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("[against-not-synthesized]")]);
    expect(leftBehind()).toEqual([]);
  });
});
