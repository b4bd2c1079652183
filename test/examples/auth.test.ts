/** @group processes */

import { execFile } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { checkOutput } from "../support/reference-check";
import { temporaryFolder } from "../support/stack";
import { FakeCognito } from "./cognito";
import {
  type Block,
  cleanEnvironment,
  functionOfRoute,
  packageFolder,
  root,
  runApp,
  template,
} from "./support";

const [users, service] = ["dev-auth-Users", "dev-auth-Service"];
const outdir = join(temporaryFolder(), "cdktf.out");

beforeAll(() => {
  runApp("examples/auth", "main.ts", { CDKTF_OUTDIR: outdir, SERVERFORM_ACCOUNT: "123456789012" });
});

test("the output of the example is sound Terraform JSON", () => {
  expect(checkOutput(outdir)).toEqual([]);
});

test("the example creates the listed number of resources of each type", () => {
  const counted = [users, service].map((stack) => {
    const { resource } = template(outdir, stack);
    const counts = Object.entries(resource).map(([type, each]) => [type, Object.keys(each).length]);
    return Object.fromEntries(counts);
  });
  expect(counted).toEqual([
    {
      aws_cloudwatch_log_group: 3,
      aws_cognito_identity_pool: 1,
      aws_cognito_identity_pool_roles_attachment: 1,
      aws_cognito_user_group: 2,
      aws_cognito_user_pool: 1,
      aws_cognito_user_pool_client: 1,
      aws_iam_role: 5,
      aws_iam_role_policy: 4,
      aws_lambda_function: 3,
      aws_lambda_permission: 3,
      aws_ssm_parameter: 2,
      terraform_data: 1,
    },
    {
      aws_apigatewayv2_api: 1,
      aws_apigatewayv2_authorizer: 1,
      aws_apigatewayv2_integration: 3,
      aws_apigatewayv2_route: 3,
      aws_apigatewayv2_stage: 1,
      aws_cloudwatch_log_group: 4,
      aws_iam_role: 3,
      aws_iam_role_policy: 4,
      aws_lambda_function: 3,
      aws_lambda_permission: 3,
      terraform_data: 1,
    },
  ]);
});

test("users with AWS credentials may call the API, and nothing else", () => {
  const { resource } = template(outdir, service);
  const policies = Object.entries(resource.aws_iam_role_policy ?? {}).filter(([, { role }]) =>
    String(role).includes("terraform_remote_state"),
  );
  const statements = policies.flatMap(([, { policy }]) => JSON.parse(String(policy)).Statement);
  expect(statements).toEqual([
    {
      Effect: "Allow",
      Action: "execute-api:Invoke",
      Resource: expect.stringMatching(
        /^arn:aws:execute-api:us-east-1:123456789012:\$\{aws_apigatewayv2_api\.\w+\.id\}\/\*$/,
      ),
    },
  ]);
});

describe("packaged functions run", () => {
  const cognito = new FakeCognito();
  let endpoint: string;

  beforeAll(async () => {
    endpoint = await cognito.start();
  });
  afterAll(() => cognito.stop());
  afterEach(() => {
    cognito.requests.length = 0;
  });

  /**
   * Invokes a function from its package alone, in a process that finds no module of this repository but the AWS SDK,
   * which the runtime ships.
   */
  async function run(stack: string, fn: Block, event: object) {
    const place = temporaryFolder();
    mkdirSync(join(place, "node_modules"));
    for (const scope of ["@aws-sdk", "@smithy"])
      symlinkSync(join(root, "node_modules", scope), join(place, "node_modules", scope));
    const code = packageFolder(outdir, stack, template(outdir, stack), fn);
    cpSync(code, join(place, "task"), { recursive: true });
    writeFileSync(join(place, "invoke.js"), runner);
    const { variables } = fn.environment as { variables: Record<string, string> };
    const given = { AWS_REGION: "us-east-1", AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test" };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(place, "invoke.js"), String(fn.handler), JSON.stringify(event)],
      {
        cwd: place,
        env: {
          ...cleanEnvironment(),
          ...variables,
          USER_POOL_ID: userPoolId,
          ...given,
          AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: endpoint,
        },
      },
    );
    return JSON.parse(stdout);
  }

  /** The function of a trigger, as the pool names it. */
  const trigger = (attribute: string, event: object) => {
    const { resource } = template(outdir, users);
    const [pool = {}] = Object.values(resource.aws_cognito_user_pool ?? {});
    const arn = String((pool.lambda_config as Block)[attribute]);
    const name = /aws_lambda_function\.(\w+)\.arn/.exec(arn)?.[1] ?? "";
    return run(users, resource.aws_lambda_function?.[name] ?? {}, event);
  };

  const route = async (routeKey: string, authorizer: object) => {
    const fn = functionOfRoute(template(outdir, service), routeKey);
    const { statusCode, body } = await run(service, fn, httpEvent(routeKey, authorizer));
    return [statusCode, JSON.parse(body)];
  };

  test("an address of the domain signs up, its confirmation stays with the code", async () => {
    const event = signUpEvent("ann@example.com");
    expect(await trigger("pre_sign_up", event)).toEqual(event);
  });

  test("another address does not", async () => {
    await expect(trigger("pre_sign_up", signUpEvent("ann@example.org"))).rejects.toThrow("may sign up");
  });

  test("a confirmed user is put into a group of the trigger's own pool", async () => {
    const event = confirmationEvent();
    expect(await trigger("post_confirmation", event)).toEqual(event);
    const asked = { UserPoolId: userPoolId, Username: "ann", GroupName: "members" };
    expect(cognito.requests).toEqual([["AdminAddUserToGroup", asked]]);
  });

  test("tokens name the company of the user", async () => {
    const { response } = await trigger("pre_token_generation", tokenEvent());
    const added = { claimsToAddOrOverride: { company: "example.com" } };
    expect(response.claimsAndScopeOverrideDetails).toEqual({
      idTokenGeneration: added,
      accessTokenGeneration: added,
    });
  });

  const jwt = (claims: object) => ({ jwt: { claims: { sub: "1", ...claims }, scopes: null } });

  test("a user sees what the token says", async () => {
    const claims = { company: "example.com", "cognito:groups": "[members]" };
    expect(await route("GET /me", jwt(claims))).toEqual([
      200,
      { id: "1", company: "example.com", groups: ["members"] },
    ]);
  });

  test("only admins see all users", async () => {
    expect(await route("GET /users", jwt({ "cognito:groups": "[members]" }))).toMatchObject([403, {}]);
    expect(cognito.requests).toEqual([]);
    expect(await route("GET /users", jwt({ "cognito:groups": "[admins members]" }))).toEqual([
      200,
      ["ann@example.com", "bob@example.com"],
    ]);
    expect(cognito.requests).toEqual([["ListUsers", { UserPoolId: userPoolId, AttributesToGet: ["email"] }]]);
  });

  test("a caller with AWS credentials is known by an identity", async () => {
    expect(await route("GET /identity", iam)).toEqual([200, { identityId: "us-east-1:identity" }]);
  });
});

const userPoolId = "us-east-1_abcdefghi";

/** The members of every event of a user pool. */
const shared = {
  version: "1",
  region: "us-east-1",
  userPoolId,
  userName: "ann",
  callerContext: { awsSdkVersion: "aws-sdk-unknown-unknown", clientId: "client" },
};

const signUpEvent = (email: string) => ({
  ...shared,
  triggerSource: "PreSignUp_SignUp",
  request: { userAttributes: { email }, validationData: null },
  response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
});

const userAttributes = {
  sub: "1",
  email: "ann@example.com",
  email_verified: "true",
  "cognito:user_status": "CONFIRMED",
};

const confirmationEvent = () => ({
  ...shared,
  triggerSource: "PostConfirmation_ConfirmSignUp",
  request: { userAttributes },
  response: {},
});

const tokenEvent = () => ({
  ...shared,
  version: "2",
  triggerSource: "TokenGeneration_Authentication",
  request: {
    userAttributes,
    groupConfiguration: { groupsToOverride: ["members"], iamRolesToOverride: [], preferredRole: null },
    scopes: ["aws.cognito.signin.user.admin"],
  },
  response: { claimsAndScopeOverrideDetails: null },
});

const iam = {
  iam: {
    accessKey: "ASIA",
    accountId: "123456789012",
    callerId: "AROA:CognitoIdentityCredentials",
    cognitoIdentity: {
      amr: ["authenticated", "cognito-idp.us-east-1.amazonaws.com/us-east-1_abcdefghi"],
      identityId: "us-east-1:identity",
      identityPoolId: "us-east-1:pool",
    },
    principalOrgId: null,
    userArn: "arn:aws:sts::123456789012:assumed-role/auth/CognitoIdentityCredentials",
    userId: "AROA:CognitoIdentityCredentials",
  },
};

const httpEvent = (routeKey: string, authorizer: object) => {
  const [method = "", path = ""] = routeKey.split(" ");
  return {
    version: "2.0",
    routeKey,
    rawPath: path,
    rawQueryString: "",
    headers: { host: "id.execute-api.us-east-1.amazonaws.com" },
    requestContext: {
      accountId: "123456789012",
      apiId: "id",
      authorizer,
      domainName: "id.execute-api.us-east-1.amazonaws.com",
      domainPrefix: "id",
      http: { method, path, protocol: "HTTP/1.1", sourceIp: "192.0.2.1", userAgent: "test" },
      requestId: "request",
      routeKey,
      stage: "$default",
      time: "01/Jan/2026:00:00:00 +0000",
      timeEpoch: 1767225600000,
    },
    isBase64Encoded: false,
  };
};

/** Finds the handler as the service does: the file up to the last dot, then the export. */
const runner = `
const { join } = require("node:path");
const [handler, event] = process.argv.slice(2);
const dot = handler.lastIndexOf(".");
const run = require(join(__dirname, "task", handler.slice(0, dot)))[handler.slice(dot + 1)];
run(JSON.parse(event)).then((answer) => process.stdout.write(JSON.stringify(answer)));
`;
