import { DataAwsS3Bucket } from "@cdktf/provider-aws/lib/data-aws-s3-bucket";
import { Construct } from "constructs";
import { Api } from "../../../../lib/constructs/api";
import { RestV1Api } from "../../../../lib/constructs/rest-v1-api";
import type { UserbaseProps } from "../../../../lib/constructs/userbase";
import type { Stack } from "../../../../lib/kit/app";
import { Function } from "../../../../lib/kit/function";
import { standardErrorOf } from "../../../support/environment";
import { inlineStatements, only, resources } from "../../../support/stack";
import { failure } from "../../api/support/api";
import { account, apps, directory, handler, plain, problemsOf, short } from "../support";

const kinds = [
  ["attachPermissionsForAuthUsers", "Auth_AuthRole"],
  ["attachPermissionsForUnauthUsers", "Auth_UnauthRole"],
] as const;
const routes = { "GET /notes": handler };
const isGuestAllowed = (stack: Stack) =>
  only(stack, "aws_cognito_identity_pool").allow_unauthenticated_identities;

describe.each(kinds)("%s", (method, role) => {
  test("goes into the one policy of the role, and of no other one", () => {
    const { stack, userbase } = directory();
    const other = new Function(stack, "Other", { handler });
    userbase[method](stack, ["s3:GetObject"]);
    userbase[method](new Construct(stack, "Part"), [other]);
    const policies = Object.entries(resources(stack, "aws_iam_role_policy")).filter(([name]) =>
      name.startsWith("Auth"),
    );
    expect(policies.map(([name, { role: of }]) => [name.replace(/_\w{8}$/, ""), short(of)])).toEqual([
      [`${role}_Policies_Base`, "${aws_iam_role.name}"],
    ]);
    expect(new Set(short(inlineStatements(stack, role)) as unknown[])).toEqual(
      new Set([
        { Effect: "Allow", Action: "s3:GetObject", Resource: "*" },
        {
          Effect: "Allow",
          Action: "lambda:InvokeFunction",
          Resource: ["${aws_lambda_function.arn}", "${aws_lambda_function.arn}:*"],
        },
      ]),
    );
  });

  test("with an Api allows to invoke that one, and nothing else", () => {
    const { stack, userbase } = directory();
    const [api] = [new Api(stack, "Api", { routes }), new Api(stack, "Other", { routes })];
    userbase[method](stack, [api]);
    expect(inlineStatements(stack, role)).toEqual([
      {
        Effect: "Allow",
        Action: "execute-api:Invoke",
        Resource: expect.stringMatching(
          new RegExp(
            `^arn:aws:execute-api:us-east-1:${account}:\\$\\{aws_apigatewayv2_api\\.Api_\\w+\\.id\\}/\\*$`,
          ),
        ),
      },
    ]);
  });

  test("from other stacks is one policy in each of them, which later calls extend", () => {
    const { app, main, other, third } = apps();
    const { userbase } = directory({}, main);
    const api = new Api(other, "Api", { routes });
    const rest = new RestV1Api(third, "Rest", { routes: { "GET /a": handler } });
    userbase[method](main, ["s3:GetObject"]);
    userbase[method](other, [api]);
    userbase[method](new Construct(other, "Part"), [
      "sns:Publish",
      [new Function(other, "Fn", { handler }), "grantInvoke"],
    ]);
    userbase[method](third, [rest]);
    const policies = (stack: Stack) =>
      Object.entries(resources(stack, "aws_iam_role_policy")).filter(([name]) =>
        name.includes("RolePolicies"),
      );
    expect([main, other, third].map((stack) => policies(stack).length)).toEqual([0, 1, 1]);
    expect(policies(other)[0]?.[1].name).toBe("dev-notes-Other-base");
    expect(new Set(short(inlineStatements(other, "RolePolicies")) as unknown[])).toEqual(
      new Set([
        {
          Effect: "Allow",
          Action: "execute-api:Invoke",
          Resource: `arn:aws:execute-api:us-east-1:${account}:\${aws_apigatewayv2_api.id}/*`,
        },
        { Effect: "Allow", Action: "sns:Publish", Resource: "*" },
        {
          Effect: "Allow",
          Action: "lambda:InvokeFunction",
          Resource: ["${aws_lambda_function.arn}", "${aws_lambda_function.arn}:*"],
        },
      ]),
    );
    expect(problemsOf(app)).toEqual([]);
  });

  test("keeps variables of IAM, so that each user may have a folder", () => {
    const { stack, userbase } = directory();
    const bucket = new DataAwsS3Bucket(stack, "Files", { bucket: "files" });
    const resource = `${bucket.arn}/\${cognito-identity.amazonaws.com:sub}/*`;
    userbase[method](stack, [{ actions: ["s3:GetObject"], resources: [resource] }]);
    const [{ policy } = {}] = Object.values(resources(stack, "aws_iam_role_policy"));
    expect(policy).toContain('"${data.aws_s3_bucket.Files.arn}/$${cognito-identity.amazonaws.com:sub}/*"');
  });

  test("without a scope still works, and prints one notice about the deprecation", () => {
    const { app, main } = apps();
    const { userbase } = directory({}, main);
    userbase[method](["s3:GetObject"]);
    userbase[method]("*");
    expect(standardErrorOf(() => app.synth())).toBe(
      `serverform: ${method}(permissions) is deprecated; name the scope: ${method}(stack, permissions) (dev-notes-Main/Auth)\n`,
    );
    expect(inlineStatements(main, role)).toEqual([
      { Effect: "Allow", Action: ["*", "s3:GetObject"], Resource: "*" },
    ]);
  });

  test.each<[string, unknown[], string, string]>([
    ["an invalid scope", ["main", ["s3"]], "prop-invalid", `${method}.scope`],
    ["no permissions", [undefined], "permissions-invalid", method],
    ["invalid permissions", [["s4"]], "permission-service-unknown", `${method}[0]`],
  ])("refuses %s", (_, given, code, prop) => {
    const { userbase } = directory();
    const call = userbase[method].bind(userbase) as (...values: unknown[]) => void;
    expect(failure(() => call(...given))).toMatchObject({ code, prop });
  });

  test("refuses a scope without permissions", () => {
    const { stack, userbase } = directory();
    const call = userbase[method].bind(userbase) as (...values: unknown[]) => void;
    expect(failure(() => call(stack))).toMatchObject({ code: "permissions-invalid", prop: method });
  });
});

describe("guests of a Userbase", () => {
  const given = (allowUnauthenticatedIdentities: boolean): UserbaseProps => ({
    identityPoolFederation: { cdk: { cfnIdentityPool: { allowUnauthenticatedIdentities } } },
  });

  test("are allowed by attached permissions", () => {
    const [closed, open] = [directory(), directory()];
    for (const { stack, userbase } of [closed, open]) userbase.attachPermissionsForAuthUsers(stack, ["s3"]);
    open.userbase.attachPermissionsForUnauthUsers(open.stack, ["s3:GetObject"]);
    expect([isGuestAllowed(closed.stack), isGuestAllowed(open.stack)]).toEqual([false, true]);
  });

  test("are allowed by the identity pool's own key", () => {
    expect(isGuestAllowed(directory(given(true)).stack)).toBe(true);
  });

  test("are refused if the app refuses guests", () => {
    const { stack, userbase } = directory(given(false));
    const error = failure(() => userbase.attachPermissionsForUnauthUsers(stack, ["s3"]));
    expect(error).toMatchObject({ code: "guests-refused", prop: "attachPermissionsForUnauthUsers" });
    expect(isGuestAllowed(stack)).toBe(false);
    expect(plain(stack).filter((address) => address.includes("role_policy"))).toEqual([]);
  });
});
