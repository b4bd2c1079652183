import { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { Token } from "cdktf";
import type { UserbaseProps, UserbaseUserPoolOverride } from "../../../../lib/constructs/userbase";
import { resolveValue } from "../../../../lib/kit/core";
import { type Block, only, testStack } from "../../../support/stack";
import { failure } from "../../api/support/api";
import { account, directory, handler } from "../support";

const pool = (userPool: UserbaseUserPoolOverride = {}, props: UserbaseProps = {}): Block =>
  only(directory({ ...props, cdk: { userPool } }).stack, "aws_cognito_user_pool");

const message = "The verification code to your new account is {####}";

describe("the user pool of a Userbase", () => {
  test("is set up like this by default", () => {
    expect(pool()).toEqual({
      name: "dev-notes-Auth",
      admin_create_user_config: { allow_admin_create_user_only: false },
      username_configuration: { case_sensitive: false },
      account_recovery_setting: {
        recovery_mechanism: [
          { name: "verified_phone_number", priority: 1 },
          { name: "verified_email", priority: 2 },
        ],
      },
      verification_message_template: {
        default_email_option: "CONFIRM_WITH_CODE",
        email_subject: "Verify your new account",
        email_message: message,
        sms_message: message,
      },
      password_policy: {
        minimum_length: 8,
        require_lowercase: true,
        require_uppercase: true,
        require_numbers: true,
        require_symbols: true,
        temporary_password_validity_days: 7,
      },
      lifecycle: { precondition: [expect.anything()], postcondition: [expect.anything()] },
    });
  });

  test("takes keys of the provider, a block replaced whole", () => {
    const found = pool({
      name: "users",
      adminCreateUserConfig: { allowAdminCreateUserOnly: true },
      tags: { team: "a" },
    });
    expect(found).toMatchObject({
      name: "users",
      admin_create_user_config: { allow_admin_create_user_only: true },
      tags: { team: "a" },
    });
  });

  test("takes meta arguments", () => {
    const stack = testStack();
    const other = new CloudwatchLogGroup(stack, "Other", {});
    const userPool = { dependsOn: [other], lifecycle: { preventDestroy: true } };
    expect(only(directory({ cdk: { userPool } }, stack).stack, "aws_cognito_user_pool")).toMatchObject({
      depends_on: [expect.any(String)],
      lifecycle: { prevent_destroy: true },
    });
  });

  test.each<[string, UserbaseUserPoolOverride, Block]>([
    [
      "a text attribute without lengths",
      { schema: [{ name: "team", attributeDataType: "String", mutable: true }] },
      {
        schema: [
          {
            name: "team",
            attribute_data_type: "String",
            mutable: true,
            string_attribute_constraints: { min_length: "0", max_length: "2048" },
          },
        ],
      },
    ],
    [
      "a date of birth",
      { schema: [{ name: "birthdate", attributeDataType: "String" }] },
      {
        schema: [
          {
            name: "birthdate",
            attribute_data_type: "String",
            string_attribute_constraints: { min_length: "10", max_length: "10" },
          },
        ],
      },
    ],
    [
      "a number without bounds",
      { schema: [{ name: "age", attributeDataType: "Number" }] },
      { schema: [{ name: "age", attribute_data_type: "Number", number_attribute_constraints: {} }] },
    ],
    [
      "the time of the last change",
      { schema: [{ name: "updated_at", attributeDataType: "Number" }] },
      {
        schema: [
          {
            name: "updated_at",
            attribute_data_type: "Number",
            number_attribute_constraints: { min_value: "0" },
          },
        ],
      },
    ],
    [
      "attributes with bounds, and others, unchanged",
      {
        schema: [
          { name: "a", attributeDataType: "String", stringAttributeConstraints: { minLength: "3" } },
          { name: "b", attributeDataType: "Number", numberAttributeConstraints: { maxValue: "3" } },
          { name: "c", attributeDataType: "Boolean" },
        ],
      },
      {
        schema: [
          { name: "a", attribute_data_type: "String", string_attribute_constraints: { min_length: "3" } },
          { name: "b", attribute_data_type: "Number", number_attribute_constraints: { max_value: "3" } },
          { name: "c", attribute_data_type: "Boolean" },
        ],
      },
    ],
    [
      "a password policy in part",
      { passwordPolicy: { minimumLength: 12, requireNumbers: true } },
      { password_policy: { minimum_length: 12, require_numbers: true, temporary_password_validity_days: 7 } },
    ],
    [
      "a password policy without a length",
      { passwordPolicy: { temporaryPasswordValidityDays: 1 } },
      { password_policy: { minimum_length: 8, temporary_password_validity_days: 1 } },
    ],
    [
      "sets in any order",
      {
        autoVerifiedAttributes: ["phone_number", "email"],
        userAttributeUpdateSettings: { attributesRequireVerificationBeforeUpdate: ["phone_number", "email"] },
      },
      {
        auto_verified_attributes: ["email", "phone_number"],
        user_attribute_update_settings: {
          attributes_require_verification_before_update: ["email", "phone_number"],
        },
      },
    ],
    [
      "ways of recovery in any order",
      {
        accountRecoverySetting: {
          recoveryMechanism: [
            { name: "verified_phone_number", priority: 2 },
            { name: "verified_email", priority: 1 },
          ],
        },
      },
      {
        account_recovery_setting: {
          recovery_mechanism: [
            { name: "verified_email", priority: 1 },
            { name: "verified_phone_number", priority: 2 },
          ],
        },
      },
    ],
    [
      "a verification mail outside of the template",
      { emailVerificationMessage: "Code {####}", emailVerificationSubject: "Code" },
      {
        email_verification_message: "Code {####}",
        verification_message_template: { default_email_option: "CONFIRM_WITH_CODE", sms_message: message },
      },
    ],
    [
      "a verification SMS outside of the template",
      { smsVerificationMessage: "Code {####}" },
      {
        verification_message_template: {
          default_email_option: "CONFIRM_WITH_CODE",
          email_subject: "Verify your new account",
          email_message: message,
        },
      },
    ],
  ])("writes %s as the service answers", (_, given, expected) => {
    const found = pool(given);
    for (const [key, value] of Object.entries(expected)) expect(found[key]).toEqual(value);
  });

  test("has no empty list", () => {
    expect(pool({ aliasAttributes: [], autoVerifiedAttributes: [] })).not.toHaveProperty(
      "auto_verified_attributes",
    );
  });

  test.each<[string, object, string, string, RegExp]>([
    ["an unknown key", { passwordPolicies: {} }, "key-unknown", "cdk.userPool", /passwordPolicy/],
    [
      "a function",
      { lambdaConfig: { preSignUp: "arn" } },
      "key-rejected",
      "cdk.userPool.lambdaConfig",
      /triggers/,
    ],
    ["no plain object", Object("pool"), "prop-invalid", "cdk.userPool", /plain object/],
  ])("refuses %s in cdk.userPool", (_, given, code, prop, text) => {
    const error = failure(() => pool(given as UserbaseUserPoolOverride));
    expect(error).toMatchObject({ code, prop });
    expect(error.message).toMatch(text);
  });
});

describe("the removal policy of a Userbase", () => {
  const guarded = { precondition: [expect.anything()], postcondition: [expect.anything()] };

  test.each<["destroy" | "retain" | "snapshot" | undefined, string | undefined, object]>([
    [undefined, undefined, guarded],
    ["destroy", "INACTIVE", guarded],
    ["retain", "ACTIVE", { ...guarded, prevent_destroy: true }],
    ["snapshot", "ACTIVE", { ...guarded, prevent_destroy: true }],
  ])("%p protects the users with %p", (defaultRemovalPolicy, protection, lifecycle) => {
    const { stack } = directory({}, testStack({ account, defaultRemovalPolicy }));
    const found = only(stack, "aws_cognito_user_pool");
    expect([found.deletion_protection, found.lifecycle]).toEqual([protection, lifecycle]);
  });

  test("may be chosen after the directory, and again", () => {
    const { stack } = directory();
    stack.app.setDefaultRemovalPolicy("retain");
    stack.app.setDefaultRemovalPolicy("destroy");
    const found = only(stack, "aws_cognito_user_pool");
    expect([found.deletion_protection, found.lifecycle]).toEqual(["INACTIVE", guarded]);
  });

  test("keeps the settings of the caller", () => {
    const { stack } = directory(
      {
        cdk: {
          userPool: {
            deletionProtection: "INACTIVE",
            lifecycle: { preventDestroy: false, ignoreChanges: ["tags"] },
          },
        },
      },
      testStack({ account, defaultRemovalPolicy: "retain" }),
    );
    const found = only(stack, "aws_cognito_user_pool");
    expect(found.deletion_protection).toBe("INACTIVE");
    expect(found.lifecycle).toEqual({ ...guarded, ignore_changes: ["tags"], prevent_destroy: false });
  });
});

describe("an imported user pool", () => {
  test("is used unchanged, with its own client", () => {
    const other = directory();
    const userPool = other.userbase.cdk.userPool;
    const { userbase } = directory({ cdk: { id: "Users", userPool } }, other.stack);
    expect(userbase.cdk.userPool).toBe(userPool);
    expect(resolveValue(other.stack, [userbase.userPoolId, userbase.userPoolArn])).toEqual(
      resolveValue(other.stack, [userPool.id, userPool.arn]),
    );
    expect(userbase.cdk.userPoolClient).not.toBe(other.userbase.cdk.userPoolClient);
    expect(() => only(other.stack, "aws_cognito_user_pool")).not.toThrow();
  });

  test.each<[keyof UserbaseProps, UserbaseProps]>([
    ["triggers", { triggers: { preSignUp: handler } }],
    ["login", { login: ["email"] }],
  ])("refuses %s", (prop, props) => {
    const { stack, userbase } = directory();
    const cdk = { id: "Users", userPool: userbase.cdk.userPool };
    expect(failure(() => directory({ ...props, cdk }, stack))).toMatchObject({
      code: "imported-user-pool",
      prop,
    });
  });

  test("refuses another kind of resource", () => {
    const { stack, userbase } = directory();
    const cdk = { id: "Users", userPool: userbase.cdk.userPoolClient as never };
    const error = failure(() => directory({ cdk }, stack));
    expect(error).toMatchObject({ code: "import-wrong-type", prop: "cdk.userPool" });
  });
});

describe("the password policy of a directory", () => {
  const policy = (passwordPolicy: UserbaseProps["passwordPolicy"]) =>
    pool({}, { passwordPolicy }).password_policy;

  test("keeps the defaults of the service for missing values", () => {
    expect(policy({})).toEqual({
      minimum_length: 8,
      require_lowercase: true,
      require_uppercase: true,
      require_numbers: true,
      require_symbols: true,
      temporary_password_validity_days: 7,
    });
  });

  test("has these attributes", () => {
    const given = {
      minLength: 16,
      require: ["numbers"],
      temporaryPasswordValidity: "24 hours",
      historySize: 5,
    } as const;
    expect(policy(given)).toEqual({
      minimum_length: 16,
      require_lowercase: false,
      require_uppercase: false,
      require_numbers: true,
      require_symbols: false,
      temporary_password_validity_days: 1,
      password_history_size: 5,
    });
    expect(policy({ require: [] })).toMatchObject({ require_numbers: false });
  });

  test.each<[object, string, string]>([
    [{ minLength: 5 }, "out-of-range", ".minLength"],
    [{ minLength: 100 }, "out-of-range", ".minLength"],
    [{ historySize: 25 }, "out-of-range", ".historySize"],
    [{ require: ["digits"] }, "literal-unknown", ".require[0]"],
    [{ require: Token.asList("${var.kinds}") }, "list-unknown", ".require"],
    [{ temporaryPasswordValidity: "0 days" }, "out-of-range", ".temporaryPasswordValidity"],
    [{ temporaryPasswordValidity: "36 hours" }, "out-of-range", ".temporaryPasswordValidity"],
    [{ temporaryPasswordValidity: "366 days" }, "out-of-range", ".temporaryPasswordValidity"],
    [{ temporaryPasswordValidity: 7 }, "duration-invalid", ".temporaryPasswordValidity"],
    [{ minimumLength: 8 }, "key-unknown", ""],
  ])("is refused: %j", (passwordPolicy, code, key) => {
    expect(failure(() => policy(passwordPolicy))).toMatchObject({ code, prop: `passwordPolicy${key}` });
  });

  test("remembers no passwords in the plan lite, and is given once", () => {
    const history = { featureTier: "lite", passwordPolicy: { historySize: 1 } } as const;
    expect(failure(() => pool({}, history))).toMatchObject({ code: "userbase-tier" });
    expect(() => pool({}, { ...history, passwordPolicy: { historySize: 0 } })).not.toThrow();
    const twice = () => pool({ passwordPolicy: { minimumLength: 9 } }, { passwordPolicy: {} });
    expect(failure(twice)).toMatchObject({ code: "props-exclude", prop: "passwordPolicy" });
  });
});
