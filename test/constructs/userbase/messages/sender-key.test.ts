import { DataAwsKmsKey } from "@cdktf/provider-aws/lib/data-aws-kms-key";
import { KmsKey } from "@cdktf/provider-aws/lib/kms-key";
import type { UserbaseProps } from "../../../../lib/constructs/userbase";
import { Function } from "../../../../lib/kit/function";
import { inlineStatements, only, resources, testStack } from "../../../support/stack";
import { failure } from "../../api/support/api";
import { apps, directory, handler, problemsOf, short } from "../support";

const arn = "arn:aws:kms:us-east-1:123456789012:key/11111111-2222-3333-4444-555555555555";
const triggers = { customEmailSender: handler };

describe("custom senders of a Userbase", () => {
  test("are in the pool's configuration with the key that encrypts codes", () => {
    const { stack } = directory({ triggers: { customEmailSender: handler, customSmsSender: handler } });
    const sender = { lambda_arn: "${aws_lambda_function.arn}", lambda_version: "V1_0" };
    expect(short(only(stack, "aws_cognito_user_pool").lambda_config)).toEqual({
      custom_email_sender: sender,
      custom_sms_sender: sender,
      kms_key_id: "${aws_kms_key.arn}",
    });
  });

  test("have one key of their own, which is rotated", () => {
    const { stack } = directory({ triggers: { customEmailSender: handler, customSmsSender: handler } });
    expect(only(stack, "aws_kms_key")).toEqual({
      description: "Codes of dev-notes-Auth for its custom senders",
      enable_key_rotation: true,
    });
  });

  test("and no other trigger may decrypt", () => {
    const { stack } = directory({ triggers: { customSmsSender: handler, preSignUp: handler } });
    expect(JSON.stringify(inlineStatements(stack, "preSignUp"))).not.toContain("kms:");
    expect(short(inlineStatements(stack, "customSmsSender"))).toContainEqual({
      Effect: "Allow",
      Action: "kms:Decrypt",
      Resource: "${aws_kms_key.arn}",
    });
  });

  test.each<[string, NonNullable<UserbaseProps["cdk"]>["userPool"]]>([
    ["customSenderKmsKey", { customSenderKmsKey: arn }],
    ["lambdaConfig.kmsKeyId", { lambdaConfig: { kmsKeyId: arn } }],
  ])("use the key given as %s", (_, userPool) => {
    const { stack } = directory({ triggers, cdk: { userPool } });
    const pool = only(stack, "aws_cognito_user_pool");
    expect(pool.lambda_config).toMatchObject({ kms_key_id: arn });
    expect(pool).not.toHaveProperty("custom_sender_kms_key");
    expect(resources(stack, "aws_kms_key")).toEqual({});
    expect(inlineStatements(stack)).toContainEqual({ Effect: "Allow", Action: "kms:Decrypt", Resource: arn });
  });

  test.each([KmsKey, DataAwsKmsKey])("use the key of an object: %p", (Key) => {
    const stack = testStack();
    const key = new Key(stack, "Key", { keyId: "x" } as never);
    directory({ triggers, cdk: { userPool: { customSenderKmsKey: key } } }, stack);
    const { kms_key_id: written } = Object(only(stack, "aws_cognito_user_pool").lambda_config);
    expect(written).toMatch(/^\$\{(data\.)?aws_kms_key\.Key\.arn\}$/);
  });

  test("may be functions of another stack", () => {
    const { app, main, other } = apps();
    const fn = new Function(main, "Sender", { handler });
    directory({ triggers: { customEmailSender: fn } }, other);
    expect(short(inlineStatements(other))).toEqual([
      { Effect: "Allow", Action: "kms:Decrypt", Resource: "${aws_kms_key.arn}" },
    ]);
    expect(problemsOf(app)).toEqual([]);
  });

  test.each<[string, object, object | undefined, string, string]>([
    [
      "an alias",
      { customSenderKmsKey: "alias/codes" },
      triggers,
      "prop-invalid",
      "cdk.userPool.customSenderKmsKey",
    ],
    [
      "a number",
      { lambdaConfig: { kmsKeyId: 3 } },
      triggers,
      "prop-invalid",
      "cdk.userPool.lambdaConfig.kmsKeyId",
    ],
    [
      "a key without a sender",
      { customSenderKmsKey: arn },
      undefined,
      "sender-key-unused",
      "cdk.userPool.customSenderKmsKey",
    ],
    [
      "two keys",
      { customSenderKmsKey: arn, lambdaConfig: { kmsKeyId: arn } },
      triggers,
      "sender-key-twice",
      "cdk.userPool.customSenderKmsKey",
    ],
  ])("refuse %s", (_, userPool, given, code, prop) => {
    const props = { triggers: given, cdk: { userPool } } as UserbaseProps;
    expect(failure(() => directory(props))).toMatchObject({ code, prop });
  });
});
