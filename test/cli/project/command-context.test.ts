/** @group processes */

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { cleanUp, Project } from "../support/cli";

afterAll(cleanUp);

const stacks = { "dev-x": { resources: { r: { input: "1" } }, outputs: { a: { value: "1" } } } };

describe("the stage", () => {
  test.each([
    ["--stage", ["--stage", "option"], { SERVERFORM_STAGE: "variable" }, "option"],
    ["SERVERFORM_STAGE", [], { SERVERFORM_STAGE: "variable" }, "variable"],
    [".serverform/stage", [], {}, "personal"],
  ])("comes from %s", async (_, options, environment, stage) => {
    const project = new Project(stacks);
    project.write(".serverform/stage", "personal\n");
    expect((await project.run(["deploy", "--yes", ...options], environment)).stdout).toContain(
      `Stage: ${stage}\n`,
    );
  });

  test("is refused if it is invalid", async () => {
    const { code, stderr } = await new Project(stacks).run(["build", "--stage", "1st"]);
    expect(code).toBe(1);
    expect(stderr).toContain('--stage is "1st"');
  });

  test("is compared with the stage of the app, with a warning if they differ", async () => {
    const project = new Project({ "prod-x-Main": { settings: { app: "x", stage: "prod" } } });
    expect((await project.run(["build", "--stage", "dev"])).stderr).toContain('"prod", not "dev"');
  });
});

describe("the Terraform binary", () => {
  /** The engine that a deployment runs: each script writes its name, and runs the project's own Terraform. */
  async function binaryOf(given: {
    readonly option?: string;
    readonly variable?: string;
    readonly context?: unknown;
  }): Promise<string> {
    const project = new Project(stacks);
    const own = project.environment.TERRAFORM_BINARY_NAME ?? "terraform";
    for (const name of ["first", "second", "third"])
      project.script(name, `echo ${name} > "${project.path("binary")}"\nexec "${own}" "$@"`);
    const path = (name: string | undefined) => (name === undefined ? undefined : project.path(name));
    const cdktf = JSON.parse(readFileSync(project.path("cdktf.json"), "utf8")) as object;
    const terraformBinary = typeof given.context === "string" ? path(given.context) : given.context;
    project.write("cdktf.json", JSON.stringify({ ...cdktf, context: { serverform: { terraformBinary } } }));
    const options = given.option === undefined ? [] : ["--terraform", project.path(given.option)];
    const { code, stderr } = await project.run(["deploy", "--yes", "--stage", "dev", ...options], {
      TERRAFORM_BINARY_NAME: path(given.variable),
    });
    if (code !== 0) throw new Error(stderr);
    return readFileSync(project.path("binary"), "utf8").trim();
  }

  test.each([
    ["--terraform", { option: "first", variable: "second", context: "third" }, "first"],
    ["TERRAFORM_BINARY_NAME", { variable: "second", context: "third" }, "second"],
    ["cdktf.json", { context: "third" }, "third"],
  ])("comes from %s", async (_, given, expected) => {
    expect(await binaryOf(given)).toBe(expected);
  });

  test("is refused if it is not a name", async () => {
    await expect(binaryOf({ context: 5 })).rejects.toThrow("context.serverform.terraformBinary");
  });
});

describe("the account of the caller", () => {
  /** Runs a deployment against a local server that answers as AWS does. Returns the account that the app gets. */
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
        `require("node:fs").writeFileSync("account.json", JSON.stringify(process.env.SERVERFORM_ACCOUNT ?? process.env.SERVERFORM_CALLER_ACCOUNT ?? null))`,
      );
      const { port } = server.address() as AddressInfo;
      const { code } = await project.run(["deploy", "--yes", "--stage", "dev"], {
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

  test("is passed to the app", async () => {
    expect(await accountGivenToApp(200)).toBe("123456789012");
  });

  test("is not passed if AWS rejects the request", async () => {
    expect(await accountGivenToApp(403)).toBeNull();
  });

  test("is not overwritten if it is already set", async () => {
    expect(await accountGivenToApp(200, { SERVERFORM_ACCOUNT: "999999999999" })).toBe("999999999999");
  });
});
