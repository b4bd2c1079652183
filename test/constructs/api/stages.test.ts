import { TerraformVariable } from "cdktf";
import { Api, type ApiStageProps } from "../../../lib/constructs/api";
import { addresses, resources, testStack } from "../../support/stack";
import { failure } from "./support/api";

function stagesOf(httpStages: readonly ApiStageProps[], httpApi = {}) {
  const stack = testStack();
  new Api(stack, "Api", { cdk: { httpStages, httpApi } });
  const stages = Object.values(resources(stack, "aws_apigatewayv2_stage"));
  return Object.fromEntries(stages.map((stage) => [stage.name, stage]));
}

describe("Api stages", () => {
  test("there is a default stage that deploys by itself", () => {
    expect(stagesOf([])).toMatchObject({ $default: { auto_deploy: true } });
  });

  test("createDefaultStage false leaves it out", () => {
    expect(stagesOf([], { createDefaultStage: false })).toEqual({});
  });

  test("further stages deploy by themselves unless they say otherwise", () => {
    const stages = stagesOf([{ name: "beta" }, { stageName: "manual", autoDeploy: false }]);
    expect(stages).toMatchObject({ beta: { auto_deploy: true }, manual: { auto_deploy: false } });
  });

  test("each stage has a log group that is called after it", () => {
    const stack = testStack();
    new Api(stack, "Api", { cdk: { httpStages: [{ name: "beta" }, { name: "gamma" }] } });
    const names = Object.values(resources(stack, "aws_cloudwatch_log_group")).map((group) =>
      String(group.name),
    );
    expect(names.map((name) => name.split("/").at(-1)).sort()).toEqual(["beta", "default", "gamma"]);
  });

  test("a stage's own access log settings make no log group", () => {
    const stack = testStack();
    const destinationArn = "arn:aws:logs:us-east-1:123456789012:log-group:mine";
    const accessLogSettings = { destinationArn, format: "$context.requestId" };
    new Api(stack, "Api", { cdk: { httpStages: [{ name: "beta", accessLogSettings }] } });
    expect(Object.keys(resources(stack, "aws_cloudwatch_log_group"))).toHaveLength(1);
  });

  test("keys of the provider reach the stage", () => {
    expect(stagesOf([{ name: "beta", stageVariables: { host: "x" } }]).beta).toMatchObject({
      stage_variables: { host: "x" },
    });
  });

  test("a stage may have the default one's name if the API has no default stage", () => {
    expect(Object.keys(stagesOf([{ name: "$default" }], { createDefaultStage: false }))).toEqual([
      "$default",
    ]);
  });

  test("addresses stay when stages are reordered, and others stay when one is added", () => {
    const all = (...names: string[]) => {
      const stack = testStack();
      new Api(stack, "Api", { cdk: { httpStages: names.map((name) => ({ name })) } });
      return addresses(stack);
    };
    expect(all("b", "a")).toEqual(all("a", "b"));
    expect(all("c", "a", "b")).toEqual(expect.arrayContaining(all("a", "b")));
  });

  test.each([
    [
      "a second stage of one name",
      [{ name: "a" }, { stageName: "a" }],
      "cdk.httpStages[1].name",
      /"a", which another stage already has/,
    ],
    [
      "a second $default",
      [{ name: "$default" }],
      "cdk.httpStages[0].name",
      /"\$default", which another stage already has/,
    ],
    ["a stage without name", [{ autoDeploy: true }], "cdk.httpStages[0].name", /is missing.*name: "beta"/s],
    ["the key apiId", [{ name: "a", apiId: "x" }], "cdk.httpStages[0]", /"apiId"/],
    ["an unknown key", [{ name: "a", autoDeplox: true }], "cdk.httpStages[0]", /"autoDeplox".*"autoDeploy"/s],
    ["a name with a slash", [{ name: "v1/beta" }], "cdk.httpStages[0].name", /"v1\/beta".*letters/s],
    ["an object for a list", { name: "a" }, "cdk.httpStages", /an array/],
  ])("refuses %s", (_, httpStages, prop, message) => {
    const error = failure(() => stagesOf(httpStages as ApiStageProps[]));
    expect(error).toMatchObject({ path: "dev-notes-Main/Api", prop });
    expect(error.message).toMatch(message);
  });

  test("refuses a name that is known only at deploy time", () => {
    const stack = testStack();
    const name = new TerraformVariable(stack, "Name", {}).stringValue;
    const error = failure(() => new Api(stack, "Api", { cdk: { httpStages: [{ name }] } }));
    expect(error.prop).toBe("cdk.httpStages[0].name");
  });

  test("takes ten stages, not eleven", () => {
    const stages = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `s${index}` }));
    expect(Object.keys(stagesOf(stages(9)))).toHaveLength(10);
    const error = failure(() => stagesOf(stages(10)));
    expect(error).toMatchObject({ prop: "cdk.httpStages", code: "quota-exceeded" });
    expect(error.message).toMatch(/11 stages.*10/s);
  });
});
