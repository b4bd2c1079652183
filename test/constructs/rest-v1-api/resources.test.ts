import { RestV1Api } from "../../../lib/constructs/rest-v1-api";
import { addresses, only, resources, synthesized, testStack } from "../../support/stack";
import { counts, failure, handler, methods, paths, plainApi, restApi } from "./support";

describe("RestV1Api resources", () => {
  test("everything that one route makes", () => {
    const { stack } = plainApi({ routes: { "GET /notes": handler } });
    expect(addresses(stack).map((address) => address.replace(/_[0-9A-F]{8}$/, ""))).toEqual([
      "aws_api_gateway_deployment.Api_Deployment",
      "aws_api_gateway_integration.Api_Integration_GET_--notes",
      "aws_api_gateway_method.Api_Method_GET_--notes",
      "aws_api_gateway_resource.Api_Resource_--notes",
      "aws_api_gateway_rest_api.Api",
      "aws_api_gateway_stage.Api_Stage",
      "aws_cloudwatch_log_group.Api_Lambda_GET_--notes_LogGroup",
      "aws_cloudwatch_log_group.Api_LogGroup",
      "aws_iam_role.Api_Lambda_GET_--notes_Role",
      "aws_iam_role_policy.Api_Lambda_GET_--notes_Policies_Base",
      "aws_lambda_function.Api_Lambda_GET_--notes_Function",
      "aws_lambda_permission.Api_Permission_GET_--notes",
      "aws_lambda_permission.Api_TestPermission_GET_--notes",
      "data.archive_file._code_functions-notes-ab2188ae",
      "data.aws_caller_identity._account",
    ]);
  });

  test("the API is named after stage, app and id and leaves the type of its endpoint to the service", () => {
    const { stack } = restApi();
    expect(only(stack, "aws_api_gateway_rest_api")).toEqual({
      name: "dev-notes-Api",
      disable_execute_api_endpoint: false,
    });
  });

  test("each part of a path is made once, below the preceding one", () => {
    const { stack } = plainApi({
      routes: {
        "GET /notes": handler,
        "GET /notes/{id}": handler,
        "PUT /notes/{id}": handler,
        "GET /notes/{id}/tags/{proxy+}": handler,
        "GET /": handler,
      },
    });
    expect(Object.values(paths(stack)).sort()).toEqual([
      "/notes",
      "/notes/{id}",
      "/notes/{id}/tags",
      "/notes/{id}/tags/{proxy+}",
    ]);
    expect(Object.keys(methods(stack)).sort()).toEqual([
      "GET /",
      "GET /notes",
      "GET /notes/{id}",
      "GET /notes/{id}/tags/{proxy+}",
      "PUT /notes/{id}",
    ]);
  });

  test("a route on the root is a method of the API's own resource", () => {
    const { stack } = plainApi({ routes: { "ANY /": handler } });
    expect(only(stack, "aws_api_gateway_method").resource_id).toMatch(
      /^\$\{aws_api_gateway_rest_api\..*\.root_resource_id\}$/,
    );
    expect(resources(stack, "aws_api_gateway_resource")).toEqual({});
  });

  test("addresses stay when routes are reordered, and others stay when one is added", () => {
    const all = (...keys: string[]) =>
      addresses(plainApi({ routes: Object.fromEntries(keys.map((key) => [key, handler])) }).stack);
    expect(all("GET /b/c", "GET /a")).toEqual(all("GET /a", "GET /b/c"));
    expect(all("POST /b", "GET /a", "GET /b/c")).toEqual(expect.arrayContaining(all("GET /a", "GET /b/c")));
  });

  test("paths that differ only in how construct ids write a slash have separate resources", () => {
    const { stack } = plainApi({ routes: { "GET /a/b": handler, "GET /a--b": handler } });
    expect(Object.keys(methods(stack)).sort()).toEqual(["GET /a--b", "GET /a/b"]);
  });

  test("a second synthesis gives the same", () => {
    const { stack } = restApi({ routes: { "GET /notes": handler, "OPTIONS /notes": handler } });
    expect(synthesized(stack)).toEqual(synthesized(stack));
  });

  test("an API without methods has no deployment, stage or address", () => {
    expect(counts(plainApi().stack)).toEqual({ aws_api_gateway_rest_api: 1 });
    const { stack, api } = plainApi();
    expect(api.url).toBeUndefined();
    api.addRoutes(stack, { "GET /": handler });
    expect(counts(stack)).toMatchObject({ aws_api_gateway_deployment: 1, aws_api_gateway_stage: 1 });
    expect(api.url).toMatch(/\/dev\/$/);
  });

  test("preflight methods are methods too, so that an API with CORS is deployed", () => {
    expect(counts(restApi().stack)).toMatchObject({
      aws_api_gateway_deployment: 1,
      aws_api_gateway_stage: 1,
    });
  });

  test("the caller's definition is deployed too, with its templates unchanged", () => {
    const body = '{"openapi":"3.0.1","x":"${stageVariables.host}"}';
    const { stack } = plainApi({ cdk: { restApi: { body } } });
    expect(counts(stack)).toMatchObject({ aws_api_gateway_deployment: 1, aws_api_gateway_stage: 1 });
    expect(only(stack, "aws_api_gateway_rest_api").body).toBe(body.replace("${", () => "$${"));
  });

  test("takes 300 resources, not 301", () => {
    const routes = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          `GET /r${index}`,
          {
            cdk: { function: { functionArn: "arn", functionName: "fn", version: "1" } },
          },
        ]),
      ) as never;
    expect(plainApi({ routes: routes(300) }).api.routes).toHaveLength(300);
    const error = failure(() => plainApi({ routes: routes(301) }));
    expect(error).toMatchObject({ path: "dev-notes-Main/Api", prop: "routes", code: "quota-exceeded" });
    expect(error.message).toMatch(/301 resources.*300/s);
  });

  test.each(["us-east-1", "cn-north-1"])(
    "has in %s the address and ARN that follow from its id",
    (region) => {
      const stack = testStack({ region });
      const api = new RestV1Api(stack, "Api");
      stack.addOutputs({ url: api.url, arn: api.restApiArn, id: api.restApiId });
      const { output } = synthesized(stack);
      const id = String(output.id?.value);
      const [suffix, partition] =
        region === "us-east-1" ? ["amazonaws.com", "aws"] : ["amazonaws.com.cn", "aws-cn"];
      expect(output.url?.value).toBe(`https://${id}.execute-api.${region}.${suffix}/dev/`);
      expect(output.arn?.value).toBe(`arn:${partition}:apigateway:${region}::/restapis/${id}`);
    },
  );
});
