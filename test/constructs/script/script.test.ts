import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Construct } from "constructs";
import { Api, Bucket, Job, Script, type ScriptProps, Table } from "../../../lib";
import { neededForUse, Stack } from "../../../lib/kit/app";
import { Function } from "../../../lib/kit/function";
import { listedTypes, typesOf } from "../../docs/resources-table";
import { checkOutput } from "../../support/reference-check";
import {
  addresses,
  type Block,
  declaredAddresses,
  inlineActions,
  inlineStatements,
  only,
  resources,
  synthesized,
  testApp,
  testStack,
} from "../../support/stack";
import { failure } from "../api/support/api";

const handler = "functions/notes.get";
const plain = (address: string) => address.replace(/_[0-9A-F]{8}(?=$|\.)/g, "");
const seed = (props: ScriptProps, stack = testStack()) => ({
  stack,
  script: new Script(stack, "Seed", props),
});

/** A function of a stack by a part of its address. */
function functionOf(stack: Stack, part: string): Block {
  const found = Object.entries(resources(stack, "aws_lambda_function")).filter(([name]) =>
    name.includes(part),
  );
  expect(found).toHaveLength(1);
  return found[0]?.[1] ?? {};
}

const waitsFor = (stack: Stack) => (only(stack, "aws_lambda_invocation").depends_on as string[]).map(plain);
const inputOf = (stack: Stack) =>
  String(only(stack, "aws_lambda_invocation").input).replace(/_[0-9A-F]{8}/g, "");

describe("Script", () => {
  test("creates these resources", () => {
    const { stack } = seed({
      onCreate: handler,
      onUpdate: handler,
      onDelete: handler,
    });
    expect(addresses(stack).map(plain)).toMatchInlineSnapshot(`
      [
        "aws_cloudwatch_log_group.Seed_onCreateFunction_LogGroup",
        "aws_cloudwatch_log_group.Seed_onDeleteFunction_LogGroup",
        "aws_cloudwatch_log_group.Seed_onUpdateFunction_LogGroup",
        "aws_cloudwatch_log_group._script_LogGroup",
        "aws_iam_role.Seed_onCreateFunction_Role",
        "aws_iam_role.Seed_onDeleteFunction_Role",
        "aws_iam_role.Seed_onUpdateFunction_Role",
        "aws_iam_role._script_Role",
        "aws_iam_role_policy.Seed_onCreateFunction_Policies_Base",
        "aws_iam_role_policy.Seed_onDeleteFunction_Policies_Base",
        "aws_iam_role_policy.Seed_onUpdateFunction_Policies_Base",
        "aws_iam_role_policy._script_Policies_Base",
        "aws_iam_role_policy._script_Policies_Links",
        "aws_lambda_function.Seed_onCreateFunction",
        "aws_lambda_function.Seed_onDeleteFunction",
        "aws_lambda_function.Seed_onUpdateFunction",
        "aws_lambda_function._script_Function",
        "aws_lambda_invocation.Seed_Invocation",
        "data.archive_file._code_functions-notes-ab2188ae",
        "data.archive_file._code_script-dispatcher-ec6a0ad9",
        "data.aws_caller_identity._account",
      ]
    `);
  });

  test("has a README that lists every type of resource", () => {
    const found = typesOf(addresses(seed({ onCreate: handler }).stack));
    expect(listedTypes("lib/constructs/script/README.md")).toEqual(expect.arrayContaining([...found]));
  });

  test("is invoked by Terraform when it is created, changed and removed", () => {
    const { stack } = seed({
      onCreate: handler,
      onUpdate: handler,
      onDelete: handler,
      params: { a: 1 },
      version: "3",
    });
    expect(only(stack, "aws_lambda_invocation")).toMatchObject({
      lifecycle_scope: "CRUD",
      terraform_key: "tf",
      function_name: expect.stringMatching(
        /^\$\{aws_lambda_function\._script_Function_\w+\.function_name\}$/,
      ),
    });
    expect(inputOf(stack)).toBe(
      '{"createFunction":${jsonencode(aws_lambda_function.Seed_onCreateFunction.function_name)},' +
        '"updateFunction":${jsonencode(aws_lambda_function.Seed_onUpdateFunction.function_name)},' +
        '"deleteFunction":${jsonencode(aws_lambda_function.Seed_onDeleteFunction.function_name)},' +
        '"params":{"a":1},"revision":"3"}',
    );
  });

  test("leaves out the functions that it does not have", () => {
    expect(inputOf(seed({ onDelete: handler, version: "1" }).stack)).not.toMatch(
      /createFunction|updateFunction/,
    );
  });

  test("has the code of all functions as its version", () => {
    const input = inputOf(seed({ onCreate: handler, onUpdate: "functions/notes.list" }).stack);
    const [, revision = ""] = input.split('"revision":');
    expect(revision.match(/aws_lambda_function\.\w+\.source_code_hash/g)).toEqual([
      "aws_lambda_function.Seed_onCreateFunction.source_code_hash",
      "aws_lambda_function.Seed_onUpdateFunction.source_code_hash",
    ]);
  });

  test.each<[Partial<ScriptProps>, RegExp]>([
    [{ version: "2" }, /"revision":"2"\}$/],
    [{ version: "2", runOnEveryDeploy: true }, /"revision":"2 .*timestamp\(\)/],
    [{ runOnEveryDeploy: true }, /"revision":".*source_code_hash.* .*timestamp\(\)/],
    [{ runOnEveryDeploy: false, version: "" }, /"revision":""\}$/],
  ])("with %j the revision is %s", (props, expected) => {
    expect(inputOf(seed({ onCreate: handler, ...props }).stack)).toMatch(expected);
  });

  test("waits for the policies of all its functions and of the dispatcher", () => {
    const stack = testStack();
    const other = new Function(stack, "Other", {
      handler,
      enableLiveDev: false,
      permissions: ["s3:GetObject"],
    });
    const linked = new Function(stack, "Linked", { handler });
    new Script(stack, "Seed", {
      onCreate: { handler, permissions: ["sqs:SendMessage"] },
      onUpdate: { handler, permissions: [[linked, "grantInvoke"]] },
      onDelete: other,
    });
    expect(waitsFor(stack)).toEqual([
      "aws_iam_role_policy.Other_Policies_Base",
      "aws_iam_role_policy.Seed_onCreateFunction_Policies_Base",
      "aws_iam_role_policy.Seed_onUpdateFunction_Policies_Base",
      "aws_iam_role_policy.Seed_onUpdateFunction_Policies_Links",
      "aws_iam_role_policy._script_Policies_Base",
      "aws_iam_role_policy._script_Policies_Links",
    ]);
  });

  test("waits until its bound constructs can be used, also when bound later", () => {
    class Database extends Construct {
      readonly ready = new SqsQueue(this, "Ready", {});
      [neededForUse]() {
        return [this.ready];
      }
      [Symbol.for("serverform.bindingTarget")]() {
        return {
          className: "Database",
          client: "x",
          id: this.node.id,
          variables: {},
          permissions: [],
        };
      }
    }
    const { stack, script } = seed({ onCreate: handler });
    script.bind([new Database(stack, "Data")]);
    expect(waitsFor(stack)).toContain("aws_sqs_queue.Data_Ready");
  });

  test("waits for the policies and permissions of functions that its functions call, at any depth", () => {
    const stack = testStack();
    const role = new Function(stack, "Other", { handler }).role;
    const table = new Table(stack, "Notes", {
      fields: { id: "string" },
      primaryIndex: { partitionKey: "id" },
      stream: true,
      consumers: { changes: handler },
    });
    const called = new Function(stack, "Called", { handler, role, bind: [table] });
    const job = new Job(stack, "Report", { handler, bind: [called] });
    const api = new Api(stack, "Api", { routes: { "GET /": { function: { handler, bind: [job] } } } });
    new Script(stack, "Seed", { onCreate: { handler, bind: [api] } });
    expect(waitsFor(stack)).toEqual(
      expect.arrayContaining([
        "aws_apigatewayv2_route.Api_Route_GET_--",
        "aws_apigatewayv2_stage.Api_DefaultStage",
        "aws_lambda_permission.Api_Permission_GET_--",
        "aws_iam_role_policy.Api_Lambda_GET_--_Policies_Links",
        "aws_iam_role_policy.Report_Policies_Base",
        "aws_iam_role_policy.Report_Invoker_Policies_Links",
        "aws_iam_role_policy.Other_Policies_Base",
        expect.stringMatching(/^aws_lambda_event_source_mapping\.Notes/),
      ]),
    );
  });

  test("does not wait for itself when it is declared below what it uses", () => {
    const stack = testStack();
    const api = new Api(stack, "Api", { routes: { "GET /": handler } });
    for (const id of ["First", "Second"]) new Script(api, id, { onCreate: { handler, bind: [api] } });
    const invocations = Object.values(resources(stack, "aws_lambda_invocation"));
    const awaited = invocations.flatMap(({ depends_on }) => depends_on as string[]);
    expect(awaited.filter((each) => each.startsWith("aws_lambda_invocation"))).toEqual([]);
  });

  test("shares one dispatcher with the other scripts of its stack, which may invoke their functions only", () => {
    const { stack } = seed({ onCreate: handler });
    new Script(stack, "Second", { onCreate: handler });
    const dispatcher = functionOf(stack, "_script_");
    expect(dispatcher).toMatchObject({
      timeout: 900,
      memory_size: 1024,
      runtime: "nodejs24.x",
    });
    expect(inlineActions(stack, "_script_Policies_Links")).toEqual([
      "lambda:InvokeFunction",
      "lambda:InvokeFunction",
    ]);
  });

  test("waits for another script of the stack", () => {
    const stack = testStack({ account: "123456789012" });
    const first = new Script(stack, "First", { onCreate: handler });
    const second = new Script(stack, "Second", { onCreate: handler });
    second.node.addDependency(first);
    const waiting = Object.entries(resources(stack, "aws_lambda_invocation"));
    const [[, { depends_on: ofSecond }] = ["", {}]] = waiting.filter(([name]) => name.startsWith("Second"));
    expect((ofSecond as string[]).map(plain)).toContain("aws_lambda_invocation.First_Invocation");
    expect(inlineStatements(stack, "_script_Policies_Links").flatMap(({ Resource }) => Resource)).toContain(
      "arn:aws:lambda:us-east-1:123456789012:function:dev-notes-Main-Second-onCreateFunction",
    );
  });

  test("has a dispatcher without the app's defaults", () => {
    const app = testApp();
    app.setDefaultFunctionProps({
      timeout: 5,
      runtime: "nodejs20.x",
      environment: { OWN: "1" },
    });
    const stack = new Stack(app, "Main");
    new Script(stack, "Seed", { onCreate: handler });
    expect(functionOf(stack, "_script_")).toMatchObject({
      timeout: 900,
      runtime: "nodejs24.x",
    });
    expect(JSON.stringify(functionOf(stack, "_script_"))).not.toContain('"OWN"');
    expect(functionOf(stack, "Seed_")).toMatchObject({
      timeout: 900,
      runtime: "nodejs20.x",
    });
  });

  test.each<[string, ScriptProps, number]>([
    ["900 seconds", { onCreate: handler }, 900],
    ["the time of defaults.function", { onCreate: handler, defaults: { function: { timeout: 20 } } }, 20],
    [
      "its own time",
      {
        onCreate: { handler, timeout: "1 minute" },
        defaults: { function: { timeout: 20 } },
      },
      60,
    ],
    [
      "900 seconds if defaults.function leaves it undefined",
      {
        onCreate: handler,
        defaults: { function: { timeout: undefined } },
      } as never,
      900,
    ],
  ])("gives a function %s", (_, props, timeout) => {
    expect(functionOf(seed(props).stack, "Seed_").timeout).toBe(timeout);
  });

  test("never runs its functions on a developer's machine under start", () => {
    const { script } = seed({
      onCreate: { handler, enableLiveDev: true },
      onUpdate: handler,
      defaults: { function: { enableLiveDev: true } },
    });
    expect([script.createFunction?.isLive, script.updateFunction?.isLive]).toEqual([false, false]);
  });

  test("binds and permits all its functions", () => {
    const { stack, script } = seed({ onCreate: handler, onDelete: handler });
    script.bind([new Bucket(stack, "Files")]);
    script.attachPermissions(["sqs:SendMessage"]);
    for (const event of ["onCreate", "onDelete"]) {
      expect(JSON.stringify(functionOf(stack, event).environment)).toContain(
        "SERVERFORM_Bucket_bucketName_Files",
      );
      expect(inlineActions(stack, `${event}Function_Policies`)).toContain("sqs:SendMessage");
    }
  });

  test("takes a function of another stack", () => {
    const app = testApp();
    const first = new Stack(app, "First");
    const shared = new Function(first, "Shared", {
      handler,
      enableLiveDev: false,
    });
    const second = new Stack(app, "Second");
    new Script(second, "Seed", { onCreate: shared });
    app.synth();
    expect(checkOutput(app.outdir)).toEqual([]);
  });

  test("lists its functions", () => {
    const { script } = seed({ onCreate: handler });
    expect(script.getConstructMetadata()).toEqual({
      type: "Script",
      data: {
        createFunction: {
          node: script.createFunction?.node.addr,
          stack: "dev-notes-Main",
        },
      },
    });
  });
});

describe("params of a Script", () => {
  const paramsOf = (params: ScriptProps["params"], stack = testStack()) => {
    new Script(stack, "Seed", {
      onCreate: handler,
      version: "1",
      ...(params && { params }),
    });
    return /"params":(.*),"revision"/.exec(inputOf(stack))?.[1];
  };

  test.each<[ScriptProps["params"], string]>([
    [undefined, "{}"],
    [{ a: [1, -0.5, true, null], b: { c: "d" } }, '{"a":[1,-0.5,true,null],"b":{"c":"d"}}'],
    [{ a: 'quote " and \\ and\n' }, '{"a":"quote \\" and \\\\ and\\n"}'],
    [{ a: "${b} and %{c}", $x: "$" }, '{"a":"$${b} and %%{c}","$x":"$"}'],
    [{ a: undefined, b: [undefined] }, '{"b":[null]}'],
  ])("%j are written unchanged", (params, written) => {
    expect(paramsOf(params)).toBe(written);
  });

  test("may be references, alone, within texts and as lists", () => {
    const stack = testStack();
    const table = new Table(stack, "T", {
      fields: { id: "string" },
      primaryIndex: { partitionKey: "id" },
    });
    const queue = new SqsQueue(stack, "Q", {});
    const params = paramsOf(
      {
        name: table.tableName,
        text: `a "${table.tableName}"`,
        delay: queue.delaySeconds,
      },
      stack,
    );
    expect(params).toBe(
      '{"name":${jsonencode(aws_dynamodb_table.T_Table.name)},' +
        '"text":"a \\"${trimsuffix(trimprefix(jsonencode("${aws_dynamodb_table.T_Table.name}"), "\\""), "\\"")}\\"",' +
        '"delay":${jsonencode(aws_sqs_queue.Q.delay_seconds)}}',
    );
  });

  test("may refer to another stack", () => {
    const app = testApp();
    const bucket = new Bucket(new Stack(app, "Data"), "Files");
    const stack = new Stack(app, "Main");
    new Script(stack, "Seed", {
      onCreate: handler,
      params: { bucket: bucket.bucketName },
    });
    app.synth();
    expect(checkOutput(app.outdir)).toEqual([]);
    expect(JSON.stringify(synthesized(stack).data)).toContain("terraform_remote_state");
  });
});

describe("Script refuses", () => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  const cases: readonly (readonly [string, object, RegExp])[] = [
    ["prop-required", {}, /Seed: onCreate is missing\./],
    ["prop-required", { params: {} }, /Seed: onCreate is missing\./],
    ["key-rejected", { function: handler }, /Use onCreate, and onUpdate/],
    ["key-rejected", { onCreate: handler, defaultFunctionProps: {} }, /Use defaults\.function\./],
    ["key-unknown", { onCreated: handler }, /Did you mean "onCreate"/],
    ["key-unknown", { onCreate: handler, cdk: { id: "x" } }, /has the key "cdk"/],
    ["script-timeout", { onCreate: { handler, timeout: "20 minutes" } }, /onCreate\.timeout is "20 minutes"/],
    ["script-timeout", { onDelete: { handler, timeout: 901 } }, /onDelete\.timeout is 901/],
    [
      "script-timeout",
      { onCreate: handler, defaults: { function: { timeout: 1000 } } },
      /defaults\.function\.timeout/,
    ],
    ["duration-invalid", { onCreate: { handler, timeout: "5 x" } }, /onCreate\.timeout is "5 x"/],
    ["prop-invalid", { onCreate: handler, params: [] }, /params is \[\]/],
    ["prop-invalid", { onCreate: handler, params: null }, /params is null/],
    ["script-params-invalid", { onCreate: handler, params: { a: [() => 1] } }, /params\.a\[0\] is function/],
    ["script-params-invalid", { onCreate: handler, params: { a: Number.NaN } }, /params\.a is NaN/],
    [
      "script-params-invalid",
      { onCreate: handler, params: { a: new Date(0) } },
      /params\.a .*not a plain object/,
    ],
    ["script-params-invalid", { onCreate: handler, params: { "b-c": 1n } }, /params\["b-c"\] is 1/],
    ["json-circular", { onCreate: handler, params: circular }, /params\.self .*contains itself/],
    [
      "script-params-too-large",
      { onCreate: handler, params: { a: "x".repeat(6_291_456) } },
      /accepts 6291456/,
    ],
    ["prop-invalid", { onCreate: handler, version: 2 }, /version is 2/],
    ["prop-invalid", { onCreate: handler, runOnEveryDeploy: "yes" }, /runOnEveryDeploy is "yes"/],
    ["function-reference-invalid", { onCreate: 5 }, /onCreate is 5/],
  ];
  test.each(cases)("%s: %p", (code, props, text) => {
    const stack = testStack();
    const refused = failure(() => new Script(stack, "Seed", props as ScriptProps));
    expect([refused.code, refused.message]).toEqual([code, expect.stringMatching(text)]);
    expect(declaredAddresses(stack)).toEqual([]);
  });

  test("params of exactly the limit are accepted", () => {
    expect(() => seed({ onCreate: handler, params: { a: "x".repeat(6_291_456 - 8) } })).not.toThrow();
  });

  test("a Function that start would answer here", () => {
    const stack = testStack();
    const fn = new Function(stack, "Fn", { handler });
    expect(() => new Script(stack, "Seed", { onUpdate: fn })).toThrow(
      "Seed: onUpdate is a Function whose enableLiveDev is not false.",
    );
  });

  test("a Function together with defaults.function", () => {
    const stack = testStack();
    const fn = new Function(stack, "Fn", { handler, enableLiveDev: false });
    const defaults = { function: { timeout: 5 } };
    expect(() => new Script(stack, "Seed", { onUpdate: fn, defaults })).toThrow("[defaults-with-function]");
  });

  test("a wrong second function, and creates nothing", () => {
    const stack = testStack();
    expect(
      () =>
        new Script(stack, "Seed", {
          onCreate: handler,
          onUpdate: "functions/none.get",
        }),
    ).toThrow("[handler-not-found]");
    expect(declaredAddresses(stack)).toEqual([]);
  });
});
