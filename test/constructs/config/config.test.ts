import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Token } from "cdktf";
import { Config } from "../../../lib/constructs/config";
import { Function } from "../../../lib/kit/function";
import { standardErrorOf } from "../../support/environment";
import { expectNothingLeft } from "../../support/refused";
import { only, synthesized, testStack } from "../../support/stack";
import { failure, statements } from "../api/support/api";

const handler = "functions/notes.get";

function variables(stack: ReturnType<typeof testStack>) {
  return (only(stack, "aws_lambda_function").environment as { variables: Record<string, string> }).variables;
}

describe("Config.Parameter", () => {
  test("has a name and a value, and no resource", () => {
    const stack = testStack();
    const { name, value } = new Config.Parameter(stack, "API_HOST", { value: "api.example.com" });
    expect({ name, value }).toEqual({ name: "API_HOST", value: "api.example.com" });
    expect(synthesized(stack).resource).toEqual({});
  });

  test("create makes several, by name", () => {
    const { A, B } = Config.Parameter.create(testStack(), { A: "1", B: "" });
    expect([A.value, B.value]).toEqual(["1", ""]);
    expect(A.node.path).toBe("dev-notes-Main/A");
  });

  test("reaches the function that it is bound to, references too", () => {
    const stack = testStack();
    const { url } = new SqsQueue(stack, "Queue");
    const { QUEUE } = Config.Parameter.create(stack, { QUEUE: url });
    new Function(stack, "Reader", { handler, bind: [QUEUE] });
    expect(variables(stack).SERVERFORM_Parameter_value_QUEUE).toBe("${aws_sqs_queue.Queue.url}");
  });

  test("shows its name in the metadata, not its value", () => {
    const parameter = new Config.Parameter(testStack(), "A", { value: "1" });
    expect(parameter.getConstructMetadata()).toEqual({ type: "Parameter", data: { name: "A" } });
  });

  test.each([
    [{ value: 5 }, "value", /a number.*a string/s],
    [{ value: ["s3cret"] }, "value", /an array.*a string/s],
    [{}, "value", /undefined.*a string/s],
    [{ valeu: "x" }, "props", /"valeu".*"value"/s],
  ])("refuses %j", (props, prop, message) => {
    const error = failure(() => new Config.Parameter(testStack(), "A", props as { value: string }));
    expect(error).toMatchObject({ path: "dev-notes-Main/A", prop });
    expect(error.message).toMatch(message);
  });
});

describe("a parameter that looks like a secret gets a notice", () => {
  const notices = (name: string, value: string) =>
    standardErrorOf(() => {
      const stack = testStack();
      new Config.Parameter(stack, name, { value });
      stack.app.synth();
    });
  test.each([
    ["STRIPE_SECRET", "x"],
    ["apiKey", "x"],
    ["DB-PASSWORD", "x"],
    ["ACCESS_TOKEN", "x"],
    ["A", "sk_live_4eC39HqLyjWDarjtT1zdp7dc"],
    ["A", "-----BEGIN RSA PRIVATE KEY-----"],
    ["A", "AKIAIOSFODNN7EXAMPLE"],
    ["A", "postgres://admin:x@db.example.com/notes"],
  ])("%s: %s", (name, value) => {
    const text = notices(name, value);
    expect(text).toMatch(/value is in plain text in the configuration.*Config\.Secret/);
    expect(text).not.toContain(value.length > 1 ? value : "undefined");
  });
  test.each([
    ["TOKEN_TTL", "60"],
    ["KEYBOARD", "x"],
    ["API_HOST", "https://api.example.com/a:b@c"],
    ["API_KEY", ""],
    ["TOKEN", "${aws_ssm_parameter.token.value}"],
  ])("but not %s: %s", (name, value) => {
    const given = value.startsWith("${") ? Token.asString({ ref: "x" }) : value;
    expect(notices(name, given)).not.toContain("plain text");
  });
});

describe("Config.Secret", () => {
  test("create makes several, by name", () => {
    const { KEY, TOKEN } = Config.Secret.create(testStack(), "KEY", "TOKEN");
    expect([KEY.name, TOKEN.name]).toEqual(["KEY", "TOKEN"]);
  });

  test("hands over a placeholder", () => {
    const stack = testStack();
    new Function(stack, "Reader", { handler, bind: [new Config.Secret(stack, "STRIPE-KEY")] });
    expect(variables(stack)).toMatchObject({ SERVERFORM_Secret_value_STRIPE_KEY: "__FETCH_FROM_SSM__" });
  });

  test.each([
    ["", "/serverform/notes"],
    ["/team", "/team/serverform/notes"],
  ])("with the prefix %j lets the function read its value and the fallback, no more", (ssmPrefix, root) => {
    const stack = testStack({ account: "123456789012", ssmPrefix });
    new Function(stack, "Reader", { handler, bind: [new Config.Secret(stack, "KEY")] });
    const all = statements(only(stack, "aws_iam_role_policy").policy);
    const base = `arn:aws:ssm:us-east-1:123456789012:parameter${root}`;
    expect(all.find((each) => each.Action === "ssm:GetParameters")?.Resource).toEqual([
      `${base}/.fallback/Secret/KEY/value`,
      `${base}/dev/Secret/KEY/value`,
    ]);
  });

  test("is named in the metadata of itself and of the function", () => {
    const stack = testStack();
    const secret = new Config.Secret(stack, "KEY");
    const fn = new Function(stack, "Reader", { handler, bind: [secret] });
    expect(secret.getConstructMetadata()).toEqual({ type: "Secret", data: { name: "KEY" } });
    expect(fn.getConstructMetadata().data.secrets).toEqual(["KEY"]);
  });
});

describe("Config", () => {
  test("names are one space for parameters and secrets", () => {
    const stack = testStack();
    new Config.Parameter(stack, "A_B", { value: "x" });
    new Config.Secret(stack, "A-B");
    const error = failure(() => synthesized(stack));
    expect(error).toMatchObject({ path: "dev-notes-Main/A-B", code: "id-duplicate" });
    expect(error.message).toContain("dev-notes-Main/A_B");
  });

  test("is bound, not permitted", () => {
    const stack = testStack();
    const fn = new Function(stack, "Reader", { handler });
    for (const each of [new Config.Secret(stack, "A"), new Config.Parameter(stack, "B", { value: "x" })]) {
      expect(failure(() => fn.attachPermissions([each])).message).toContain("bind");
    }
  });
});

describe("create", () => {
  test("leaves nothing behind when the second parameter is invalid", () => {
    const stack = testStack();
    const values = { A: "1", B: 2 } as unknown as Record<string, string>;
    expectNothingLeft(stack, () => Config.Parameter.create(stack, values), "prop-invalid");
  });
  test("leaves nothing behind when the second secret exists already", () => {
    const stack = testStack();
    new Config.Secret(stack, "B");
    expectNothingLeft(stack, () => Config.Secret.create(stack, "A", "B"), "id-taken");
    expectNothingLeft(stack, () => Config.Secret.create(stack, "A", "A"), "part-duplicate");
  });
});

test.each([{ value: "hush" }, "hush", 42, null])("Config.Secret refuses a value: %#", (given) => {
  const Secret = Config.Secret as unknown as new (...args: unknown[]) => unknown;
  const create = () => new Secret(testStack(), "TOKEN", given);
  expect(create).toThrow(/^dev-notes-Main\/TOKEN: props is (an object|a string|a number|null)\./);
  expect(create).not.toThrow(/hush|42/);
});

test("Config.Secret takes undefined as no props", () => {
  const Secret = Config.Secret as unknown as new (...args: unknown[]) => unknown;
  expect(() => new Secret(testStack(), "TOKEN", undefined)).not.toThrow();
});
