/** @group processes */

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

  test("refuses a user where the app has no identity pool", async () => {
    const { stderr, code } = await credentials("--user", "ada");
    expect([stderr, code]).toEqual([
      expect.stringMatching(/--user needs an identity pool.*\[local-identity-pool-none\]/s),
      1,
    ]);
  });
});
