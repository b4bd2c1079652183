import { Api, type ApiStageProps } from "../../../lib/constructs/api";
import { resources, testStack } from "../../support/stack";

const route = { type: "url", url: "https://example.com" } as const;

/** What the stage of an API with the routes `GET /a` and `GET /b` waits for. */
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

  test.each([{}, settings(), settings("GET /elsewhere")])("wait for no other: %j", (stage) => {
    expect(dependsOn(stage)).toBeUndefined();
  });
});
