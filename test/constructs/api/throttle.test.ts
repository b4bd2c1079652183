import { Api, type ApiThrottleProps } from "../../../lib/constructs/api";
import { only, resources, testStack } from "../../support/stack";
import { failure } from "./support/api";

describe("Api throttling", () => {
  test("limits apply to the default stage", () => {
    const stack = testStack();
    new Api(stack, "Api", { defaults: { throttle: { rate: 50.5, burst: 10 } } });
    expect(only(stack, "aws_apigatewayv2_stage").default_route_settings).toEqual({
      throttling_rate_limit: 50.5,
      throttling_burst_limit: 10,
    });
  });

  test("limits do not apply to other stages", () => {
    const stack = testStack();
    new Api(stack, "Api", {
      defaults: { throttle: { rate: 0, burst: 0 } },
      cdk: { httpStages: [{ name: "beta" }] },
    });
    const stages = Object.values(resources(stack, "aws_apigatewayv2_stage"));
    expect(stages.filter((stage) => stage.default_route_settings).map((stage) => stage.name)).toEqual([
      "$default",
    ]);
  });

  test.each([undefined, {}])("without limits (%j) the account's hold", (throttle) => {
    const stack = testStack();
    new Api(stack, "Api", { defaults: { throttle } });
    expect(only(stack, "aws_apigatewayv2_stage")).not.toHaveProperty("default_route_settings");
  });

  test.each([
    [{ burst: 1 }, "defaults.throttle.rate", /is missing.*throttle\.burst is given/s],
    [{ rate: 1 }, "defaults.throttle.burst", /is missing.*throttle\.rate is given/s],
    [{ rate: -1, burst: 1 }, "defaults.throttle.rate", /-1/],
    [{ rate: Number.NaN, burst: 1 }, "defaults.throttle.rate", /NaN/],
    [{ rate: 1, burst: 1.5 }, "defaults.throttle.burst", /1\.5/],
    [{ rate: 1, brust: 1 }, "defaults.throttle", /"brust".*Did you mean "burst"/s],
  ])("refuses %j", (throttle, prop, message) => {
    const error = failure(
      () => new Api(testStack(), "Api", { defaults: { throttle: throttle as ApiThrottleProps } }),
    );
    expect(error).toMatchObject({ path: "dev-notes-Main/Api", prop });
    expect(error.message).toMatch(message);
  });

  test("refuses limits without a default stage", () => {
    const props = {
      defaults: { throttle: { rate: 1, burst: 1 } },
      cdk: { httpApi: { createDefaultStage: false } },
    };
    const error = failure(() => new Api(testStack(), "Api", props));
    expect(error).toMatchObject({ path: "dev-notes-Main/Api", prop: "defaults.throttle" });
    expect(error.message).toMatch(/createDefaultStage is false.*cdk\.httpStages/s);
  });
});
