import type { ApiGatewayRestApi } from "@cdktf/provider-aws/lib/api-gateway-rest-api";
import { DataAwsApiGatewayRestApi } from "@cdktf/provider-aws/lib/data-aws-api-gateway-rest-api";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { RestV1Api, type RestV1ApiProps } from "../../../lib/constructs/rest-v1-api";
import { Stack } from "../../../lib/kit/app";
import { only, resources, synthesized, testApp, testStack } from "../../support/stack";
import { counts, failure, handler, paths, restApi, sources, triggers } from "./support";

function importing(props: RestV1ApiProps = {}, importedPaths?: Record<string, string>) {
  const stack = testStack();
  const existing = new DataAwsApiGatewayRestApi(stack, "Existing", { name: "existing" });
  const { api } = restApi({ ...props, cdk: { restApi: existing, importedPaths } }, stack);
  return { stack, api };
}

describe("RestV1Api on an existing API", () => {
  test("creates no API, preflight method, gateway response or log, but a deployment and its own stage", () => {
    const { stack } = importing({ routes: { "GET /notes": handler } });
    expect(counts(stack)).toMatchObject({
      aws_api_gateway_deployment: 1,
      aws_api_gateway_stage: 1,
      aws_api_gateway_resource: 1,
      aws_api_gateway_method: 1,
      aws_api_gateway_integration: 1,
      aws_cloudwatch_log_group: 1,
    });
    for (const type of ["rest_api", "gateway_response", "integration_response"]) {
      expect(resources(stack, `aws_api_gateway_${type}`)).toEqual({});
    }
    expect(only(stack, "aws_api_gateway_stage")).toMatchObject({ stage_name: "dev" });
    expect(only(stack, "aws_api_gateway_stage").access_log_settings).toBeUndefined();
    expect(triggers(stack).redeployment).toMatch(/^[0-9a-f]{64}$/);
  });

  test("reads only attributes that the data source has", () => {
    const { stack, api } = importing({ routes: { "GET /notes": handler } });
    stack.addOutputs({ url: api.url, arn: api.restApiArn });
    const attributes = JSON.stringify(synthesized(stack)).match(
      /data\.aws_api_gateway_rest_api\.Existing\.\w+/g,
    );
    expect([...new Set(attributes)].sort()).toEqual([
      "data.aws_api_gateway_rest_api.Existing.execution_arn",
      "data.aws_api_gateway_rest_api.Existing.id",
      "data.aws_api_gateway_rest_api.Existing.root_resource_id",
    ]);
    expect(sources(stack)).toEqual(["/dev/GET/notes", "/test-invoke-stage/GET/notes"]);
  });

  test("new resources hang below the longest imported path, and below the root otherwise", () => {
    const { stack } = importing(
      { routes: { "GET /notes/{id}/tags": handler, "GET /notes": handler, "GET /users": handler } },
      { "/notes": "abc", "/notes/{id}": "def" },
    );
    const made = Object.values(resources(stack, "aws_api_gateway_resource"));
    expect(made.map((each) => [each.path_part, each.parent_id])).toEqual([
      ["tags", "def"],
      ["users", "${data.aws_api_gateway_rest_api.Existing.root_resource_id}"],
    ]);
    expect(
      Object.values(resources(stack, "aws_api_gateway_method")).map((each) => each.resource_id),
    ).toContain("abc");
  });

  test("without routes there is nothing to deploy", () => {
    const { stack, api } = importing();
    expect(counts(stack)).toEqual({});
    expect(api.url).toBeUndefined();
  });

  test("another RestV1Api of the app is deployed to a stage of another name", () => {
    const app = testApp();
    const [owner, user] = [new Stack(app, "Owner"), new Stack(app, "User")];
    const { api } = restApi({}, owner);
    const before = synthesized(restApi({}, new Stack(testApp(), "Owner")).stack).resource;
    new RestV1Api(user, "More", { cdk: { restApi: api.cdk.restApi }, routes: { "GET /more": handler } });
    expect(only(user, "aws_api_gateway_stage")).toMatchObject({
      stage_name: "dev-More",
      rest_api_id: expect.stringMatching(/terraform_remote_state/),
    });
    expect(Object.values(paths(user))).toEqual(["/more"]);
    expect(only(user, "aws_api_gateway_deployment").depends_on).toHaveLength(3);
    expect(synthesized(owner).resource).toEqual(before);
    expect(user.dependencies).toEqual([owner]);
  });

  test("refuses a path that the other RestV1Api has already, unless it is imported", () => {
    const more = (id: string, importedPaths?: Record<string, string>) => {
      const { stack, api } = restApi({ routes: { "GET /notes": handler } });
      new RestV1Api(stack, id, {
        cdk: { restApi: api.cdk.restApi, importedPaths },
        routes: { "GET /notes/{id}": handler },
      });
      return synthesized(stack);
    };
    expect(() => more("Right", { "/notes": "abc" })).not.toThrow();
    const error = failure(() => more("Wrong"));
    expect(error).toMatchObject({
      path: "dev-notes-Main/Wrong",
      prop: "cdk.importedPaths",
      code: "rest-path-exists",
    });
    expect(error.message).toMatch(/"\/notes".*dev-notes-Main\/Api.*addRoutes/s);
  });

  test("refuses a variable where an imported path has another one", () => {
    const routes = { "GET /notes/{noteId}/tags": handler };
    expect(failure(() => importing({ routes }, { "/notes/{id}": "abc" })).code).toBe("rest-variable-sibling");
  });

  test.each<[string, RestV1ApiProps]>([
    ["cors", { cors: true }],
    ["cors", { cors: false }],
    ["accessLog", { accessLog: false }],
    ["customDomain", { customDomain: "api.example.com" }],
  ])("refuses %s", (prop, props) => {
    const error = failure(() => importing(props));
    expect(error).toMatchObject({ path: "dev-notes-Main/Api", prop, code: "rest-imported" });
    expect(error.message).toMatch(/where the API is created/);
  });

  test.each<[string, unknown, string]>([
    ["no slash", { notes: "abc" }, 'cdk.importedPaths["notes"]'],
    ["a slash at the end", { "/notes/": "abc" }, 'cdk.importedPaths["/notes/"]'],
    ["no id", { "/notes": "" }, 'cdk.importedPaths["/notes"]'],
    ["a list", ["/notes"], "cdk.importedPaths"],
  ])("refuses imported paths with %s", (_, importedPaths, prop) => {
    expect(failure(() => importing({}, importedPaths as Record<string, string>)).prop).toBe(prop);
  });

  test("refuses imported paths without an imported API", () => {
    const error = failure(() => restApi({ cdk: { importedPaths: { "/notes": "abc" } } }));
    expect(error).toMatchObject({ prop: "cdk.importedPaths", code: "rest-import-required" });
  });

  test("refuses an object of another type", () => {
    const stack = testStack();
    const queue = new SqsQueue(stack, "Queue") as unknown as ApiGatewayRestApi;
    const error = failure(() => restApi({ cdk: { restApi: queue } }, stack));
    expect(error).toMatchObject({ prop: "cdk.restApi", code: "import-wrong-type" });
  });
});
