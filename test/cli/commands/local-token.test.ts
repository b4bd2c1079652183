/** @group processes */

import { expectOutputOf } from "../../support/output-schema";
import { cleanUp, Project } from "../support/cli";
import { localFixture, plainProject } from "../support/local";

afterAll(cleanUp);

describe("serverform local token", () => {
  const token = (...args: readonly string[]) =>
    new Project().run(["local", "--from", localFixture, "token", ...args]);

  test("prints only the token", async () => {
    const { stdout, stderr, code } = await token(
      "--user",
      "ada",
      "--group",
      "admins",
      "--scope",
      "notes/delete",
      "--ttl",
      "60",
    );
    const claims = JSON.parse(Buffer.from(stdout.split(".")[1] ?? "", "base64url").toString());
    expect(claims).toMatchObject({
      iss: expect.stringMatching(/^https:\/\/cognito-idp\.eu-west-1\.amazonaws\.com\/eu-west-1_/),
      token_use: "access",
      scope: "notes/delete",
      "cognito:groups": ["admins"],
      username: "ada",
    });
    expect(claims.exp - claims.iat).toBe(60);
    expect([stderr, code]).toEqual(["", 0]);
  });

  test("does not require a server that has run before", async () => {
    const run = () => project.run(["local", "token", "--user", "ada", "--json"]);
    const project = plainProject();
    const [first, second] = [await run(), await run()];
    expect([first.code, second.code]).toEqual([0, 0]);
    const subjects = [first, second].map(({ stdout }) => {
      expectOutputOf("local-token", stdout);
      const { sub } = JSON.parse(
        Buffer.from(JSON.parse(stdout).token.split(".")[1] ?? "", "base64url").toString(),
      );
      return sub;
    });
    expect(subjects[1]).toBe(subjects[0]);
  });

  test.each([
    ["no user", [], /required option '--user <name>'/],
    ["an unknown pool", ["--user", "ada", "--pool", "staff"], /staff/],
    ["another kind of token", ["--user", "ada", "--use", "refresh"], /--use is "refresh"/],
  ])("%s is refused", async (_name, args, message) => {
    const { stderr, code } = await token(...args);
    expect(stderr).toMatch(message);
    expect(code).toBe(1);
  });
});
