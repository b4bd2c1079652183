/** @group processes */

import { localCredentials } from "../../../lib/local/wire/local-credentials";
import { cleanUp, Project } from "../support/cli";
import { localFixture } from "../support/local";

afterAll(cleanUp);

describe("serverform local credentials", () => {
  const credentials = (...args: readonly string[]) =>
    new Project().run(["local", "--from", localFixture, "credentials", ...args]);

  test("prints variables for a shell", async () => {
    const { accessKeyId, secretAccessKey } = localCredentials;
    const { stdout, code } = await credentials();
    expect([stdout, code]).toEqual([
      `export AWS_ACCESS_KEY_ID=${accessKeyId}\nexport AWS_SECRET_ACCESS_KEY=${secretAccessKey}\n`,
      0,
    ]);
  });

  test("refuses a user where the app has no identity pool", async () => {
    const { stderr, code } = await credentials("--user", "ada");
    expect([stderr, code]).toEqual([expect.stringMatching(/--user needs an identity pool/), 1]);
  });
});
