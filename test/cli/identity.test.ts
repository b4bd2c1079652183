/** @group processes */

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { accountOfRole, credentialsConfigured, findCallerIdentity, nameOfArn } from "../../lib/cli/identity";
import { cleanUp, Project } from "./support/cli";

afterAll(cleanUp);

describe("findCallerIdentity", () => {
  test("asks nobody when no credentials are set up", async () => {
    expect(await findCallerIdentity({ HOME: new Project().folder })).toBeUndefined();
  });

  test.each([
    [{ AWS_ACCESS_KEY_ID: "x" }, true],
    [{ AWS_PROFILE: "x" }, true],
    [{ AWS_WEB_IDENTITY_TOKEN_FILE: "/x" }, true],
    [{ AWS_REGION: "eu-west-1" }, false],
    [{ AWS_ACCESS_KEY_ID: "" }, false],
  ])("takes %j for credentials: %s", (environment, expected) => {
    expect(credentialsConfigured({ HOME: new Project().folder, ...environment })).toBe(expected);
  });

  test("knows credentials in a file", () => {
    const project = new Project();
    project.write(".aws/config", "[default]");
    expect(credentialsConfigured({ HOME: project.folder })).toBe(true);
  });
});

describe("the account of the caller", () => {
  const stacks = { "dev-x": {} };

  /** Runs a deployment against a service on this machine that answers like AWS does; returns the app's account. */
  async function accountGivenToApp(status: number, environment: NodeJS.ProcessEnv = {}): Promise<unknown> {
    const answer =
      "<GetCallerIdentityResponse><GetCallerIdentityResult><Account>123456789012</Account>" +
      "<Arn>arn:aws:iam::123456789012:user/mary</Arn></GetCallerIdentityResult></GetCallerIdentityResponse>";
    const server = createServer((_, response) => response.writeHead(status).end(answer));
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    try {
      const project = new Project(stacks);
      project.write(
        "before.js",
        `require("node:fs").writeFileSync("account.json", JSON.stringify(process.env.SERVERFORM_ACCOUNT ?? null))`,
      );
      const { port } = server.address() as AddressInfo;
      const { code } = await project.run(["deploy", "--stage", "dev"], {
        AWS_ACCESS_KEY_ID: "key",
        AWS_SECRET_ACCESS_KEY: "secret",
        AWS_ENDPOINT_URL_STS: `http://127.0.0.1:${port}`,
        ...environment,
      });
      expect(code).toBe(0);
      return JSON.parse(readFileSync(project.path("account.json"), "utf8"));
    } finally {
      server.close();
    }
  }

  test("is given to the app", async () => {
    expect(await accountGivenToApp(200)).toBe("123456789012");
  });

  test("is left out when AWS does not tell it", async () => {
    expect(await accountGivenToApp(403)).toBeNull();
  });

  test("is left as it is when somebody has set it", async () => {
    expect(await accountGivenToApp(200, { SERVERFORM_ACCOUNT: "999999999999" })).toBe("999999999999");
  });
});

describe("the parts of an ARN", () => {
  test.each([
    ["arn:aws:iam::123456789012:role/deploy/er", "123456789012"],
    ["arn:aws-cn:iam::123456789012:role/x", "123456789012"],
    ["deployer", undefined],
  ])("%s belongs to the account %s", (arn, account) => {
    expect(accountOfRole(arn)).toBe(account);
  });

  test.each([
    ["arn:aws:iam::123456789012:user/mary", "mary"],
    ["arn:aws:sts::123456789012:assumed-role/Admin/mary@example.com", "mary@example.com"],
    ["arn:aws:iam::123456789012:root", "root"],
  ])("%s is called %s", (arn, name) => {
    expect(nameOfArn(arn)).toBe(name);
  });
});
