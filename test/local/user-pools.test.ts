/** @group processes */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CognitoIdentityProviderClient, SignUpCommand } from "@aws-sdk/client-cognito-identity-provider";
import { Local, type LocalEvent } from "../../lib/local";
import { accessKeys } from "../support/access-keys";

const password = "Correct-horse-1";
const pool = {
  name: "users",
  username_attributes: ["email"],
  auto_verified_attributes: ["email"],
  verification_message_template: { default_email_option: "CONFIRM_WITH_LINK" },
};
/** As PyJWT's PyJWKClient reads keys. */
const readKeys = `
import json, urllib.request
def handler(event, context):
    request = urllib.request.Request(event["issuer"] + "/.well-known/jwks.json")
    with urllib.request.urlopen(request, timeout=5) as response:
        return json.load(response)
`;
const resources = {
  aws_lambda_function: {
    Keys: {
      function_name: "keys",
      runtime: "python3.14",
      handler: "main.handler",
      role: "arn:aws:iam::123456789012:role/test",
      timeout: 20,
      filename: "${data.archive_file.keys.output_path}",
    },
  },
  aws_cognito_user_pool: { Users: pool },
  aws_cognito_user_pool_client: { Web: { name: "web", user_pool_id: "${aws_cognito_user_pool.Users.id}" } },
  aws_cognito_user_group: { Admins: { name: "admins", user_pool_id: "${aws_cognito_user_pool.Users.id}" } },
  aws_cognito_user_pool_domain: {
    Domain: { domain: "notes", user_pool_id: "${aws_cognito_user_pool.Users.id}" },
  },
  aws_apigatewayv2_api: { Api: { name: "api", protocol_type: "HTTP" } },
  aws_apigatewayv2_stage: {
    Stage: { api_id: "${aws_apigatewayv2_api.Api.id}", name: "$default", auto_deploy: true },
  },
  aws_apigatewayv2_integration: {
    Pages: {
      api_id: "${aws_apigatewayv2_api.Api.id}",
      integration_type: "HTTP_PROXY",
      integration_method: "GET",
      integration_uri: "https://notes.auth.eu-west-1.amazoncognito.com/.well-known/openid-configuration",
      payload_format_version: "1.0",
    },
  },
  aws_apigatewayv2_route: {
    Pages: {
      api_id: "${aws_apigatewayv2_api.Api.id}",
      route_key: "GET /configuration",
      target: "integrations/${aws_apigatewayv2_integration.Pages.id}",
    },
  },
};

let folder: string;
let local: Local;
const events: LocalEvent[] = [];
const write = (resource: object): void =>
  writeFileSync(
    join(folder, "main.tf.json"),
    JSON.stringify({
      provider: { aws: { region: "eu-west-1" } },
      data: {
        archive_file: {
          keys: { type: "zip", source_dir: join(folder, "code"), output_path: join(folder, "keys.zip") },
        },
      },
      resource,
    }),
  );

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "serverform-pools-"));
  mkdirSync(join(folder, "code"));
  writeFileSync(join(folder, "code/main.py"), readKeys);
  write(resources);
  local = await Local.start({
    accessKeys,
    from: folder,
    bundlesFile: undefined,
    folder: join(folder, "server"),
    host: "127.0.0.1",
    port: 0,
    dataFolder: undefined,
    endpoints: new Map(),
    inspectPort: undefined,
    runsSchedules: false,
    watch: false,
    report: (event) => void events.push(event),
    seed: [{ name: "ada@example.com", password, groups: ["admins"] }],
  });
});

afterAll(async () => {
  await local.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("the user pools of a running server", () => {
  test("have the users of the seed", async () => {
    expect(await local.users({ action: "list" })).toMatchObject({
      users: [{ pool: "users", status: "CONFIRMED", groups: ["admins"] }],
    });
  });

  test("replace their domain in AWS", async () => {
    const [served] = local.userPools;
    const [api] = local.served;
    const answer = (await (await fetch(`${api?.urls[0]}configuration`)).json()) as Readonly<
      Record<string, string>
    >;
    expect(answer.authorization_endpoint).toBe(`${served?.pages}/oauth2/authorize`);
    expect(answer.issuer).toBe(`https://cognito-idp.eu-west-1.amazonaws.com/${served?.id}`);
  });

  test("publish their keys to Python functions, too", async () => {
    const issuer = `https://cognito-idp.eu-west-1.amazonaws.com/${local.userPools[0]?.id}`;
    const outcome = await local.invoke("keys", { issuer });
    const { keys } = JSON.parse("payload" in outcome ? outcome.payload : "{}");
    expect(keys).toEqual([expect.objectContaining({ kty: "RSA", use: "sig" })]);
  });

  test("confirm users by the link in a mail", async () => {
    const client = new CognitoIdentityProviderClient({ region: "eu-west-1", endpoint: local.servicesUrl });
    const ClientId = local.userPools[0]?.clients[0]?.id;
    await client.send(new SignUpCommand({ ClientId, Username: "bob@example.com", Password: password }));
    const mail = events.find((event) => event.event === "message");
    const link = /http:\S+/.exec(mail?.event === "message" ? mail.text : "")?.[0] ?? "";
    expect(await (await fetch(link)).text()).toContain("Your account is confirmed");
    expect(await local.users({ action: "list" })).toMatchObject({ users: [{}, { status: "CONFIRMED" }] });
  });

  test("keep their users and their port when the app changes, and lose the pages with the domain", async () => {
    const before = local.userPools[0]?.pages;
    await local.reload();
    expect(local.userPools[0]?.pages).toBe(before);
    const { aws_cognito_user_pool_domain: _, ...others } = resources;
    write(others);
    await local.reload();
    expect(local.userPools[0]?.pages).toBeUndefined();
    expect(await local.users({ action: "list" })).toMatchObject({ users: [{}, {}] });
    await expect(fetch(`${before}/login`)).rejects.toThrow();
  });
});
