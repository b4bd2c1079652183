import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readFacts, throttleFinder } from "../../../lib/model";
import { temporaryFolder } from "../../support/stack";

const api = "${aws_apigatewayv2_api.a.id}";
const rest = "${aws_api_gateway_rest_api.r.id}";
const settings = (rate: number) => ({ throttling_rate_limit: rate, throttling_burst_limit: 5 });
const method = (http_method: string) => ({
  rest_api_id: rest,
  resource_id: "${aws_api_gateway_resource.n.id}",
  http_method,
  authorization: "NONE",
});

function limitsOf(resource: object): Readonly<Record<string, unknown>> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "main.tf.json"), JSON.stringify({ resource }));
  const { model, routes } = readFacts(folder);
  const find = throttleFinder(model);
  return Object.fromEntries(routes.map((route) => [route.key, find(route)]));
}

describe("the limits of a route", () => {
  const routes = {
    aws_apigatewayv2_api: { a: { name: "a", protocol_type: "HTTP" } },
    aws_apigatewayv2_route: {
      a: { api_id: api, route_key: "GET /a" },
      b: { api_id: api, route_key: "GET /b" },
    },
  };
  const stage = (name: string, rate: number) => ({
    api_id: api,
    name,
    default_route_settings: settings(rate),
  });

  test("are those of the stage, or its own", () => {
    const own = { ...stage("dev", 10), route_settings: [{ route_key: "GET /b", throttling_rate_limit: 1 }] };
    expect(limitsOf({ ...routes, aws_apigatewayv2_stage: { s: own } })).toEqual({
      "GET /a": { rate: 10, burst: 5 },
      "GET /b": { rate: 1, burst: 5 },
    });
  });

  test("are those of the default stage, if there are several", () => {
    const stages = { s: stage("dev", 10), d: stage("$default", 20) };
    expect(limitsOf({ ...routes, aws_apigatewayv2_stage: stages })).toMatchObject({ "GET /a": { rate: 20 } });
    expect(limitsOf({ ...routes, aws_apigatewayv2_stage: { s: stage("a", 1), t: stage("b", 2) } })).toEqual(
      {},
    );
  });

  test("are in the settings of methods of a REST API", () => {
    const parts = { rest_api_id: rest, stage_name: "dev" };
    const resources = {
      aws_api_gateway_rest_api: { r: { name: "r" } },
      aws_api_gateway_resource: {
        n: {
          rest_api_id: rest,
          parent_id: "${aws_api_gateway_rest_api.r.root_resource_id}",
          path_part: "notes",
        },
      },
      aws_api_gateway_method: { g: method("GET"), p: method("POST") },
      aws_api_gateway_stage: { s: { ...parts, deployment_id: "d" } },
      aws_api_gateway_method_settings: {
        all: { ...parts, method_path: "*/*", settings: settings(10) },
        post: { ...parts, method_path: "notes/POST", settings: settings(1) },
        other: { ...parts, stage_name: "other", method_path: "notes/GET", settings: settings(2) },
      },
    };
    expect(limitsOf(resources)).toEqual({
      "GET /notes": { rate: 10, burst: 5 },
      "POST /notes": { rate: 1, burst: 5 },
    });
  });
});
