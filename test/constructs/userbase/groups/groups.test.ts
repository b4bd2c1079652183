import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { S3Bucket } from "@cdktf/provider-aws/lib/s3-bucket";
import type { UserbaseProps } from "../../../../lib/constructs/userbase";
import { expectNothingLeft } from "../../../support/refused";
import { inlineStatements, only, resources, testStack } from "../../../support/stack";
import { failure } from "../../api/support/api";
import { apps, directory, handler, named, problemsOf, short, statementsOf } from "../support";

const group = "aws_cognito_user_group";

describe("groups of a Userbase", () => {
  test("have a description and an order, and no role of their own", () => {
    const { stack } = directory({ groups: { staff: { description: "Who works here", precedence: 1 } } });
    expect(short(only(stack, group))).toEqual({
      name: "staff",
      description: "Who works here",
      precedence: 1,
      user_pool_id: "${aws_cognito_user_pool.id}",
    });
    expect(only(stack, "aws_cognito_identity_pool_roles_attachment")).not.toHaveProperty("role_mapping");
  });

  test("with permissions get a role that only users of this identity pool take", () => {
    const { stack } = directory({ groups: { staff: { permissions: ["s3:ListAllMyBuckets"] } } });
    expect(short(only(stack, group))).toMatchObject({ role_arn: "${aws_iam_role.arn}" });
    const role = named(stack, "aws_iam_role", "Auth_GroupRole_staff");
    expect(short(statementsOf(role.assume_role_policy))).toEqual([
      {
        Effect: "Allow",
        Action: "sts:AssumeRoleWithWebIdentity",
        Principal: { Federated: "cognito-identity.amazonaws.com" },
        Condition: {
          StringEquals: { "cognito-identity.amazonaws.com:aud": "${aws_cognito_identity_pool.id}" },
          "ForAnyValue:StringLike": { "cognito-identity.amazonaws.com:amr": "authenticated" },
        },
      },
    ]);
    expect(inlineStatements(stack, "Auth_GroupRole_staff")).toEqual([
      { Effect: "Allow", Action: "s3:ListAllMyBuckets", Resource: "*" },
    ]);
  });

  test("let the token choose the role, for each client in which users sign in", () => {
    const { stack } = directory({ groups: { staff: { permissions: [] } }, clients: { web: {} } });
    expect(short(only(stack, "aws_cognito_identity_pool_roles_attachment").role_mapping)).toEqual(
      Array(2).fill({
        identity_provider:
          "cognito-idp.us-east-1.amazonaws.com/${aws_cognito_user_pool.id}:${aws_cognito_user_pool_client.id}",
        type: "Token",
        ambiguous_role_resolution: "AuthenticatedRole",
      }),
    );
  });

  test("use your own role", () => {
    const stack = testStack();
    const role = new IamRole(stack, "Staff", { assumeRolePolicy: "{}" });
    const { userbase } = directory({ groups: { staff: { role } } }, stack);
    expect(failure(() => userbase.attachPermissionsForGroup(stack, "staff", ["s3"]))).toMatchObject({
      code: "userbase-group-role-given",
    });
    expect(only(stack, group).role_arn).toBe("${aws_iam_role.Staff.arn}");
    expect(userbase.getGroupRole("staff")).toBe(role);
    expect(only(stack, "aws_cognito_identity_pool_roles_attachment")).toHaveProperty("role_mapping");
  });

  test("get permissions later, also from another stack", () => {
    const { app, main, other } = apps();
    const { userbase } = directory({ groups: { staff: {} } }, main);
    expect(userbase.getGroupRole("staff")).toBeUndefined();
    const bucket = new S3Bucket(other, "Bucket", {});
    userbase.attachPermissionsForGroup(other, "staff", [[bucket, "grantRead"]]);
    expect(short(only(main, group))).toMatchObject({ role_arn: "${aws_iam_role.arn}" });
    expect(inlineStatements(other)).toHaveLength(1);
    expect(problemsOf(app)).toEqual([]);
  });

  test("have roles that a trigger's environment does not name", () => {
    const { stack, userbase } = directory({
      groups: { staff: { permissions: [] } },
      triggers: { preSignUp: handler },
    });
    userbase.getFunction("preSignUp")?.addEnvironment("ROLE", userbase.getGroupRole("staff")?.arn ?? "");
    expect(failure(() => stack.app.synth())).toMatchObject({
      code: "trigger-own-pool",
      prop: "triggers.preSignUp.environment.ROLE",
    });
  });

  test("are found by their names", () => {
    const { userbase } = directory({ groups: { staff: {} } });
    expect(userbase.getGroup("staff").nameInput).toBe("staff");
    expect(userbase.getGroupRole("staff")).toBeUndefined();
  });

  test.each(["getGroup", "getGroupRole"] as const)("are listed when %s gets an unknown name", (method) => {
    const { userbase } = directory({ groups: { staff: {} } });
    const error = failure(() => userbase[method]("stuff"));
    expect(error).toMatchObject({ code: "part-not-found", prop: method });
    expect(error.message).toMatch(/"stuff".*mean "staff"\? Known groups: "staff"/s);
  });

  test("without an identity pool have no roles of the library", () => {
    const { stack, userbase } = directory({ identityPoolFederation: false, groups: { staff: {} } });
    expect(failure(() => userbase.attachPermissionsForGroup(stack, "staff", ["s3"]))).toMatchObject({
      code: "userbase-group-without-pool",
      prop: "attachPermissionsForGroup",
    });
    expect(resources(stack, "aws_iam_role")).toEqual({});
  });

  test("are listed when a group is unknown", () => {
    const { stack, userbase } = directory({ groups: { staff: {} } });
    const attach = () => userbase.attachPermissionsForGroup(stack, "stuff", ["s3"]);
    expect(failure(attach)).toMatchObject({
      code: "part-not-found",
      message: expect.stringContaining('"staff"'),
    });
  });

  const role = "role" as unknown as IamRole;
  test.each([
    [{ groups: { "a b": {} } }, "userbase-name-invalid", "groups"],
    [{ groups: { a: { precedence: -1 } } }, "out-of-range", 'groups["a"].precedence'],
    [{ groups: { a: { precedence: 0 } } }, "out-of-range", 'groups["a"].precedence'],
    [{ groups: { a: { role } } }, "prop-invalid", 'groups["a"].role'],
    [{ groups: { a: { rights: [] } } }, "key-unknown", 'groups["a"]'],
    [{ groups: { a: { description: "x".repeat(2049) } } }, "name-too-long", 'groups["a"].description'],
    [
      { identityPoolFederation: false, groups: { a: { permissions: ["s3"] } } },
      "userbase-group-without-pool",
      'groups["a"].permissions',
    ],
  ])("are refused: %#", (props, code, prop) => {
    expect(failure(() => directory(props as UserbaseProps))).toMatchObject({ code, prop });
  });

  test("take a role or permissions, not both", () => {
    const stack = testStack();
    const given = new IamRole(stack, "Staff", { assumeRolePolicy: "{}" });
    const both = () => directory({ groups: { staff: { role: given, permissions: ["s3"] } } }, stack);
    expect(failure(both)).toMatchObject({ code: "props-exclude", prop: 'groups["staff"].permissions' });
  });
});

test("a refused call of attachPermissionsForGroup leaves no role behind", () => {
  const { stack, userbase } = directory({ groups: { admins: {} } });
  const call = () => userbase.attachPermissionsForGroup(stack, "admins", ["nothing:Get"]);
  expectNothingLeft(stack, call, "permission-service-unknown");
  expect(userbase.getGroupRole("admins")).toBeUndefined();
});
test("a refused call of attachPermissionsForUnauthUsers does not enable guest access", () => {
  const { stack, userbase } = directory();
  const call = () => userbase.attachPermissionsForUnauthUsers(stack, ["nothing:Get"]);
  expectNothingLeft(stack, call, "permission-service-unknown");
  expect(only(stack, "aws_cognito_identity_pool").allow_unauthenticated_identities).toBe(false);
});
