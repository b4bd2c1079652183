/** @group processes */

import { spawnSync } from "node:child_process";
import { variablesText } from "../../../lib/cli/local/credentials";
import { localCredentials } from "../../support/access-keys";
import { cleanUp, Project } from "../support/cli";
import { localFixture } from "../support/local";

afterAll(cleanUp);

describe("serverform local credentials", () => {
  const credentials = (...args: readonly string[]) => run(new Project(), ...args);
  const run = (project: Project, ...args: readonly string[]) =>
    project.run(["local", "--from", localFixture, "credentials", ...args]);

  test("prints variables for a shell, the same ones each time, and others in another project", async () => {
    const [project, other] = [new Project(), new Project()];
    const printed = [await run(project), await run(project), await run(other)];
    expect(printed.map(({ code }) => code)).toEqual([0, 0, 0]);
    const [first, again, another] = printed.map(({ stdout }) => stdout);
    expect(first).toMatch(
      new RegExp(
        `^export AWS_ACCESS_KEY_ID=${localCredentials.accessKeyId}\nexport AWS_SECRET_ACCESS_KEY=[\\w-]{43}\n$`,
      ),
    );
    expect(again).toBe(first);
    expect(another).not.toBe(first);
  });

  test("of any value are read by a shell unchanged, and plain ones are not quoted", () => {
    const values = { A: "http://127.0.0.1:1/a+b=", B: 'it\'s $HOME `id` "#" \\n', C: "two\nlines", D: "" };
    const script = `eval "$1"; for name in A B C D; do printenv "$name"; done`;
    const { stdout } = spawnSync("sh", ["-c", script, "sh", variablesText(values)], { encoding: "utf8" });
    expect(stdout).toBe(
      Object.values(values)
        .map((value) => `${value}\n`)
        .join(""),
    );
    expect(variablesText(values)).toMatch(/^export A=http:\/\/127.0.0.1:1\/a\+b=$/m);
  });

  test("refuses a user where the app has no identity pool", async () => {
    const { stderr, code } = await credentials("--user", "ada");
    expect([stderr, code]).toEqual([
      expect.stringMatching(/--user needs an identity pool.*\[local-identity-pool-none\]/s),
      1,
    ]);
  });
});
