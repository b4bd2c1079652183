/** @group processes */

import { writeFiles } from "../../live/loopback/stage";
import { localCredentials } from "../../support/access-keys";
import { LiveProject } from "./support";

let project: LiveProject;

afterEach(() => project.stop());
afterAll(() => LiveProject.end());

/** The credentials that the SDK finds in the process of the handler. */
const handlers = `
  import { createRequire } from "node:module";
  export const hello = async () => {
    const { STSClient } = createRequire(${JSON.stringify(__filename)})("@aws-sdk/client-sts");
    const { accessKeyId } = await new STSClient({}).config.credentials();
    return { statusCode: 200, body: JSON.stringify({ accessKeyId, profile: process.env.AWS_PROFILE }) };
  };
  export const bye = hello;
  export const short = hello;
`;

describe("With a profile in the shell, serverform start", () => {
  test("gives the SDK in handlers the credentials of the function's role", async () => {
    project = await LiveProject.create({ "functions/hello.ts": handlers });
    const { accessKeyId, secretAccessKey } = localCredentials;
    writeFiles(project.stage.folder, {
      "home/.aws/credentials": `[admin]\naws_access_key_id = ${accessKeyId}\naws_secret_access_key = ${secretAccessKey}\n`,
    });
    const lines = project.follow(["start", "--json", "--yes", "--stage", "dev"], { AWS_PROFILE: "admin" });
    await lines.next("link", { state: "live" });
    expect(await project.get("/hello")).toEqual({ accessKeyId: expect.stringMatching(/^ASIA/) });
  });
});
