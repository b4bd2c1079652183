import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Testing } from "cdktf";
import { bindingTarget } from "../../../../lib/kit/app";
import { Function, type FunctionProps, type Runtime } from "../../../../lib/kit/function";
import { functionRow } from "../../../../lib/kit/function/library";
import { permissionTarget } from "../../../../lib/kit/iam";
import { inlineActions, only, testStack } from "../../../support/stack";

const handler = "functions/notes.get";

function variables(
  props: FunctionProps = {},
  stack = testStack(),
  change: (fn: Function) => void = () => {},
) {
  change(new Function(stack, "Get", { handler, ...props }));
  return (only(stack, "aws_lambda_function").environment as { variables: object }).variables;
}

describe("the environment of a function", () => {
  test("holds app and stage", () => {
    expect(variables()).toEqual({ SERVERFORM_APP: "notes", SERVERFORM_STAGE: "dev" });
  });
  test("holds the prefix of parameters only when there is one", () => {
    expect(variables({}, testStack({ ssmPrefix: "/acme" }))).toHaveProperty("SERVERFORM_SSM_PREFIX", "/acme");
  });
  test.each<[Runtime, boolean]>([
    ["nodejs14.x", true],
    ["nodejs16.x", true],
    ["nodejs18.x", false],
    ["nodejs22.x", false],
  ])("of %s asks the old SDK to keep connections: %p", (runtime, isAsked) => {
    expect("AWS_NODEJS_CONNECTION_REUSE_ENABLED" in variables({ runtime })).toBe(isAsked);
  });
  test("holds the caller's variables, which win, and references", () => {
    const stack = testStack();
    const { url } = new SqsQueue(stack, "Queue");
    expect(variables({ environment: { SERVERFORM_APP: "other", QUEUE: url } }, stack)).toEqual({
      SERVERFORM_APP: "other",
      SERVERFORM_STAGE: "dev",
      QUEUE: "${aws_sqs_queue.Queue.url}",
    });
  });
  test("may be added to, the last write winning", () => {
    const given = variables({ environment: { KEY: "1" } }, testStack(), (fn) => {
      fn.addEnvironment("KEY", "2");
      fn.addEnvironment("NEW", "3");
    });
    expect(given).toMatchObject({ KEY: "2", NEW: "3" });
  });
  test("has the bound values, once, by a literal name, and below the caller's values", () => {
    const stack = testStack();
    const worker = new Function(stack, "my-worker", { handler });
    const fn = new Function(stack, "Get", { handler, bind: [worker, worker] });
    fn.bind([worker]);
    const key = "SERVERFORM_Function_functionName_my_worker";
    expect(fn.cdk.function.environmentInput?.variables).toHaveProperty(key, "dev-notes-Main-my-worker");
    const other = new Function(stack, "Other", { handler, environment: { [key]: "mine" }, bind: [worker] });
    expect(other.cdk.function.environmentInput?.variables).toHaveProperty(key, "mine");
  });
  test.each<[string, (fn: Function, worker: Function) => void]>([
    ["bind", (fn, worker) => fn.bind([worker])],
    ["the deprecated addConfig", (fn, worker) => fn.addConfig([worker])],
  ])("holds what %s adds", (_, add) => {
    const stack = testStack();
    const [fn, worker] = [
      new Function(stack, "Get", { handler }),
      new Function(stack, "Worker", { handler }),
    ];
    add(fn, worker);
    expect(fn.cdk.function.environmentInput?.variables).toHaveProperty(
      "SERVERFORM_Function_functionName_Worker",
    );
    expect(inlineActions(stack, "Get_Policies_Links")).toEqual(["lambda:InvokeFunction"]);
  });
  test("has the names of constructs that code cannot use without them", () => {
    const stack = testStack();
    const row = { ...functionRow, impliesBind: true };
    const job = Object.assign(new SqsQueue(stack, "Job"), {
      [permissionTarget]: () => ({ row, arn: "arn:aws:lambda:x" }),
      [bindingTarget]: () => ({
        className: "Job",
        client: "job",
        id: "Job",
        variables: { functionName: "job" },
        permissions: [],
      }),
    });
    const fn = new Function(stack, "Get", { handler });
    fn.attachPermissions([job]);
    expect(fn.cdk.function.environmentInput?.variables).toHaveProperty(
      "SERVERFORM_Job_functionName_Job",
      "job",
    );
  });
  test("names a bound secret in the metadata", () => {
    const stack = testStack();
    const secret = Object.assign(new SqsQueue(stack, "Key"), {
      [bindingTarget]: () => ({
        className: "Secret",
        client: "config",
        id: "Key",
        variables: { value: "x" },
        permissions: [],
      }),
    });
    const fn = new Function(stack, "Get", { handler });
    for (const _ of ["once", "twice"]) fn.bind([secret]);
    expect(fn.getConstructMetadata().data.secrets).toEqual(["Key"]);
  });
});

describe("an environment is refused", () => {
  test.each<[unknown, RegExp]>([
    [{ "MY-KEY": "1" }, /environment\["MY-KEY"\] is "MY-KEY"\.\n.*letters, digits and _/],
    [{ "1A": "1" }, /environment\["1A"\]/],
    [{ A: "1" }, /environment\["A"\] is "A"\.\n.*two or more/],
    [{ _HANDLER: "1" }, /environment\["_HANDLER"\]/],
    [{ AWS_REGION: "1" }, /environment\["AWS_REGION"\] is "AWS_REGION"\.\n.*another name/],
    [{ COUNT: 1 }, /environment\["COUNT"\] is a number\.\n.*String\(\.\.\.\)/],
    [{ LIST: ["hush"] }, /environment\["LIST"\] is an array\./],
    [{ MAP: { a: "hush" } }, /environment\["MAP"\] is an object\./],
    [["KEY"], /environment is an array\.\n.*an object/],
  ])("for %j", (environment, message) => {
    expect(() => variables({ environment: environment as Record<string, string> })).toThrow(message);
  });
  test("when such a variable is added", () => {
    expect(() => variables({}, testStack(), (fn) => fn.addEnvironment("AWS_REGION", "x"))).toThrow(
      /^dev-notes-Main\/Get: addEnvironment\["AWS_REGION"\]/,
    );
  });
  test.each([
    [4053, false],
    [4054, true],
  ])("at synthesis when it is too large: %p more bytes, %p", (bytes, isRefused) => {
    const stack = testStack();
    new Function(stack, "Get", { handler, environment: { LARGE: "x".repeat(bytes) } });
    const read = () => Testing.synth(stack);
    if (isRefused)
      expect(read).toThrow(/^dev-notes-Main\/Get: environment has 4097 bytes; AWS accepts 4096\.\n.*"LARGE"/);
    else expect(read).not.toThrow();
  });
});
