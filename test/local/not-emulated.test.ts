import { notEmulated } from "../../lib/local/not-emulated";
import { modelOf } from "../model/resources/output";

const fn = (values: object) => ({ function_name: "fn", role: "arn", handler: "index.handler", ...values });
const graph = { name: "graph", authentication_type: "API_KEY", schema: "type Query { a: Int }" };
const cache = { api_id: "graph", api_caching_behavior: "PER_RESOLVER_CACHING", ttl: 60, type: "SMALL" };
const model = (resource: object) => modelOf({ provider: { aws: { region: "eu-west-1" } }, resource });

test.each<[string, object, readonly string[]]>([
  ["a Node function", { aws_lambda_function: { A: fn({ function_name: "a", runtime: "nodejs22.x" }) } }, []],
  [
    "a Java function",
    { aws_lambda_function: { A: fn({ function_name: "a", runtime: "java21" }) } },
    ["Not run here: a (java21)."],
  ],
  [
    "a container image",
    {
      aws_lambda_function: { A: { function_name: "a", role: "arn", package_type: "Image", image_uri: "x" } },
    },
    ["Not run here: a (container image)."],
  ],
  ["layers", { aws_lambda_layer_version: { A: { layer_name: "a" } } }, []],
  ["an AppSync API without a cache", { aws_appsync_graphql_api: { A: graph } }, []],
  [
    "an AppSync API with a cache",
    { aws_appsync_graphql_api: { A: graph }, aws_appsync_api_cache: { A: cache } },
    ["Without effect here: caches of AppSync APIs."],
  ],
  [
    "two of a kind that has no effect",
    { aws_appsync_api_cache: { A: cache, B: cache } },
    ["Without effect here: caches of AppSync APIs."],
  ],
  [
    "a routing rule",
    { aws_apigatewayv2_routing_rule: { A: { domain_name: "api.example.com", priority: 1 } } },
    ["Without effect here: routing rules of domains."],
  ],
  [
    "a schedule",
    { aws_cloudwatch_event_rule: { A: { name: "a", schedule_expression: "rate(1 day)" } } },
    ["Schedules do not run; --schedules runs them."],
  ],
  [
    "a schedule of EventBridge Scheduler",
    { aws_scheduler_schedule: { A: { name: "a", schedule_expression: "rate(1 day)" } } },
    ["Schedules do not run; --schedules runs them."],
  ],
  ["a rule", { aws_cloudwatch_event_rule: { A: { name: "a", event_pattern: "{}" } } }, []],
])("%s", (_name, resource, expected) => {
  expect(notEmulated(model(resource), false, undefined, "22.1.0")).toEqual(expected);
});

test("another Node than that of the functions is named once", () => {
  const runtimes = ["nodejs24.x", "nodejs20.x", "nodejs22.x", "nodejs24.x", "python3.14"];
  const aws_lambda_function = Object.fromEntries(
    runtimes.map((runtime, index) => [`F${index}`, fn({ function_name: `f${index}`, runtime })]),
  );
  expect(notEmulated(model({ aws_lambda_function }), false, undefined, "20.19.0")).toEqual([
    "Functions for Node 22 and Node 24 run with this machine's Node 20.19.0.",
  ]);
});

test("schedules that run are not named", () => {
  const resource = { aws_cloudwatch_event_rule: { A: { name: "a", schedule_expression: "rate(1 day)" } } };
  expect(notEmulated(model(resource), true)).toEqual([]);
});
