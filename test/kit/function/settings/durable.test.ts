import { Api } from "../../../../lib/constructs/api";
import { AppSyncApi } from "../../../../lib/constructs/app-sync-api";
import { Cron } from "../../../../lib/constructs/cron";
import { Pipe } from "../../../../lib/constructs/pipe";
import { Queue } from "../../../../lib/constructs/queue";
import { RestV1Api } from "../../../../lib/constructs/rest-v1-api";
import { Topic } from "../../../../lib/constructs/topic";
import { Trigger } from "../../../../lib/constructs/trigger";
import { Userbase } from "../../../../lib/constructs/userbase";
import { WebSocketApi } from "../../../../lib/constructs/web-socket-api";
import { Function, type FunctionProps } from "../../../../lib/kit/function";
import { only, resources, testStack } from "../../../support/stack";

const handler = "functions/notes.get";
const week: FunctionProps = { handler, durable: { timeout: "7 days", retention: "30 days" } };
const short: FunctionProps = { handler, durable: { timeout: "15 minutes" } };

describe("a durable function", () => {
  test("has its timeouts, and an alias of the version that each deployment publishes", () => {
    const stack = testStack();
    new Function(stack, "Order", week);
    expect(only(stack, "aws_lambda_function")).toMatchObject({
      publish: true,
      timeout: 10,
      durable_config: { execution_timeout: 604_800, retention_period: 30 },
    });
    expect(only(stack, "aws_lambda_alias")).toMatchObject({
      name: "durable",
      function_version: expect.stringMatching(/^\$\{aws_lambda_function\.Order_Function_\w+\.version}$/),
    });
  });

  test("may write and read the state of its own executions only", () => {
    const stack = testStack();
    new Function(stack, "Order", short);
    const { policy } = only(stack, "aws_iam_role_policy") as { policy: string };
    const { Statement } = JSON.parse(policy) as {
      Statement: readonly { Action: unknown; Resource: string }[];
    };
    expect(Statement.filter(({ Action }) => String(Action).includes("Durable"))).toEqual([
      {
        Effect: "Allow",
        Action: ["lambda:CheckpointDurableExecution", "lambda:GetDurableExecutionState"],
        Resource: expect.stringMatching(/:function:[\w-]+Order:\*$/),
      },
    ]);
  });

  test("is called by its alias wherever something calls it, with a permission for the alias", () => {
    const stack = testStack();
    new Api(stack, "Api", { routes: { "GET /": { function: short } } });
    new Topic(stack, "Topic", { subscribers: { mail: week } });
    new Cron(stack, "Cron", { schedule: "rate(1 day)", job: week });
    new Function(stack, "Open", { ...short, url: true });
    const permissions = Object.values(resources(stack, "aws_lambda_permission"));
    expect(permissions).toHaveLength(5);
    for (const each of permissions) expect(each.qualifier).toMatch(/aws_lambda_alias\..*\.name}$/);
    expect(only(stack, "aws_lambda_function_url").qualifier).toMatch(/aws_lambda_alias/);
    expect(only(stack, "aws_apigatewayv2_integration").integration_uri).toMatch(/aws_lambda_alias.*\.arn}$/);
    expect(only(stack, "aws_cloudwatch_event_target").arn).toMatch(/aws_lambda_alias.*\.arn}$/);
  });

  test("gives its name with the alias to functions that are bound to it", () => {
    const stack = testStack();
    const order = new Function(stack, "Order", week);
    new Function(stack, "Shop", { handler, bind: [order] });
    const variables = JSON.stringify(resources(stack, "aws_lambda_function"));
    expect(variables).toContain(`${order.functionName}:durable`);
  });

  test("is one by the defaults of the stack, unless it says otherwise", () => {
    const stack = testStack();
    stack.setDefaultFunctionProps({ durable: { timeout: "1 hour" } });
    new Function(stack, "Order", { handler });
    expect(only(stack, "aws_lambda_function").durable_config).toEqual({ execution_timeout: 3600 });
  });
});

describe("durable", () => {
  test.each<[string, FunctionProps, RegExp]>([
    ["no time-out", { durable: {} as never }, /durable\.timeout is missing[\s\S]*"15 minutes"/],
    [
      "a time-out of zero",
      { durable: { timeout: "0 seconds" } },
      /durable\.timeout is "0 seconds"[\s\S]*1 to 31622400 seconds/,
    ],
    ["a time-out above 366 days", { durable: { timeout: "367 days" } }, /durable\.timeout is "367 days"/],
    [
      "a text that is not a duration",
      { durable: { timeout: "1 week" as never } },
      /durable\.timeout is "1 week"/,
    ],
    [
      "hours of retention",
      { durable: { timeout: "1 hour", retention: "36 hours" } },
      /durable\.retention is "36 hours"[\s\S]*whole days/,
    ],
    [
      "91 days of retention",
      { durable: { timeout: "1 hour", retention: "91 days" } },
      /durable\.retention is 91[\s\S]*1 to 90 days/,
    ],
    [
      "an unknown key",
      { durable: { timeout: "1 hour", retries: 2 } as never },
      /durable has the key "retries"/,
    ],
    [
      "Node 20",
      { ...week, runtime: "nodejs20.x" },
      /durable is given, but the runtime is "nodejs20\.x"[\s\S]*"nodejs24\.x", "nodejs22\.x", "python3\.14"/,
    ],
    [
      "a function URL that would wait for a week",
      { ...week, url: true },
      /url calls a durable function and waits for it[\s\S]*"7 days"[\s\S]*15 minutes/,
    ],
    [
      "a URL that streams",
      { ...short, url: { streaming: true } },
      /url\.streaming is true, but the function is durable/,
    ],
    [
      "a block of the provider",
      { cdk: { function: { durableConfig: { executionTimeout: 1 } } } },
      /cdk\.function has the key "durableConfig"[\s\S]*Use the prop durable/,
    ],
  ])("refuses %s", (_, props, message) => {
    const stack = testStack();
    expect(() => new Function(stack, "Order", { handler, ...props })).toThrow(message);
    expect(stack.node.children.map(({ node }) => node.id)).not.toContain("Order");
  });

  test("accepts 366 days and 90 days of retention", () => {
    const stack = testStack();
    new Function(stack, "Order", { handler, durable: { timeout: "366 days", retention: "90 days" } });
    expect(only(stack, "aws_lambda_function").durable_config).toEqual({
      execution_timeout: 31_622_400,
      retention_period: 90,
    });
  });

  type Stack = ReturnType<typeof testStack>;
  test.each<[string, (stack: Stack, fn: FunctionProps | Function) => unknown]>([
    ["a route", (stack, fn) => new Api(stack, "X", { routes: { "GET /": { function: fn } } })],
    ["a REST route", (stack, fn) => new RestV1Api(stack, "X", { routes: { "GET /": { function: fn } } })],
    ["a WebSocket route", (stack, fn) => new WebSocketApi(stack, "X", { routes: { $default: fn } })],
    ["a trigger of a Userbase", (stack, fn) => new Userbase(stack, "X", { triggers: { preSignUp: fn } })],
    [
      "a data source of AppSync",
      (stack, fn) =>
        new AppSyncApi(stack, "X", {
          schema: "graphql/schema.graphql",
          dataSources: { a: fn as never },
        } as never),
    ],
    ["a consumer", (stack, fn) => new Queue(stack, "X", { consumer: fn })],
    ["a skill", (stack, fn) => new Trigger(stack, "X", { type: "alexa_skill", function: fn } as never)],
    [
      "a target of a pipe",
      (stack, fn) => new Pipe(stack, "X", { source: new Queue(stack, "Q"), target: fn }),
    ],
  ])("above 15 minutes is refused behind %s, which waits", (_, create) => {
    expect(() => create(testStack(), week)).toThrow(
      /calls a durable function and waits for it[\s\S]*"7 days"/,
    );
    const stack = testStack();
    expect(() => create(stack, new Function(stack, "Order", week))).toThrow(/durable-caller-waits/);
  });

  test("above 15 minutes is refused for an authorizer", () => {
    const stack = testStack();
    const fn = new Function(stack, "Order", week);
    expect(
      () => new Api(stack, "Api", { authorizers: { staff: { type: "lambda", function: fn } } } as never),
    ).toThrow(/durable-caller-waits|authorizers/);
  });

  test("is refused behind a REST route that streams", () => {
    const route = { function: short, streaming: true };
    expect(() => new RestV1Api(testStack(), "Api", { routes: { "GET /": route } })).toThrow(
      /routes\["GET \/"\]\.streaming is true, but the function is durable/,
    );
  });
});
