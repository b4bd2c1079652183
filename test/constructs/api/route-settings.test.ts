import { Apigatewayv2Route } from "@cdktf/provider-aws/lib/apigatewayv2-route";
import { Api, type ApiStageProps } from "../../../lib/constructs/api";
import { resources, testStack } from "../../support/stack";
import { failure } from "./support/api";

const route = { type: "url", url: "https://example.com" } as const;

/** The dependencies of the stage of an API with the routes `GET /a` and `GET /b`. */
function dependsOn(stage: Partial<ApiStageProps>): unknown {
  const stack = testStack();
  const api = new Api(stack, "Api", {
    cdk: { httpStages: [{ name: "beta", ...stage }] },
    routes: { "GET /a": route },
  });
  api.addRoutes(stack, { "GET /b": route });
  const stages = Object.values(resources(stack, "aws_apigatewayv2_stage"));
  return stages.find(({ name }) => name === "beta")?.depends_on;
}

/** Source: https://github.com/terraform-aws-modules/terraform-aws-apigateway-v2/pull/80 */
describe("Api stages with settings of single routes", () => {
  const settings = (...keys: readonly string[]) => ({
    routeSettings: keys.map((routeKey) => ({ routeKey, throttlingRateLimit: 1, throttlingBurstLimit: 1 })),
  });

  test("wait for these routes, those added later too", () => {
    expect(dependsOn(settings("GET /b", "GET /a", "GET /a"))).toEqual([
      expect.stringMatching(/^aws_apigatewayv2_route\..*Route_GET_--a_/),
      expect.stringMatching(/^aws_apigatewayv2_route\..*Route_GET_--b_/),
    ]);
  });

  test.each([{}, settings()])("wait for no other: %j", (stage) => {
    expect(dependsOn(stage)).toBeUndefined();
  });

  test("are refused for a route that no one has", () => {
    const error = failure(() => dependsOn(settings("GET /a", "GET /elswhere")));
    expect(error).toMatchObject({
      code: "route-settings-unknown",
      prop: "cdk.httpStages[0].routeSettings[1].routeKey",
    });
    expect(error.message).toMatch(/"GET \/elswhere".*Use "GET \/a" or "GET \/b"/s);
  });

  test("are taken for a route that the caller created", () => {
    const stack = testStack();
    const { httpApiId: apiId } = new Api(stack, "Api", {
      cdk: { httpStages: [{ name: "beta", ...settings("GET /own") }] },
    });
    new Apigatewayv2Route(stack, "Own", { apiId, routeKey: "GET /own" });
    expect(resources(stack, "aws_apigatewayv2_stage")).toBeDefined();
  });
});
