import { spawnSync } from "node:child_process";
import { relative } from "node:path";
import { App, ServerformError } from "../lib";
import { dependencies, engines, scripts } from "../package.json";
import { read } from "./docs/documents";
import { Admin } from "./docs/examples/errors";
import { cleanEnvironment, functionOfRoute, root, template } from "./examples/support";
import { temporaryFolder } from "./support/stack";

const readme = read("README.md");

/** The block that an `<!-- output <name> -->` announces. */
function output(name: string): string {
  const found = new RegExp(`<!-- output ${name} -->\\n\`\`\`\\w+\\n([\\s\\S]*?)\`\`\``).exec(readme);
  return found?.[1] ?? "";
}

describe("README", () => {
  const outdir = temporaryFolder();
  let start: { readonly status: number | null; readonly stdout: string };

  beforeAll(() => {
    start = spawnSync(scripts.start, {
      shell: true,
      cwd: root,
      encoding: "utf8",
      env: {
        ...cleanEnvironment(),
        PATH: `${root}/node_modules/.bin:${process.env.PATH}`,
        SERVERFORM_STAGE: "dev",
        CDKTF_OUTPUT: relative(root, outdir),
      },
    });
  }, 60_000);

  test("shows what npm start prints, without a terminal too", () => {
    const withoutSizes = (text: string) => text.replace(/[\d.]+ (?=[kM]B)/g, "");
    const printed = start.stdout.replaceAll(relative(root, outdir), "cdktf.out");
    expect([start.status, withoutSizes(printed)]).toEqual([0, withoutSizes(output("build"))]);
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
      new App({ name: "notes", stage: "dev", outdir: temporaryFolder() }).stack(Admin);
    } catch (error) {
      expect(`${(error as Error).message}\n`).toBe(output("error"));
    }
  });

  test("names the file above each block of the tutorial", () => {
    const named = [...readme.matchAll(/^`(examples\/\S+)`:\n\n<!-- code ([^\s#]+)/gm)];
    expect(named.length).toBeGreaterThanOrEqual(5);
    for (const [, shown, file] of named) expect(shown).toBe(file);
  });

  test("lists the dependencies, and no others", () => {
    const [, table = ""] = readme.split("## Dependencies");
    const listed = [...table.matchAll(/^\| `([^`]+)` +\| (\d+)/gm)].map((row) => `${row[1]} ${row[2]}`);
    const wanted = Object.entries(dependencies).map(([name, range]) => `${name} ${/\d+/.exec(range)}`);
    expect(listed.sort()).toEqual(wanted.sort());
  });

  test("names the oldest Node that the package takes", () => {
    expect(readme).toContain(`Node ${/\d+/.exec(engines.node)} or later`);
  });
});
