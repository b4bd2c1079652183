import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { type App, Stack } from "../../../../lib/kit/app";
import { Function, type FunctionProps, resolveFunction } from "../../../../lib/kit/function";
import { inlineActions, only, testApp } from "../../../support/stack";

const handler = "functions/notes.get";

function variablesOf(stack: Stack): unknown {
  const { environment } = only(stack, "aws_lambda_function") as {
    environment: { variables: Record<string, string> };
  };
  const { SERVERFORM_APP: _, SERVERFORM_STAGE: __, ...variables } = environment.variables;
  return variables;
}

describe("function defaults", () => {
  test("apply in the order app, stack, construct, individual", () => {
    const app = testApp();
    const order = { memorySize: 128, timeout: 1, description: "app", diskSize: 600 };
    app.setDefaultFunctionProps({ ...order, environment: { A1: "app", A2: "app", A3: "app", A4: "app" } });
    const stack = new Stack(app, "Main");
    stack.setDefaultFunctionProps({
      memorySize: 256,
      timeout: 2,
      description: "stack",
      environment: { A2: "stack", A3: "stack", A4: "stack" },
    });
    const defaults = { memorySize: 512, timeout: 3, environment: { A3: "construct", A4: "construct" } };
    const own = { handler, memorySize: 1024, environment: { A4: "own" } };
    resolveFunction({ owner: stack, scope: stack, defaults, waits: true }, "Get", "routes", own);
    expect(only(stack, "aws_lambda_function")).toMatchObject({
      memory_size: 1024,
      timeout: 3,
      description: "stack",
      ephemeral_storage: { size: 600 },
    });
    expect(variablesOf(stack)).toEqual({ A1: "app", A2: "stack", A3: "construct", A4: "own" });
  });
  test("may be computed from the stack", () => {
    const app = testApp();
    app.setDefaultFunctionProps((stack) => ({ handler, description: stack.stackName }));
    const stack = new Stack(app, "Main");
    stack.setDefaultFunctionProps(({ region }) => ({ environment: { WHERE: region } }));
    new Function(stack, "Get");
    expect(only(stack, "aws_lambda_function").description).toBe("dev-notes-Main");
    expect(variablesOf(stack)).toEqual({ WHERE: "us-east-1" });
  });
  test("of the app may be set several times, later ones winning", () => {
    const app = testApp();
    app.setDefaultFunctionProps({ timeout: 1, environment: { A1: "1", A2: "1" } });
    app.setDefaultFunctionProps({ timeout: 2, environment: { A2: "2" } });
    const stack = new Stack(app, "Main");
    new Function(stack, "Get", { handler });
    expect(only(stack, "aws_lambda_function").timeout).toBe(2);
    expect(variablesOf(stack)).toEqual({ A1: "1", A2: "2" });
  });
  test("are copied when a stack is created", () => {
    const app = testApp();
    app.addDefaultFunctionEnv({ FIRST: "1" });
    const early = new Stack(app, "Early");
    app.addDefaultFunctionEnv({ SECOND: "2" });
    const late = new Stack(app, "Late");
    for (const stack of [early, late]) new Function(stack, `Get${stack.node.id}`, { handler });
    expect(variablesOf(early)).toEqual({ FIRST: "1" });
    expect(variablesOf(late)).toEqual({ FIRST: "1", SECOND: "2" });
  });
  test("of a stack reach only functions that are created later", () => {
    const stack = new Stack(testApp(), "Main");
    const before = new Function(stack, "Before", { handler });
    stack.addDefaultFunctionEnv({ LATE: "1" });
    const after = new Function(stack, "After", { handler });
    expect(before.cdk.function.environmentInput?.variables).not.toHaveProperty("LATE");
    expect(after.cdk.function.environmentInput?.variables).toHaveProperty("LATE");
  });
  test.each<[string, (owner: App | Stack) => void, FunctionProps]>([
    ["environment", (owner) => owner.addDefaultFunctionEnv({ KEY: "v" }), { environment: { KEY: "v" } }],
    [
      "layers",
      (owner) => owner.addDefaultFunctionLayers(["arn:aws:lambda:us-east-1:111122223333:layer:a:1"]),
      { layers: ["arn:aws:lambda:us-east-1:111122223333:layer:a:1"] },
    ],
    ["permissions", (owner) => owner.addDefaultFunctionPermissions(["s3"]), { permissions: ["s3"] }],
    ["bindings", (owner) => owner.addDefaultFunctionBinding([]), { bind: [] }],
    ["config", (owner) => owner.addDefaultFunctionConfig([]), { config: [] }],
  ])("take %s from app and stack at any time", (_, add, expected) => {
    const app = testApp();
    add(app);
    const stack = new Stack(app, "Main");
    add(stack);
    expect(stack.getFunctionDefaults()).toEqual([expected, expected]);
  });
  test("reach the function", () => {
    const app = testApp();
    const stack = new Stack(app, "Main");
    const queue = new Function(stack, "Worker", { handler });
    app.addDefaultFunctionBinding([queue]);
    app.addDefaultFunctionPermissions(["s3:GetObject"]);
    app.addDefaultFunctionLayers(["arn:aws:lambda:us-east-1:111122223333:layer:a:1"]);
    const second = new Stack(app, "Second");
    new SqsQueue(second, "Queue");
    new Function(second, "Get", { handler });
    expect(variablesOf(second)).toEqual({ SERVERFORM_Function_functionName_Worker: "dev-notes-Main-Worker" });
    expect(inlineActions(second)).toContain("s3:GetObject");
    expect(only(second, "aws_lambda_function").layers).toEqual([
      "arn:aws:lambda:us-east-1:111122223333:layer:a:1",
    ]);
  });
});

describe("whole function defaults are refused", () => {
  test("by an app that has functions in any stack", () => {
    const app = testApp();
    new Function(new Stack(app, "Main"), "Get", { handler });
    expect(() => app.setDefaultFunctionProps({ timeout: 1 })).toThrow(
      /^app: setDefaultFunctionProps is called after functions were created in the app.*\n.*addDefaultFunctionEnv/,
    );
  });
  test("by a stack that has functions, but not for those of another", () => {
    const app = testApp();
    const [main, other] = [new Stack(app, "Main"), new Stack(app, "Other")];
    new Function(main, "Get", { handler });
    expect(() => main.setDefaultFunctionProps({ timeout: 1 })).toThrow(
      /^dev-notes-Main: setDefaultFunctionProps is called after functions were created in the stack/,
    );
    expect(() => other.setDefaultFunctionProps({ timeout: 1 })).not.toThrow();
  });
});

describe("defaults that no function can have", () => {
  test.each<[string, unknown]>([
    ["timeout", { timeout: 0 }],
    ["timeOut", { timeOut: 10 }],
    ["memorySize", { memorySize: Number.NaN }],
    ["environment", { environment: { "a b": "1" } }],
    ["permissions[0]", { permissions: ["nothing"] }],
    ["layers[0]", { layers: ["tools"] }],
    ["retryAttempts", { retryAttempts: 3 }],
  ])("are refused at once: %s", (_, defaults) => {
    const app = testApp();
    const stack = new Stack(app, "Main");
    for (const owner of [app, stack])
      expect(() => owner.setDefaultFunctionProps(defaults as never)).toThrow(/: setDefaultFunctionProps\(/);
    expect(() => new Function(stack, "Get", { handler: "functions/notes.get" })).not.toThrow();
  });

  test.each([null, "x", []])("are refused as %p", (defaults) => {
    expect(() => testApp().setDefaultFunctionProps(defaults as never)).toThrow(/setDefaultFunctionProps is/);
  });

  test("are refused with the prop of addDefaultFunctionEnv", () => {
    const add = () => testApp().addDefaultFunctionEnv({ AWS_REGION: "x" });
    expect(add).toThrow(/^app: addDefaultFunctionEnv\(environment/);
  });
});
