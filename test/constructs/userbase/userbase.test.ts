import type { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { Testing } from "cdktf";
import { Userbase, type UserbaseProps } from "../../../lib/constructs/userbase";
import { Stack } from "../../../lib/kit/app";
import { resolveValue } from "../../../lib/kit/core";
import { testApp, testStack } from "../../support/stack";
import { failure } from "../api/support/api";
import { apps, directory, handler, plain, problemsOf } from "./support";

describe("Userbase", () => {
  test("creates these resources", () => {
    expect(plain(directory().stack)).toMatchInlineSnapshot(`
      [
        "aws_cognito_identity_pool.Auth_IdentityPool",
        "aws_cognito_identity_pool_roles_attachment.Auth_IdentityPoolRoles",
        "aws_cognito_user_pool.Auth_UserPool",
        "aws_cognito_user_pool_client.Auth_UserPoolClient",
        "aws_iam_role.Auth_AuthRole",
        "aws_iam_role.Auth_UnauthRole",
        "terraform_data.Auth_Login",
      ]
    `);
  });

  test("creates these resources with everything in it", () => {
    const { stack, userbase } = directory({
      login: ["username", "email", "phone"],
      triggers: { preSignUp: handler, customEmailSender: handler },
      identityPoolFederation: {
        enterprise: { domain: "id.example.com", clientId: "a" },
      },
    });
    userbase.bindForTriggers([userbase]);
    userbase.attachPermissionsForAuthUsers(stack, ["s3:GetObject"]);
    userbase.attachPermissionsForUnauthUsers(stack, ["s3:GetObject"]);
    const base = plain(directory().stack);
    expect(plain(stack).filter((address) => !base.includes(address))).toMatchInlineSnapshot(`
      [
        "aws_cloudwatch_log_group.Auth_customEmailSender_LogGroup",
        "aws_cloudwatch_log_group.Auth_preSignUp_LogGroup",
        "aws_iam_openid_connect_provider.Auth_EnterpriseProvider",
        "aws_iam_role.Auth_SmsRole",
        "aws_iam_role.Auth_customEmailSender_Role",
        "aws_iam_role.Auth_preSignUp_Role",
        "aws_iam_role_policy.Auth_AuthRole_Policies_Base",
        "aws_iam_role_policy.Auth_SmsRole_Policy",
        "aws_iam_role_policy.Auth_UnauthRole_Policies_Base",
        "aws_iam_role_policy.Auth_customEmailSender_Policies_Base",
        "aws_iam_role_policy.Auth_customEmailSender_Policies_Links",
        "aws_iam_role_policy.Auth_preSignUp_Policies_Base",
        "aws_iam_role_policy.Auth_preSignUp_Policies_Links",
        "aws_kms_key.Auth_SenderKey",
        "aws_lambda_function.Auth_customEmailSender_Function",
        "aws_lambda_function.Auth_preSignUp_Function",
        "aws_lambda_permission.Auth_Permission_customEmailSender",
        "aws_lambda_permission.Auth_Permission_preSignUp",
        "aws_ssm_parameter.Auth_Binding_userPoolClientId",
        "aws_ssm_parameter.Auth_Binding_userPoolId",
        "data.archive_file._code_functions-notes-ab2188ae",
      ]
    `);
  });

  test("is the same in every synthesis, and complete", () => {
    const { app, main } = apps();
    const { userbase } = directory({ login: ["phone"], triggers: { preSignUp: handler } }, main);
    userbase.bindForTriggers([userbase]);
    userbase.attachPermissionsForAuthUsers(main, ["s3:GetObject"]);
    expect(Testing.synth(main)).toBe(Testing.synth(main));
    expect(problemsOf(app)).toEqual([]);
  });

  test("offers its ids", () => {
    const { stack, userbase } = directory();
    const { userPoolId, userPoolArn, userPoolClientId, userbaseIdentityPoolId } = userbase;
    const { userPool, userPoolClient, cfnIdentityPool } = userbase.cdk;
    const roles: readonly IamRole[] = [userbase.cdk.authRole, userbase.cdk.unauthRole];
    expect(roles).toHaveLength(2);
    expect(resolveValue(stack, [userPoolId, userPoolArn, userPoolClientId, userbaseIdentityPoolId])).toEqual(
      resolveValue(stack, [userPool.id, userPool.arn, userPoolClient.id, cfnIdentityPool?.id]),
    );
  });

  test("has metadata", () => {
    const { stack, userbase } = directory({
      triggers: { userMigration: handler, preSignUp: handler },
    });
    const fn = (key: "preSignUp" | "userMigration") => ({
      node: userbase.getFunction(key)?.node.addr,
      stack: "dev-notes-Main",
    });
    expect(resolveValue(stack, userbase.getConstructMetadata())).toEqual({
      type: "Userbase",
      data: {
        identityPoolId: expect.stringMatching(/^\$\{aws_cognito_identity_pool\.\w+\.id\}$/),
        userPoolId: expect.stringMatching(/^\$\{aws_cognito_user_pool\.\w+\.id\}$/),
        triggers: [
          { name: "preSignUp", fn: fn("preSignUp") },
          { name: "userMigration", fn: fn("userMigration") },
        ],
      },
    });
  });

  test.each<[string, object, RegExp]>([
    ["props", { logins: ["email"] }, /Did you mean "login"/],
    ["cdk", { cdk: { cfnIdentityPool: {} } }, /userPool/],
  ])("%s refuses a key that it does not know, and names the nearest", (prop, props, message) => {
    const error = failure(() => directory(props as UserbaseProps));
    expect(error).toMatchObject({
      path: "dev-notes-Main/Auth",
      prop,
      code: "key-unknown",
    });
    expect(error.message).toMatch(message);
  });

  test("two directories of one id are refused, as every construct", () => {
    const app = testApp();
    for (const id of ["One", "Two"]) new Userbase(new Stack(app, id), "Auth");
    expect(failure(() => app.synth()).message).toMatch(/Auth/);
  });

  test("creates nothing where a prop is wrong", () => {
    const stack = testStack();
    const cdk = { userPoolClient: { callbackUrls: ["x"] } };
    failure(() => directory({ triggers: { preSignUp: handler }, cdk }, stack));
    expect(stack.node.findChild("Auth").node.children).toEqual([]);
  });
});
