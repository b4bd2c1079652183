import type { UserbaseProps, UserbaseUserPoolOverride } from "../../../../lib/constructs/userbase";
import { type Block, only } from "../../../support/stack";
import { directory, named, plain, statementsOf } from "../support";

const sms = (props: UserbaseProps) =>
  plain(directory(props).stack).filter((address) => address.includes("SmsRole"));

describe("SMS of a Userbase", () => {
  test("are sent with a role that only the directory may take, in this account", () => {
    const { stack } = directory({ login: ["phone"] });
    const role = named(stack, "aws_iam_role", "Auth_SmsRole");
    expect(role.name_prefix).toBe("dev-notes-Auth-sms-");
    expect(statementsOf(role.assume_role_policy)).toEqual([
      {
        Effect: "Allow",
        Action: "sts:AssumeRole",
        Principal: { Service: "cognito-idp.amazonaws.com" },
        Condition: {
          StringEquals: { "aws:SourceAccount": "123456789012", "sts:ExternalId": "dev-notes-Main/Auth" },
        },
      },
    ]);
    expect(statementsOf(named(stack, "aws_iam_role_policy", "Auth_SmsRole").policy)).toEqual([
      { Effect: "Allow", Action: "sns:Publish", Resource: "*" },
    ]);
  });

  test("are set up before the pool", () => {
    const pool = only(directory({ login: ["phone"] }).stack, "aws_cognito_user_pool");
    expect(pool.sms_configuration).toEqual({
      external_id: "dev-notes-Main/Auth",
      sns_caller_arn: expect.stringMatching(/^\$\{aws_iam_role\.Auth_SmsRole_\w+\.arn\}$/),
    });
    expect(pool.depends_on).toEqual([
      expect.stringMatching(/^aws_iam_role_policy\.Auth_SmsRole_Policy_\w+$/),
    ]);
  });

  test.each<[boolean, UserbaseProps["login"], UserbaseUserPoolOverride]>([
    [false, undefined, {}],
    [false, ["email"], {}],
    [true, ["username", "phone"], {}],
    [true, ["phone", "email"], {}],
    [true, ["username"], { autoVerifiedAttributes: ["phone_number"] }],
    [false, ["username"], { autoVerifiedAttributes: ["email"] }],
    [true, ["email"], { signInPolicy: { allowedFirstAuthFactors: ["PASSWORD", "SMS_OTP"] } }],
    [false, ["email"], { signInPolicy: { allowedFirstAuthFactors: ["PASSWORD"] } }],
    [true, ["email"], { mfaConfiguration: "ON" }],
    [true, ["email"], { mfaConfiguration: "OPTIONAL" }],
    [false, ["email"], { mfaConfiguration: "OFF" }],
    [false, ["email"], { mfaConfiguration: "ON", softwareTokenMfaConfiguration: { enabled: true } }],
    [true, ["email"], { mfaConfiguration: "ON", softwareTokenMfaConfiguration: { enabled: false } }],
    [
      true,
      ["email"],
      {
        mfaConfiguration: "ON",
        softwareTokenMfaConfiguration: { enabled: true },
        smsAuthenticationMessage: "Code {####}",
      },
    ],
    [false, ["email"], { mfaConfiguration: "ON", emailMfaConfiguration: { subject: "Code" } }],
  ])("need a role: %p, with login %j and %j", (isNeeded, login, userPool) => {
    expect(sms({ login, cdk: { userPool } })).toHaveLength(isNeeded ? 2 : 0);
  });

  test("are sent with the role of the caller where one is given", () => {
    const userPool = {
      smsConfiguration: { externalId: "x", snsCallerArn: "arn:aws:iam::123456789012:role/sms" },
    };
    const props: UserbaseProps = { login: ["phone"], cdk: { userPool } };
    expect(sms(props)).toEqual([]);
    expect(only(directory(props).stack, "aws_cognito_user_pool").sms_configuration).toMatchObject({
      external_id: "x",
    });
  });
});

describe("the role of SMS that nothing asks for any more", () => {
  const lifecycle = (props: UserbaseProps) =>
    only(directory(props).stack, "aws_cognito_user_pool").lifecycle as Block;

  test("is refused by the plan while the pool has it", () => {
    expect(lifecycle({ login: ["email"] }).postcondition).toEqual([
      {
        condition:
          '${try(length(regexall(":role/dev-notes-Auth-sms-", self.sms_configuration[0].sns_caller_arn)), 0) == 0}',
        error_message: expect.stringMatching(
          /Auth: nothing asks for SMS any more.*cdk\.userPool\.smsConfiguration/,
        ),
      },
    ]);
  });

  test("is not looked for while it is required, or the caller gives one", () => {
    const smsConfiguration = { externalId: "x", snsCallerArn: "arn:aws:iam::123456789012:role/sms" };
    expect(lifecycle({ login: ["phone"] })).not.toHaveProperty("postcondition");
    expect(lifecycle({ cdk: { userPool: { smsConfiguration } } })).not.toHaveProperty("postcondition");
  });

  test("is looked for in addition to the caller's own conditions", () => {
    const own = { condition: "${true}", errorMessage: "never" };
    const { postcondition } = lifecycle({ cdk: { userPool: { lifecycle: { postcondition: [own] } } } });
    expect(postcondition).toEqual([{ condition: "${true}", error_message: "never" }, expect.anything()]);
  });
});
