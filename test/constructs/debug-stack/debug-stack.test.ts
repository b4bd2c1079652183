import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { App, AppProps, DebugStackProps, Stack } from "../../../lib";
import { Api, Function as Fn, Queue, RestV1Api, Stack as StackClass, StaticSite } from "../../../lib";
import { resources, synthesized, testApp } from "../../support/stack";

const handler = "functions/notes.get";

afterEach(() => {
  delete process.env.SERVERFORM_LIVE;
  delete process.env.SERVERFORM_INCREASE_TIMEOUT;
  delete process.env.SERVERFORM_SKIP_BUNDLING;
});

/** An app as `serverform start` runs it. */
function liveApp(props: AppProps = {}): App {
  process.env.SERVERFORM_LIVE = "true";
  return testApp(props);
}

function debugStackOf(props?: DebugStackProps): Stack {
  const app = liveApp();
  const main = new StackClass(app, "Main");
  new Fn(main, "Get", { handler });
  if (props !== undefined) app.debugStack(props);
  // Reading a stack completes the app.
  synthesized(main);
  const found = app.stacks.find(({ stackName }) => stackName === "dev-notes-debug-stack");
  if (found === undefined) throw new Error("no debug stack");
  return found;
}

type Resource = Readonly<Record<string, unknown>>;

const onlyOf = (stack: Stack, type: string): Resource => {
  const all = Object.values(resources(stack, type));
  expect(all.length).toBe(1);
  return all[0] ?? {};
};

describe("The debug stack", () => {
  test("exists under start only", () => {
    const app = testApp();
    synthesized(new StackClass(app, "Main"));
    expect(app.stacks.map(({ stackName }) => stackName)).toEqual(["dev-notes-Main"]);
  });

  test("holds a relay, a table and a bucket", () => {
    const { resource } = synthesized(debugStackOf());
    expect(
      Object.fromEntries(Object.entries(resource).map(([type, all]) => [type, Object.keys(all).length])),
    ).toEqual({
      aws_apigatewayv2_api: 1,
      aws_apigatewayv2_integration: 3,
      aws_apigatewayv2_route: 3,
      aws_apigatewayv2_stage: 1,
      aws_cloudwatch_log_group: 1,
      aws_dynamodb_table: 1,
      aws_iam_role: 1,
      aws_iam_role_policy: 1,
      aws_lambda_function: 1,
      aws_lambda_permission: 3,
      aws_s3_bucket: 1,
      aws_s3_bucket_lifecycle_configuration: 1,
      aws_s3_bucket_public_access_block: 1,
      terraform_data: 1,
    });
  });

  test("lets only identities connect that sign their requests", () => {
    const routes = Object.values(resources(debugStackOf(), "aws_apigatewayv2_route"));
    const connect = routes.find(({ route_key }) => route_key === "$connect");
    expect(connect).toMatchObject({ authorization_type: "AWS_IAM" });
  });

  test("deletes payloads after a day and session secrets when they expire", () => {
    const stack = debugStackOf();
    expect(onlyOf(stack, "aws_s3_bucket_lifecycle_configuration").rule).toEqual([
      { id: "payloads", status: "Enabled", filter: [{ prefix: "payloads/" }], expiration: [{ days: 1 }] },
    ]);
    expect(onlyOf(stack, "aws_dynamodb_table").ttl).toEqual({ attribute_name: "expires", enabled: true });
    expect(onlyOf(stack, "aws_s3_bucket").force_destroy).toBe(true);
  });

  test("has the defaults of no other function", () => {
    const app = liveApp();
    app.setDefaultFunctionProps({ timeout: 60, environment: { LEVEL: "1" } });
    synthesized(new StackClass(app, "Main"));
    const [stack] = app.stacks.filter(({ stackName }) => stackName.endsWith("debug-stack"));
    expect(onlyOf(stack as Stack, "aws_lambda_function")).toMatchObject({
      timeout: 10,
      memory_size: 256,
      environment: { variables: expect.not.objectContaining({ LEVEL: "1" }) },
    });
  });

  test("takes a bucket and a role that exist, and overrides of its table", () => {
    const stack = debugStackOf({
      payloadBucketArn: "arn:aws:s3:::payloads-of-us",
      websocketHandlerRoleArn: "arn:aws:iam::111122223333:role/team/relay",
      cdk: { table: { deletionProtectionEnabled: true } },
    });
    expect(resources(stack, "aws_s3_bucket")).toEqual({});
    expect(synthesized(stack).output.BucketName).toMatchObject({ value: "payloads-of-us" });
    expect(onlyOf(stack, "aws_lambda_function").role).toBe("${data.aws_iam_role.RelayRole.arn}");
    expect(synthesized(stack).data.aws_iam_role).toMatchObject({ RelayRole: { name: "relay" } });
    expect(onlyOf(stack, "aws_dynamodb_table").deletion_protection_enabled).toBe(true);
  });

  test.each<[string, unknown]>([
    ["debugStack.payloadBucketArn", { payloadBucketArn: "payloads" }],
    ["debugStack.websocketHandlerRoleArn", { websocketHandlerRoleArn: "arn:aws:iam::1:role/relay" }],
    ["debugStack.cdk.table", { cdk: { table: { ttll: {} } } }],
    ["bucket", { bucket: "payloads" }],
  ])("refuses %s", (prop, props) => {
    expect(() => debugStackOf(props as DebugStackProps)).toThrow(prop);
  });
});

describe("A function under start", () => {
  /** The differences between a deployed function and the function under start. */
  function both(define: (stack: Stack) => void, type: string): readonly [deployed: Resource, live: Resource] {
    const read = (app: App): Resource => {
      const stack = new StackClass(app, "Main");
      define(stack);
      const [found] = Object.values(resources(stack, type));
      return found ?? {};
    };
    delete process.env.SERVERFORM_LIVE;
    return [read(testApp()), read(liveApp())];
  }

  test("differs in its handler and in the settings of the wrapper", () => {
    const [deployed, live] = both(
      (stack) => new Fn(stack, "Get", { handler, timeout: 20 }),
      "aws_lambda_function",
    );
    const { environment: before, handler: own, ...same } = deployed;
    const { environment: after, handler: wrapper, ...rest } = live;
    expect(rest).toEqual(same);
    expect([own, wrapper]).toEqual([handler, "_serverform/live.handler"]);
    const added = Object.keys((after as { variables: object }).variables).filter(
      (name) => !(name in (before as { variables: object }).variables),
    );
    expect(added.sort()).toEqual([
      "SERVERFORM_DEBUG_BUCKET_NAME",
      "SERVERFORM_DEBUG_ENDPOINT",
      "SERVERFORM_DEBUG_SRC_HANDLER",
      "SERVERFORM_DEBUG_TABLE_NAME",
      "SERVERFORM_FUNCTION_ID",
    ]);
  });

  test("may connect, post messages, read leases, write secrets of its own and use the bucket, and nothing else", () => {
    const [deployed, live] = both((stack) => new Fn(stack, "Get", { handler }), "aws_iam_role_policy");
    const statements = (each: Resource): readonly Record<string, unknown>[] =>
      JSON.parse(String(each.policy)).Statement;
    const before = statements(deployed).map((each) => JSON.stringify(each));
    const added = statements(live).filter((each) => !before.includes(JSON.stringify(each)));
    expect(added.map(({ Action, Condition }) => [Action, Condition])).toEqual([
      ["execute-api:Invoke", undefined],
      ["execute-api:ManageConnections", undefined],
      ["dynamodb:GetItem", { "ForAllValues:StringEquals": { "dynamodb:LeadingKeys": "leases" } }],
      [
        "dynamodb:PutItem",
        { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": "session#dev-notes-Main/Get#*" } },
      ],
      [["s3:GetObject", "s3:PutObject"], undefined],
    ]);
  });

  test.each<[string, object, string]>([
    ["enableLiveDev: false", { handler, enableLiveDev: false }, "enableLiveDev is false"],
    [
      "an old runtime",
      { handler, runtime: "nodejs14.x" },
      "its runtime is nodejs14.x, and the wrapper needs Node.js 16 or later",
    ],
    [
      "the runtime of another language",
      { handler: "main.handler", runtime: "python3.12", srcPath: "services/report" },
      "its runtime is python3.12, and the wrapper needs Node.js 16 or later",
    ],
  ])("with %s is deployed unchanged, with a notice", (_what, props, reason) => {
    const [deployed, live] = both((stack) => new Fn(stack, "Get", props), "aws_lambda_function");
    expect(live).toEqual(deployed);
    // A unit test's synthesis leaves comments out.
    process.env.SERVERFORM_SKIP_BUNDLING = "1";
    const app = liveApp();
    new Fn(new StackClass(app, "Main"), "Get", props);
    app.synth();
    const template = JSON.parse(readFileSync(join(app.outdir, "stacks/dev-notes-Main/cdk.tf.json"), "utf8"));
    const [written] = Object.values<Resource>(template.resource.aws_lambda_function);
    expect(written?.["//"]).toMatchObject({ metadata: {}, serverform: { notLive: reason } });
  });

  test("runs the handler that `cdk` overrides", () => {
    const define = (stack: Stack) =>
      void new Fn(stack, "Get", { handler, cdk: { function: { handler: "functions/notes.other" } } });
    const [, live] = both(define, "aws_lambda_function");
    expect(live.handler).toBe("_serverform/live.handler");
    expect(live.environment).toMatchObject({
      variables: { SERVERFORM_DEBUG_SRC_HANDLER: "functions/notes.other" },
    });
  });

  test("of a route of an API is marked as one", () => {
    for (const Class of [Api, RestV1Api]) {
      const [deployed, live] = both(
        (stack) => void new Class(stack, "Api", { routes: { "GET /a": handler } }),
        "aws_lambda_function",
      );
      expect(JSON.stringify(deployed)).not.toContain("IS_API_ROUTE");
      expect(live.environment).toMatchObject({ variables: { SERVERFORM_DEBUG_IS_API_ROUTE: "1" } });
    }
  });

  test("has 15 minutes with --increase-timeout, and queues hide their messages as long", () => {
    process.env.SERVERFORM_INCREASE_TIMEOUT = "true";
    const define = (stack: Stack) => void new Queue(stack, "Mails", { consumer: handler });
    expect(both(define, "aws_lambda_function").map(({ timeout }) => timeout)).toEqual([10, 900]);
    const times = both(define, "aws_sqs_queue").map(({ visibility_timeout_seconds: time }) => time);
    expect(times).toEqual([undefined, 900]);
  });

  test("of a protected stage is deployed unchanged", () => {
    const app = liveApp({ isProtected: true });
    const stack = new StackClass(app, "Main");
    new Fn(stack, "Get", { handler });
    expect(onlyOf(stack, "aws_lambda_function").handler).toBe(handler);
    expect(app.stacks.length).toBe(1);
  });
});

describe("A site under start", () => {
  test("reports its environment with the values of the stage under start only", () => {
    const outputsOf = (app: App) => {
      const stack = new StackClass(app, "Main");
      new StaticSite(stack, "Web", {
        path: ".",
        indexPage: "templates/mail.html",
        environment: { VITE_STAGE: stack.region },
      });
      return Object.entries(synthesized(stack).output ?? {});
    };
    const [[name, output] = []] = outputsOf(liveApp());
    expect(name).toMatch(/^site-environment-c8[0-9a-f]+$/);
    expect(output).toEqual({ value: { path: ".", environment: { VITE_STAGE: "us-east-1" } } });
    delete process.env.SERVERFORM_LIVE;
    expect(outputsOf(testApp())).toEqual([]);
  });
});

describe("The roles of functions", () => {
  test("may be assumed by developers if the app allows it, except in a protected stage", () => {
    const trustOf = (props: AppProps): string => {
      const stack = new StackClass(testApp({ account: "111122223333", ...props }), "Main");
      new Fn(stack, "Get", { handler });
      return String(onlyOf(stack, "aws_iam_role").assume_role_policy);
    };
    const root = '"AWS":"arn:aws:iam::111122223333:root"';
    expect(trustOf({ developersAssumeRoles: true })).toContain(root);
    expect(trustOf({})).not.toContain(root);
    expect(trustOf({ developersAssumeRoles: true, isProtected: true })).not.toContain(root);
  });
});
