import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventTypes } from "../../../lib/cli/types/events";
import { contractType, routeTypes } from "../../../lib/cli/types/route-types";
import { SchemaTypes } from "../../../lib/cli/types/schema-types";
import { readFacts } from "../../../lib/model";
import { root } from "../../examples/support";
import { temporaryFolder } from "../../support/stack";

const text = { type: "string" };

describe("the type of a route in full", () => {
  const typeOf = (key: string, contract?: object) => {
    const [method = "", path = ""] = key.split(" ");
    return contractType(
      method,
      path,
      contract && { errors: {}, unknown: [], ...contract },
      new SchemaTypes(),
    );
  };

  test.each([
    [
      "GET /files/{path+}",
      undefined,
      "{ path: { path: string; }; query: Query; body: unknown; output: unknown; errors: unknown; }",
    ],
    [
      "GET /notes",
      {
        output: { type: "array", items: text },
        query: { type: "object", properties: { page: { type: "integer" } } },
      },
      "{ path: object; query: { page?: number; }; body: unknown; output: string[]; errors: { 400: ProblemDetails; }; }",
    ],
    [
      "PUT /notes/{id}",
      {
        path: { type: "object", properties: { id: text }, required: ["id"] },
        body: text,
        errors: { 404: text },
      },
      "{ path: { id: string; }; query: Query; body: string; output: unknown; errors: { 400: ProblemDetails; 404: string; }; }",
    ],
    [
      "POST /notes",
      { body: text, errors: { 400: { type: "number" } } },
      "{ path: object; query: Query; body: string; output: unknown; errors: { 400: number; }; }",
    ],
    [
      "GET /events",
      { stream: "text/event-stream", output: { type: "object" } },
      "{ path: object; query: Query; body: unknown; output: string; errors: unknown; }",
    ],
  ])("%s", (key, contract, expected) => {
    expect(typeOf(key, contract).replace(/\s+/g, " ")).toBe(expected);
  });
});

/** A folder with Terraform JSON, and the facts in it. */
function factsOf(resource: object) {
  const folder = temporaryFolder();
  const json = { provider: { aws: [{ region: "eu-west-1" }] }, resource };
  writeFileSync(join(folder, "main.tf.json"), JSON.stringify(json));
  return readFacts(folder);
}

const lambda = (handler: string, runtime = "nodejs22.x") => ({
  function_name: handler.replace(/\W/g, "-"),
  handler,
  runtime,
  role: "arn:aws:iam::123456789012:role/r",
  filename: "code.zip",
});

const integration = (name: string) => ({
  api_id: "${aws_apigatewayv2_api.Shop.id}",
  integration_type: "AWS_PROXY",
  integration_uri: `\${aws_lambda_function.${name}.arn}`,
  payload_format_version: "2.0",
});

const route = (key: string, name: string) => ({
  api_id: "${aws_apigatewayv2_api.Shop.id}",
  route_key: key,
  target: `integrations/\${aws_apigatewayv2_integration.${name}.id}`,
});

describe("types that refer to handlers", () => {
  const facts = factsOf({
    aws_apigatewayv2_api: {
      Shop: { name: "shop */ api", protocol_type: "HTTP" },
    },
    aws_lambda_function: {
      a: lambda("examples/notes/functions/notes.get"),
      b: lambda("functions/gone.get"),
      c: lambda("main.get", "python3.13"),
    },
    aws_apigatewayv2_integration: { a: integration("a"), b: integration("b"), c: integration("c") },
    aws_apigatewayv2_route: {
      a: route("GET /notes/{id}", "a"),
      all: route("ANY /notes/{id}", "c"),
      b: route("GET /", "b"),
      default: route("$default", "c"),
    },
  });
  const { text: file, notes } = routeTypes(facts, { root, folder: join(root, "examples/web") }, "handlers");

  test("name the export of the source, according to its handler", () => {
    expect(file).toContain(
      '"GET /notes/{id}": RouteOf<typeof import("../notes/functions/notes.js").get, { id: string }>;',
    );
    expect(file).toMatch(
      /^\/\/ Written by `serverform types`.*\nimport type \{ RouteOf \} from "serverform\/client";\n\n/,
    );
  });

  test("have each method of ANY that has no route of its own, sorted by path", () => {
    const keys = [...file.matchAll(/^ {2}"(.*?)":/gm)].map(([, key]) => key);
    expect(keys).toEqual([
      "GET /",
      ...["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"].map(
        (method) => `${method} /notes/{id}`,
      ),
    ]);
    expect(file).toContain('"PUT /notes/{id}": RouteOf<unknown, { id: string }>;');
  });

  test("say who may call a route, and no name ends the comment", () => {
    expect(file).toContain("/** For anyone. */");
    expect(file).toContain("/** The routes of shop * / api. */");
  });

  test("are missing for handlers without a source here, and for routes without a path", () => {
    expect(notes.filter((note) => !note.includes("role"))).toEqual([
      "GET /: the types of functions/gone.get are not known, because its source is not in this project.",
      "$default: a client cannot call a route without a path.",
    ]);
  });
});

describe("the types of events", () => {
  const arn = (name: string) => `\${aws_lambda_function.${name}.arn}`;
  const facts = factsOf({
    aws_lambda_function: {
      queue: lambda("a.queue"),
      rule: lambda("a.rule"),
      users: lambda("a.users"),
      several: lambda("a.several"),
      idle: lambda("a.idle"),
    },
    aws_lambda_event_source_mapping: {
      q: { event_source_arn: "arn:aws:sqs:eu-west-1:123456789012:q", function_name: arn("queue") },
      k: {
        event_source_arn: "arn:aws:kinesis:eu-west-1:123456789012:stream/k",
        function_name: arn("several"),
      },
    },
    aws_lambda_permission: {
      s3: { function_name: "a-several", principal: "s3.amazonaws.com", action: "lambda:InvokeFunction" },
    },
    aws_cloudwatch_event_rule: {
      orders: { name: "orders", event_pattern: JSON.stringify({ "detail-type": ["placed", "paid"] }) },
      nightly: { name: "nightly", schedule_expression: "rate(1 day)" },
    },
    aws_cloudwatch_event_target: {
      a: { rule: "orders", arn: arn("rule") },
      b: { rule: "nightly", arn: arn("rule") },
      c: { rule: "nightly", arn: arn("idle"), input: "{}" },
    },
    aws_cognito_user_pool: { p: { name: "p", lambda_config: { pre_sign_up: arn("users") } } },
  });

  test("follow what calls a function", () => {
    const { text: file, notes } = eventTypes(facts, root);
    expect(file.split("\n").filter((line) => /^( {2}"|import)/.test(line))).toEqual([
      'import type { EventBridgeEvent, KinesisStreamEvent, PreSignUpTriggerEvent, S3Event, SQSEvent, ScheduledEvent } from "aws-lambda";',
      '  "a-queue": SQSEvent;',
      '  "a-rule": EventBridgeEvent<"placed" | "paid", unknown> | ScheduledEvent;',
      '  "a-several": KinesisStreamEvent | S3Event;',
      '  "a-users": PreSignUpTriggerEvent;',
    ]);
    expect(notes.join()).not.toContain("@types/aws-lambda");
  });

  test("need a package", () => {
    expect(eventTypes(facts, temporaryFolder()).notes.join()).toContain(
      "those of @types/aws-lambda, which is not installed",
    );
  });
});
