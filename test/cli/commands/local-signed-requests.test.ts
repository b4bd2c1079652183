/** @group processes */

import { Sha256 } from "@aws-crypto/sha256-js";
import { SignatureV4 } from "@smithy/signature-v4";
import { type RunningCommand, startCommand } from "../../local/safety-support";
import { call } from "../../local/support/call";
import { until } from "../../support/until";
import { cleanUp, Project } from "../support/cli";

afterAll(cleanUp);

const lambda = "${aws_lambda_function.http_GET_identity.invoke_arn}";
const api = { rest_api_id: "${aws_api_gateway_rest_api.rest.id}" };
const root = { ...api, resource_id: "${aws_api_gateway_rest_api.rest.root_resource_id}", http_method: "GET" };

const mayCall = {
  Version: "2012-10-17",
  Statement: [{ Effect: "Allow", Action: "execute-api:Invoke", Resource: "*" }],
};

/** A REST API whose root is for signed requests, and an identity pool. */
const project = {
  routes: {
    "GET /identity":
      "return { statusCode: 200, body: JSON.stringify(event.requestContext.identity ?? null) };",
  },
  resources: {
    aws_api_gateway_rest_api: { rest: { name: "rest" } },
    aws_api_gateway_method: { root: { ...root, authorization: "AWS_IAM" } },
    aws_api_gateway_integration: {
      root: { ...root, type: "AWS_PROXY", integration_http_method: "POST", uri: lambda },
    },
    aws_lambda_permission: {
      root: {
        function_name: "${aws_lambda_function.http_GET_identity.function_name}",
        action: "lambda:InvokeFunction",
        principal: "apigateway.amazonaws.com",
        source_arn: "${aws_api_gateway_rest_api.rest.execution_arn}/*/GET/",
      },
    },
    aws_api_gateway_deployment: { rest: api },
    aws_api_gateway_stage: {
      rest: { ...api, stage_name: "dev", deployment_id: "${aws_api_gateway_deployment.rest.id}" },
    },
    aws_cognito_user_pool: { users: { name: "users" } },
    aws_cognito_identity_pool: { people: { identity_pool_name: "people" } },
    aws_iam_role: { users: { name: "users" }, guests: { name: "guests" } },
    aws_iam_role_policy: {
      users: { role: "${aws_iam_role.users.name}", name: "call", policy: JSON.stringify(mayCall) },
    },
    aws_cognito_identity_pool_roles_attachment: {
      people: {
        identity_pool_id: "${aws_cognito_identity_pool.people.id}",
        roles: { authenticated: "${aws_iam_role.users.arn}", unauthenticated: "${aws_iam_role.guests.arn}" },
      },
    },
  },
};

type Variables = Readonly<Record<string, string>>;

/** The variables that a shell has after it evaluates the output of the command. */
async function exported({ folder }: RunningCommand, ...args: readonly string[]): Promise<Variables> {
  const all = ["local", "--from", `${folder}/out`, "credentials", ...args];
  // In the folder of the server: the credentials of another project are not valid here.
  const { stdout } = await new Project().run(all, {}, folder);
  return Object.fromEntries(
    [...stdout.matchAll(/^export (\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
}

async function signed(base: string, variables: Variables) {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = variables;
  const credentials = {
    accessKeyId: AWS_ACCESS_KEY_ID ?? "",
    secretAccessKey: AWS_SECRET_ACCESS_KEY ?? "",
    ...(AWS_SESSION_TOKEN !== undefined && { sessionToken: AWS_SESSION_TOKEN }),
  };
  const signer = new SignatureV4({
    service: "execute-api",
    region: "eu-west-1",
    credentials,
    sha256: Sha256,
  });
  const { host, hostname, pathname: path } = new URL(base);
  const request = { method: "GET", protocol: "http:", hostname, path, headers: { host } };
  return call(base, path, { headers: (await signer.sign(request)).headers });
}

// https://docs.aws.amazon.com/apigateway/latest/developerguide/permissions.html
test("methods of a REST API with iam take requests that are signed with what `local credentials` prints", async () => {
  const server = await startCommand(project);
  const url = server.urls.rest ?? "";
  const asService = await signed(url, await exported(server));
  expect(asService.status).toBe(200);
  expect(JSON.parse(asService.text)).toMatchObject({
    userArn: "arn:aws:iam::123456789012:user/local",
    cognitoIdentityId: null,
  });
  const asUser = await signed(url, await exported(server, "--user", "ada"));
  expect(JSON.parse(asUser.text)).toMatchObject({
    cognitoAuthenticationType: "authenticated",
    cognitoIdentityId: expect.stringMatching(/^eu-west-1:/),
    cognitoAuthenticationProvider: expect.stringContaining(":CognitoSignIn:"),
  });
  const asGuest = await signed(url, await exported(server, "--guest"));
  expect(asGuest.status).toBe(403);
  expect(JSON.parse(asGuest.text)).toEqual({
    Message: expect.stringMatching(
      /^User: arn:aws:sts::123456789012:assumed-role\/guests\/CognitoIdentityCredentials is not authorized to perform: execute-api:Invoke on resource: arn:aws:execute-api:eu-west-1:\*{8}9012:\w+\/dev\/GET\/ because no identity-based policy allows/,
    ),
  });

  const { AWS_ACCESS_KEY_ID } = await exported(server);
  const forged = await signed(url, {
    AWS_ACCESS_KEY_ID: AWS_ACCESS_KEY_ID ?? "",
    AWS_SECRET_ACCESS_KEY: "x",
  });
  expect([forged.status, (await call(url, "/dev")).status]).toEqual([403, 403]);
  const reasons = () => server.lines.filter(({ status }) => status === 403).map(({ reason }) => reason);
  await until(() => reasons().length === 3);
  expect(reasons()).toEqual([
    expect.stringMatching(/is not authorized/),
    expect.stringMatching(/signature/i),
    expect.stringMatching(/is not signed/),
  ]);
});
