import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { StackSettings } from "../../../lib/cli/project/synthesized-stack";
import { stageCredentials } from "../../../lib/cli/stage/developer-credentials";
import { temporaryFolder } from "../../support/stack";

const role = (name: string) => `arn:aws:iam::111122223333:role/${name}`;

/** STS that names its sessions by the caller and the role, so that a chain of roles shows in the key. */
describe("the credentials for a stage", () => {
  const environment = { ...process.env };
  const asked: URLSearchParams[] = [];
  let sts: Server;

  beforeAll(async () => {
    sts = createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      const given = new URLSearchParams(body);
      asked.push(given);
      const caller = /Credential=([^/]+)/.exec(request.headers.authorization ?? "")?.[1];
      const key = `${caller}>${given.get("RoleArn")?.split("/").at(-1)}`;
      response.setHeader("content-type", "text/xml");
      response.end(
        `<AssumeRoleResponse><AssumeRoleResult><Credentials><AccessKeyId>${key}</AccessKeyId><SecretAccessKey>s</SecretAccessKey>` +
          "<SessionToken>t</SessionToken><Expiration>2099-01-01T00:00:00Z</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>",
      );
    });
    await new Promise<void>((listening) => sts.listen(0, "127.0.0.1", listening));
    const file = join(temporaryFolder(), "credentials");
    writeFileSync(
      file,
      "[default]\naws_access_key_id = own\naws_secret_access_key = s\n[work]\naws_access_key_id = work\naws_secret_access_key = s\n",
    );
    for (const name of Object.keys(process.env)) if (name.startsWith("AWS_")) delete process.env[name];
    Object.assign(process.env, {
      AWS_SHARED_CREDENTIALS_FILE: file,
      AWS_CONFIG_FILE: join(file, "..", "none"),
      AWS_ENDPOINT_URL_STS: `http://127.0.0.1:${(sts.address() as AddressInfo).port}`,
    });
  });

  beforeEach(() => asked.splice(0));

  afterAll(() => {
    process.env = environment;
    sts.close();
  });

  const keyOf = async (credentials: StackSettings["credentials"], roleArn?: string) => {
    const settings = { app: "notes", stage: "dev", ...(credentials && { credentials }) };
    const provider = await stageCredentials("us-east-1", roleArn, [{}, { settings }]);
    return (await provider()).accessKeyId;
  };

  test.each<[string, StackSettings["credentials"], string | undefined, string]>([
    ["are those of the environment without settings", undefined, undefined, "own"],
    ["are those of the app's profile", { profile: "work" }, undefined, "work"],
    ["are those of the app's role", { roles: [{ roleArn: role("a") }] }, undefined, "own>a"],
    [
      "are those of the last role, where each assumes the next",
      { profile: "work", roles: [{ roleArn: role("a") }, { roleArn: role("b") }] },
      undefined,
      "work>a>b",
    ],
    ["are those of --role-arn first", { roles: [{ roleArn: role("a") }] }, role("cli"), "own>cli"],
  ])("%s", async (_, credentials, roleArn, key) => {
    expect(await keyOf(credentials, roleArn)).toBe(key);
  });

  test("ask for the role as the provider does", async () => {
    await keyOf({
      roles: [{ roleArn: role("a"), externalId: "e-1", sessionName: "ci", sourceIdentity: "mary" }],
    });
    expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({
      ExternalId: "e-1",
      RoleSessionName: "ci",
      SourceIdentity: "mary",
    });
  });

  test("are kept until they expire", async () => {
    const settings = { app: "notes", stage: "dev", credentials: { roles: [{ roleArn: role("a") }] } };
    const provider = await stageCredentials("us-east-1", undefined, [{ settings }]);
    await provider();
    await provider();
    expect(asked).toHaveLength(1);
  });
});
