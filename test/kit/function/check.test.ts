import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Function, type FunctionProps } from "../../../lib/kit/function";
import { testStack } from "../../support/stack";

const handler = "functions/notes.get";
const create = (props: object) => new Function(testStack(), "Get", { handler, ...props } as FunctionProps);

describe("a function refuses", () => {
  test.each<[string, object, string | RegExp]>([
    ["no handler", { handler: undefined }, /handler is missing\.\n.*handler: "functions\/notes\.get"/],
    ["an empty handler", { handler: "" }, /handler is missing/],
    ["a handler that is not text", { handler: 1 }, /handler is 1\.\n.*a string/],
    ["an unknown prop", { memory: 1 }, /props has the key "memory".*\n.*memorySize/],
    [
      "streaming",
      { streaming: true },
      /: streaming is true, but functions have no such prop.*\n.*url: \{ streaming: true \}/,
    ],
    [
      "an unknown key of cdk",
      { cdk: { lambda: {} } },
      /cdk has the key "lambda".*\n.*function, id, logGroup, role/,
    ],
    ["an unknown runtime", { runtime: "nodejs8.x" }, /runtime is "nodejs8\.x"\.\n.*"nodejs24\.x"/],
    ["an unknown tracing", { tracing: "on" }, /tracing is "on"\.\n.*"active", "disabled" or "pass_through"/],
    [
      "an unknown architecture",
      { architecture: "arm64" },
      /architecture is "arm64"\.\n.*Did you mean "arm_64"/,
    ],
    ["an unknown retention", { logRetention: "2 weeks" }, /logRetention is "2 weeks"\.\n.*"two_weeks"/],
    [
      "negative concurrency",
      { reservedConcurrentExecutions: -1 },
      /reservedConcurrentExecutions is -1, which is not 0 or more/,
    ],
    [
      "fractions of concurrency",
      { reservedConcurrentExecutions: 0.5 },
      /reservedConcurrentExecutions is 0\.5/,
    ],
    [
      "a long description",
      { description: "x".repeat(257) },
      /description is "x+.*257 characters long; AWS allows 256/,
    ],
    ["permissions that are not an array", { permissions: "s3" }, /permissions is "s3".*\n.*Write an array/],
    ["an unknown service", { permissions: ["s4"] }, /permissions\[0\] is "s4".*\n.*Did you mean/],
    ["such a statement", { initialPolicy: ["s4"] }, /initialPolicy\[0\] is "s4"/],
    ["statements that are not an array", { initialPolicy: "*" }, /initialPolicy is "\*"\.\n.*an array/],
    ["a binding that is not an array", { bind: "table" }, /bind is "table"\.\n.*an array/],
    ["something that cannot be bound", { bind: [{}] }, /bind\[0\] is a plain Object, which cannot be bound/],
    ["such a config", { config: [{}] }, /config\[0\] is a plain Object/],
    [
      "an invalid role",
      { role: "arn:aws:iam::1:role/x" },
      /role is "arn:aws:iam::1:role\/x"\.\n.*an IamRole or a DataAwsIamRole/,
    ],
    ["an invalid key", { environmentEncryption: "key" }, /environmentEncryption is "key"\.\n.*aws_kms_key/],
    [
      "the ARN of something else as key",
      { environmentEncryption: "arn:aws:sqs:us-east-1:111122223333:q" },
      /environmentEncryption is "arn:aws:sqs.*\n.*its ARN: "arn:aws:kms/,
    ],
    [
      "the ARN of something else as signing config",
      { codeSigningConfig: "arn:aws:lambda:us-east-1:111122223333:function:f" },
      /codeSigningConfig is "arn:aws:lambda.*\n.*its ARN: "arn:aws:lambda.*csc-/,
    ],
    [
      "an invalid signing config",
      { codeSigningConfig: {} },
      /codeSigningConfig is \{\}\.\n.*aws_lambda_code_signing_config/,
    ],
  ])("%s", (_, props, message) => {
    expect(() => create(props)).toThrow(message);
    expect(() => create(props)).toThrow(/^dev-notes-Main\/Get: /);
  });
  test.each([
    "role",
    "filename",
    "sourceCodeHash",
    "environment",
    "functionName",
    "imageUri",
    "packageType",
    "s3Bucket",
  ])("cdk.function.%s, which is a prop", (key) => {
    expect(() => create({ cdk: { function: { [key]: "x" } } })).toThrow(
      new RegExp(
        `^dev-notes-Main/Get: cdk\\.function has the key "${key}".*\\n.*(Use the props?|It follows)`,
      ),
    );
  });
  test.each(["function", "role", "logGroup"])("an unknown key of cdk.%s", (part) => {
    expect(() => create({ cdk: { [part]: { tag: {} } } })).toThrow(
      new RegExp(`^dev-notes-Main/Get: cdk\\.${part} has the key "tag".*\\n.*Did you mean "tags"`),
    );
  });
  test("a provider object as cdk.function", () => {
    const stack = testStack();
    const lambda = new LambdaFunction(stack, "Other", { functionName: "x", role: "r" });
    expect(() => new Function(stack, "Get", { handler, cdk: { function: lambda as object } })).toThrow(
      /cdk\.function is "an object of type aws_lambda_function"\.\n.*a plain object/,
    );
  });
  test("cdk.role together with role", () => {
    const stack = testStack();
    const role = new IamRole(stack, "Role", { assumeRolePolicy: "{}" });
    expect(() => new Function(stack, "Get", { handler, role, cdk: { role: {} } })).toThrow(
      /cdk\.role is given together with role/,
    );
  });
  test("another object as a role", () => {
    const stack = testStack();
    const role = new SqsQueue(stack, "Queue") as unknown as IamRole;
    expect(() => new Function(stack, "Get", { handler, role })).toThrow(
      /role is the SqsQueue "dev-notes-Main\/Queue"/,
    );
  });
  test("props that are not objects", () => {
    expect(() => new Function(testStack(), "Get", handler as FunctionProps)).toThrow(
      /^dev-notes-Main\/Get: props is "functions\/notes\.get"\.\n.*a plain object/,
    );
  });
  test("an id that something else has", () => {
    const stack = testStack();
    new SqsQueue(stack, "Get");
    expect(() => new Function(stack, "Get", { handler })).toThrow(
      /^dev-notes-Main\/Get: id is "Get", which a SqsQueue .* already/,
    );
    expect(() => new Function(stack, "Read", { handler, cdk: { id: "Get" } })).toThrow(/cdk\.id is "Get"/);
  });
});
