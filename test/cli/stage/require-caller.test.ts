/** @group processes */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { cleanUp, Project } from "../support/cli";

afterAll(cleanUp);

const noFiles = {
  AWS_CONFIG_FILE: "/nowhere",
  AWS_SHARED_CREDENTIALS_FILE: "/nowhere",
  AWS_EC2_METADATA_DISABLED: "true",
};

/** A project whose stack has the AWS provider, and a Terraform that must not initialize. */
function awsProject(provider: object = { region: "us-east-1" }): Project {
  const project = new Project({ "dev-x": { resources: { r: { input: "1" } } } });
  project.write(
    "main.js",
    `const fs = require("fs");
const out = process.env.CDKTF_OUTDIR;
fs.mkdirSync(out + "/stacks/dev-x", { recursive: true });
const template = {
  "//": { metadata: { stackName: "dev-x", version: "0.21.0", backend: "local" } },
  terraform: { required_providers: { aws: { source: "aws", version: "6.0.0" } } },
  provider: { aws: [${JSON.stringify(provider)}] },
};
fs.writeFileSync(out + "/stacks/dev-x/cdk.tf.json", JSON.stringify(template));
fs.writeFileSync(out + "/manifest.json", JSON.stringify({ version: "0.21.0", stacks: { "dev-x": {
  name: "dev-x", constructPath: "dev-x", synthesizedStackPath: "stacks/dev-x/cdk.tf.json", workingDirectory: "stacks/dev-x",
  annotations: [], dependencies: [] } } }));`,
  );
  return project;
}

describe("deploy asks who it is before Terraform begins", () => {
  const run = (project: Project, variables: NodeJS.ProcessEnv) => {
    Object.assign(project.environment, noFiles, variables);
    return project.run(["deploy", "--stage", "dev", "--yes"]);
  };

  test("without credentials, or with a profile that does not exist", async () => {
    const missing = await run(awsProject(), {});
    expect(missing.stderr).toMatch(
      /^serverform deploy: credentials are missing: .*\n {2}Sign in .*\n {2}\[aws-credentials-missing\]\n$/m,
    );
    const profile = await run(awsProject(), { AWS_PROFILE: "nobody" });
    expect(profile.stderr).toMatch(/AWS_PROFILE is "nobody", which is not in .*\[aws-profile-unknown\]/s);
    for (const { code, stderr, stdout } of [missing, profile]) {
      expect([code, stdout.includes("Deploying")]).toEqual([1, false]);
      expect(stderr).not.toMatch(/^ {4}at /m);
    }
  });

  test("with keys that AWS refuses", async () => {
    const server = createServer((_, response) => {
      response.writeHead(403, { "content-type": "text/xml" });
      response.end(
        "<ErrorResponse><Error><Type>Sender</Type><Code>ExpiredToken</Code><Message>The token has expired</Message></Error></ErrorResponse>",
      );
    }).listen(0, "127.0.0.1");
    await new Promise((done) => server.once("listening", done));
    const { port } = server.address() as AddressInfo;
    const keys = { AWS_ACCESS_KEY_ID: "AKIDEXAMPLE", AWS_SECRET_ACCESS_KEY: "x" };
    const { stderr, code } = await run(awsProject(), {
      ...keys,
      AWS_ENDPOINT_URL_STS: `http://127.0.0.1:${port}`,
    });
    server.close();
    expect([code, stderr]).toEqual([1, expect.stringContaining("[aws-credentials-expired]")]);
  });
});
