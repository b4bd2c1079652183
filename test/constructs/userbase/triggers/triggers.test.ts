import { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import type { UserbaseProps, UserbaseUserPoolTriggers } from "../../../../lib/constructs/userbase";
import type { Stack } from "../../../../lib/kit/app";
import { Function } from "../../../../lib/kit/function";
import { inlineActions, inlineStatements, only, resources, testStack } from "../../../support/stack";
import { failure } from "../../api/support/api";
import { apps, directory, handler, named, plain, problemsOf, short } from "../support";

const keys = [
  "createAuthChallenge",
  "customEmailSender",
  "customMessage",
  "customSmsSender",
  "defineAuthChallenge",
  "postAuthentication",
  "postConfirmation",
  "preAuthentication",
  "preSignUp",
  "preTokenGeneration",
  "userMigration",
  "verifyAuthChallengeResponse",
] as const satisfies readonly (keyof UserbaseUserPoolTriggers)[];

const plainKeys = keys.filter((key) => key !== "customEmailSender" && key !== "customSmsSender");
const snake = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const lambdaConfig = (props: UserbaseProps) =>
  only(directory(props).stack, "aws_cognito_user_pool").lambda_config;

describe("triggers of a Userbase", () => {
  test.each(plainKeys)("%s is called by its ARN", (key) => {
    expect(lambdaConfig({ triggers: { [key]: handler } })).toEqual({
      [snake(key)]: expect.stringMatching(
        new RegExp(`^\\$\\{aws_lambda_function\\.Auth_${key}_Function_\\w+\\.arn\\}$`),
      ),
    });
  });

  test("without functions cause no block", () => {
    expect(lambdaConfig({})).toBeUndefined();
    expect(lambdaConfig({ triggers: {} })).toBeUndefined();
    expect(lambdaConfig({ triggers: { preSignUp: undefined } })).toBeUndefined();
  });

  test.each(keys)("%s may be called by this pool only", (key) => {
    const { stack } = directory({ triggers: { [key]: handler } });
    expect(short(only(stack, "aws_lambda_permission"))).toEqual({
      action: "lambda:InvokeFunction",
      function_name: "${aws_lambda_function.function_name}",
      principal: "cognito-idp.amazonaws.com",
      source_arn: "${aws_cognito_user_pool.arn}",
    });
  });

  test.each(keys)("%s may only write its logs and traces, and decrypt its messages", (key) => {
    const { stack } = directory({ triggers: { [key]: handler } });
    const decrypts = key === "customEmailSender" || key === "customSmsSender";
    expect(short(inlineStatements(stack))).toEqual([
      {
        Effect: "Allow",
        Action: ["logs:CreateLogStream", "logs:PutLogEvents"],
        Resource: "${aws_cloudwatch_log_group.arn}:*",
      },
      ...(decrypts ? [{ Effect: "Allow", Action: "kms:Decrypt", Resource: "${aws_kms_key.arn}" }] : []),
      { Effect: "Allow", Action: ["xray:PutTelemetryRecords", "xray:PutTraceSegments"], Resource: "*" },
    ]);
  });

  test.each<[string, (stack: Stack) => UserbaseUserPoolTriggers["preSignUp"]]>([
    ["a path", () => handler],
    ["props", () => ({ handler, timeout: "3 seconds" })],
    ["a function", (stack) => new Function(stack, "Hook", { handler })],
  ])("take %s", (_, preSignUp) => {
    const stack = testStack();
    directory({ triggers: { preSignUp: preSignUp(stack) } }, stack);
    const { lambda_config: config } = only(stack, "aws_cognito_user_pool");
    expect(Object.keys(Object(config))).toEqual(["pre_sign_up"]);
  });

  test("use the defaults, and their own props over them", () => {
    const { stack } = directory({
      defaults: { function: { timeout: 7, environment: { ONE: "1" } } },
      triggers: { preSignUp: { handler, timeout: 3, environment: { TWO: "2" } }, userMigration: handler },
    });
    const own = named(stack, "aws_lambda_function", "Auth_preSignUp");
    expect([own.timeout, named(stack, "aws_lambda_function", "Auth_userMigration").timeout]).toEqual([3, 7]);
    expect(own.environment).toMatchObject({ variables: { ONE: "1", TWO: "2" } });
  });

  test("may share a function", () => {
    const stack = testStack();
    const fn = new Function(stack, "Hook", { handler });
    directory({ triggers: { preSignUp: fn, postConfirmation: fn } }, stack);
    expect(Object.keys(resources(stack, "aws_lambda_function"))).toHaveLength(1);
    expect(Object.keys(resources(stack, "aws_lambda_permission"))).toHaveLength(2);
  });

  test("are found by their keys", () => {
    const { userbase } = directory({ triggers: { preSignUp: handler } });
    expect(userbase.getFunction("preSignUp")?.id).toBe("preSignUp");
    expect(userbase.getFunction("userMigration")).toBeUndefined();
  });

  test("change nothing else when one is added", () => {
    const before = plain(directory({ triggers: { preSignUp: handler } }).stack);
    const after = plain(directory({ triggers: { preSignUp: handler, userMigration: handler } }).stack);
    expect(before.filter((address) => !after.includes(address))).toEqual([]);
    expect(after.filter((address) => !before.includes(address))).toEqual([
      "aws_cloudwatch_log_group.Auth_userMigration_LogGroup",
      "aws_iam_role.Auth_userMigration_Role",
      "aws_iam_role_policy.Auth_userMigration_Policies_Base",
      "aws_lambda_function.Auth_userMigration_Function",
      "aws_lambda_permission.Auth_Permission_userMigration",
    ]);
  });

  test("may be functions of another stack", () => {
    const { app, main, other } = apps();
    const fn = new Function(main, "Hook", { handler });
    directory({ triggers: { preSignUp: fn } }, other);
    expect(Object.keys(resources(other, "aws_lambda_permission"))).toHaveLength(1);
    expect(problemsOf(app)).toEqual([]);
  });

  test.each<[string, object, string, string, RegExp]>([
    [
      "an unknown key",
      { triggers: { preSignup: handler } },
      "key-unknown",
      "triggers",
      /Did you mean "preSignUp"/,
    ],
    [
      "no function",
      { triggers: { preSignUp: 3 } },
      "function-reference-invalid",
      "triggers.preSignUp",
      /preSignUp/,
    ],
    [
      "unknown defaults",
      { defaults: { function: { timeOut: 3 } } },
      "key-unknown",
      "defaults.function",
      /timeout/,
    ],
    ["unknown kinds of defaults", { defaults: { functions: {} } }, "key-unknown", "defaults", /function/],
  ])("refuse %s", (_, props, code, prop, text) => {
    const error = failure(() => directory(props as UserbaseProps));
    expect(error).toMatchObject({ code, prop });
    expect(error.message).toMatch(text);
  });

  test("refuse a function object together with defaults", () => {
    const stack = testStack();
    const triggers = { preSignUp: new Function(stack, "Hook", { handler }) };
    const error = failure(() => directory({ triggers, defaults: { function: { timeout: 3 } } }, stack));
    expect(error).toMatchObject({ code: "defaults-with-function", prop: "triggers.preSignUp" });
    expect(error.message).toMatch(/defaults\.function/);
  });

  test("refuse a provider's function", () => {
    const stack = testStack();
    const fn = new LambdaFunction(stack, "Hook", { functionName: "hook", role: "arn" });
    const error = failure(() => directory({ triggers: { preSignUp: fn as never } }, stack));
    expect(error).toMatchObject({ code: "function-provider-object", prop: "triggers.preSignUp" });
  });
});

describe("attachments to triggers of a Userbase", () => {
  const props = { triggers: { preSignUp: handler, userMigration: handler } };

  test("holds for all of them, or for one", () => {
    const { stack, userbase } = directory(props);
    userbase.attachPermissionsForTriggers(["sns:Publish"]);
    userbase.attachPermissionsForTrigger("userMigration", ["ses:SendEmail"]);
    const others = (part: string) => inlineActions(stack, part).filter((action) => /^s(ns|es):/.test(action));
    expect([others("preSignUp"), others("userMigration")]).toEqual([
      ["sns:Publish"],
      ["ses:SendEmail", "sns:Publish"],
    ]);
  });

  test("may be everything", () => {
    const { stack, userbase } = directory(props);
    userbase.attachPermissionsForTrigger("preSignUp", "*");
    expect(inlineActions(stack, "preSignUp")).toContain("*");
    expect(inlineActions(stack, "userMigration")).not.toContain("*");
  });

  test("may be bound constructs", () => {
    const { stack, userbase } = directory(props);
    const [one, two] = ["One", "Two"].map((id) => new Function(stack, id, { handler }));
    if (one === undefined || two === undefined) throw new Error("unreachable");
    userbase.bindForTriggers([one]);
    userbase.bindForTrigger("preSignUp", [two]);
    const names = (start: string) =>
      Object.keys(Object(named(stack, "aws_lambda_function", start).environment).variables).filter((key) =>
        key.includes("functionName"),
      );
    expect(names("Auth_preSignUp")).toEqual([
      "SERVERFORM_Function_functionName_One",
      "SERVERFORM_Function_functionName_Two",
    ]);
    expect(names("Auth_userMigration")).toEqual(["SERVERFORM_Function_functionName_One"]);
  });

  test.each(["bindForTrigger", "attachPermissionsForTrigger"] as const)(
    "%s names the triggers there are",
    (method) => {
      const { userbase } = directory(props);
      const error = failure(() => userbase[method]("preAuthentication", []));
      expect(error).toMatchObject({ code: "part-not-found", prop: method });
      expect(error.message).toMatch(/"preAuthentication".*"preSignUp", "userMigration"/s);
    },
  );
});
