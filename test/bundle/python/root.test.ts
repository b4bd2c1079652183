/** @group processes */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { App, Function, Stack } from "../../../lib";
import { standardErrorOf } from "../../support/environment";
import { temporaryFolder } from "../../support/stack";
import { filesIn } from "../support";

const start = process.cwd();
afterEach(() => process.chdir(start));

const deployed = { "app.py": "def handler(e, c): pass", "lib/notes.py": "x = 1", "data/words.txt": "a" };
const leftOut = {
  ".git/HEAD": "ref",
  ".serverform/stage": "me",
  ".terraform/providers": "x",
  ".terraform.lock.hcl": "x",
  ".env": "KEY=1",
  ".gen/providers/aws/index.ts": "x",
  "terraform.dev-notes-Main.tfstate": "{}",
  "terraform.dev-notes-Main.tfstate.backup": "{}",
  ".terraform.dev-notes-Main.tfstate.lock.info": "{}",
  "node_modules/constructs/index.js": "x",
  "cdktf.out/stacks/old/assets/a.py": "x",
  "earlier-output/manifest.json": "{}",
  "earlier-output/stacks/old/cdk.tf.json": "{}",
  "my-environment/pyvenv.cfg": "home = /usr",
  "my-environment/lib/site.py": "x",
  ".venv/lib/site.py": "x",
  "__pycache__/app.pyc": "x",
  "lib/__pycache__/notes.pyc": "x",
  ".pytest_cache/v": "x",
  ".mypy_cache/v": "x",
  ".ruff_cache/v": "x",
  ".tox/py/v": "x",
  ".aws-sam/build/app.py": "x",
};

/** Synthesizes an app in a project, and returns the files and names of its packages. */
function packages(project: string, outdir: string) {
  process.chdir(project);
  const app = new App({ name: "notes", stage: "dev", region: "us-east-1", outdir: join(project, outdir) });
  const stack = new Stack(app, "Main");
  new Function(stack, "Fn", { handler: "app.handler" });
  const said = standardErrorOf(() => app.synth());
  const assets = join(project, outdir, "stacks/dev-notes-Main/assets");
  return { said, found: readdirSync(assets).map((name) => ({ name, files: filesIn(join(assets, name)) })) };
}

describe.each(["cdktf.out", "output"])(
  "a Python function in the project's root, with the output in %s",
  (outdir) => {
    test("has its code in the package, without tools, state and output, however often it is built", () => {
      const project = temporaryFolder();
      for (const [file, content] of Object.entries({ "cdktf.json": "{}", ...deployed, ...leftOut })) {
        mkdirSync(join(project, dirname(file)), { recursive: true });
        writeFileSync(join(project, file), content);
      }
      const first = packages(project, outdir);
      expect(first.found).toEqual([
        {
          name: expect.stringMatching(/^source-/),
          files: ["app.py", "cdktf.json", "data/words.txt", "lib/notes.py"],
        },
      ]);
      expect(first.said).toContain(`srcPath "." is deployed without .env, because`);
      expect(packages(project, outdir).found).toEqual(first.found);
      expect(readFileSync(join(project, outdir, "manifest.json"), "utf8")).toContain("dev-notes-Main");
    });
  },
);
