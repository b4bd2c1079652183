import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Aspects, Lazy, TerraformOutput, TerraformStack, Token } from "cdktf";
import { Api, Bucket, Stack, Table, Userbase } from "../../../../lib";
import { orderedContent } from "../../../../lib/kit/app/synthesis/ordered-content";
import { stackContent } from "../../../../lib/kit/app/synthesis/stack-content";
import { resolveValue } from "../../../../lib/kit/core";
import { resolveContent } from "../../../../lib/kit/core/tokens/resolve";
import { writtenJson } from "../../../support/files";
import { temporaryFolder, testApp, testStack } from "../../../support/stack";

/** Compares the JSON of a finished stack, without the order of its resources, with that of CDKTF, and returns it. */
function requireSame(stack: Stack): string {
  const prepared = JSON.stringify(stack.toTerraform());
  // Nothing is left of the first time: this resolves again.
  expect(prepared).toBe(JSON.stringify(orderedContent(stack)));
  const content = JSON.stringify(stackContent(stack));
  expect(content).toBe(JSON.stringify(TerraformStack.prototype.toTerraform.call(stack)));
  return content;
}

describe("the content of a stack is that of CDKTF", () => {
  test("with an API, a table, a bucket and user pools", () => {
    const stack = testStack();
    const table = new Table(stack, "Notes", {
      fields: { id: "string" },
      primaryIndex: { partitionKey: "id" },
    });
    const users = new Userbase(stack, "Users", {});
    new Bucket(stack, "Files", { cors: [{ allowedMethods: ["GET"], allowedOrigins: ["*"] }] });
    new Api(stack, "Api", {
      defaults: { function: { bind: [table] } },
      authorizers: { users: { type: "user_pool", userPool: { id: users.userPoolId } } },
      routes: { "GET /notes": "functions/notes.get", "POST /notes": "functions/notes.create" },
    });
    requireSame(stack);
  });

  test("with references between stacks", () => {
    const app = testApp();
    const [one, other] = [new Stack(app, "One"), new Stack(app, "Other")];
    const bucket = new Bucket(one, "Files", {});
    other.addOutputs({ files: bucket.bucketArn });
    expect(requireSame(one)).toContain("cross-stack-output");
    expect(requireSame(other)).toContain("cross-stack-reference-input");
  });

  test("with overrides of the stack: nested, lists, tokens and undefined", () => {
    const stack = testStack();
    new Bucket(stack, "Files", {});
    new TerraformOutput(stack, "Shown", { value: Lazy.stringValue({ produce: () => "shown" }) });
    stack.addOverride("terraform.required_version", ">= 1.9");
    stack.addOverride("locals.names", ["a", Lazy.stringValue({ produce: () => "b" })]);
    stack.addOverride("locals.lazy", Lazy.anyValue({ produce: () => ({ c: [1, undefined] }) }));
    stack.addOverride("locals.none", Lazy.anyValue({ produce: () => undefined }));
    stack.addOverride("output.Shown", { sensitive: true, value: undefined });
    stack.addOverride("provider.aws", [{ alias: "other", region: "eu-west-1" }]);
    expect(requireSame(stack)).toContain('"locals":{"names":["a","b"],"lazy":{"c":[1]}}');
  });
});

describe("content is resolved as CDKTF resolves it", () => {
  const stack = testStack();
  const lazy = Lazy.stringValue({ produce: () => "made" });
  const number = Token.asNumber(Lazy.numberValue({ produce: () => 7 }));
  test.each<[string, unknown]>([
    ["literals", ["a", 1, -0.5, 1e300, true, null, "", "${a.b}", "$${a}", "3e4"]],
    ["undefined", { a: undefined, b: [undefined, 1], c: {}, d: [] }],
    ["texts with tokens", { a: lazy, b: `${lazy} and ${lazy}`, c: `at ${number}` }],
    [
      "numbers and lists that are tokens",
      { a: number, b: Token.asList(["x"]), c: Token.asNumberList([1, 2]) },
    ],
    ["keys that are tokens", { [lazy]: 1, [`in ${lazy}`]: 2 }],
    ["maps that are tokens", { a: Token.asStringMap({ x: "y" }), b: Token.asAnyMap({ x: 1 }) }],
    [
      "objects that resolve themselves",
      { a: { resolve: () => ({ b: lazy }) }, c: Lazy.listValue({ produce: () => [lazy] }) },
    ],
    ["dates and objects without a prototype", [new Date(0), Object.assign(Object.create(null), { a: lazy })]],
  ])("%s", (_, value) => {
    expect(resolveContent(stack, value)).toEqual(resolveValue(stack, value));
  });

  const circular: Record<string, unknown> = {};
  circular.self = circular;
  test.each<[string, unknown]>([
    ["a function", { a: () => 1 }],
    ["a construct", { a: stack }],
    ["a key that is a number", { [`${number}`]: 2 }],
    ["a token of another library", "${TfToken[unknown]}"],
    ["an object that contains itself", circular],
    ["a token of a list as a text", { a: `x ${Token.asList(Lazy.listValue({ produce: () => [] }))[0]}` }],
    ["the value of a map that is a token", { a: Token.STRING_MAP_TOKEN_VALUE }],
    ["the number of a map that is a token", [Token.NUMBER_MAP_TOKEN_VALUE]],
  ])("%s is refused", (_, value) => {
    expect(() => resolveValue(stack, value)).toThrow();
    expect(() => resolveContent(stack, value)).toThrow();
  });
});

describe("a finding of the connection of stacks is written only if it is still true", () => {
  test("aspects change what has been resolved", () => {
    const app = testApp({ outdir: temporaryFolder() });
    const stack = new Stack(app, "Main");
    new SqsQueue(stack, "Jobs", { name: "jobs" });
    Aspects.of(stack).add({
      visit: (each) => {
        if (each instanceof SqsQueue) each.delaySeconds = 7;
      },
    });
    app.synth();
    expect(writtenJson(app.outdir, "dev-notes-Main").resource.aws_sqs_queue).toMatchObject({
      Jobs: { delay_seconds: 7 },
    });
  });

  test("a token may wait until stacks are connected", () => {
    const app = testApp({ outdir: temporaryFolder() });
    const stack = new Stack(app, "Main");
    const name = Lazy.stringValue({ produce: ({ preparing }) => (preparing ? "early" : "jobs") });
    new SqsQueue(stack, "Jobs", { name, tags: { nested: `${name}!` } });
    app.synth();
    expect(writtenJson(app.outdir, "dev-notes-Main").resource.aws_sqs_queue).toMatchObject({
      Jobs: { name: "jobs", tags: { nested: "jobs!" } },
    });
  });
});
