import { Apigatewayv2Api } from "@cdktf/provider-aws/lib/apigatewayv2-api";
import { DataAwsApigatewayv2Api } from "@cdktf/provider-aws/lib/data-aws-apigatewayv2-api";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Api, type ApiProps } from "../../../lib/constructs/api";
import { Stack } from "../../../lib/kit/app";
import { only, synthesized, testApp, testStack } from "../../support/stack";
import { failure, invocations, routes } from "./support/api";

describe("Api on an existing API", () => {
  test("creates no API, stage or log group, only the resources of routes", () => {
    const stack = testStack();
    const httpApi = new DataAwsApigatewayv2Api(stack, "Existing", { apiId: "abc123" });
    new Api(stack, "Api", {
      cdk: { httpApi },
      routes: { "GET /": { type: "url", url: "https://example.com" } },
    });
    expect(Object.keys(synthesized(stack).resource).sort()).toEqual([
      "aws_apigatewayv2_integration",
      "aws_apigatewayv2_route",
      "terraform_data",
    ]);
  });

  test("reads only attributes that the data source has", () => {
    const stack = testStack();
    const httpApi = new DataAwsApigatewayv2Api(stack, "Existing", { apiId: "abc123" });
    const api = new Api(stack, "Api", { cdk: { httpApi }, routes: { "GET /a": "functions/notes.get" } });
    stack.addOutputs({ url: api.url, arn: api.httpApiArn, id: api.httpApiId });
    const attributes = JSON.stringify(synthesized(stack)).match(/data\.aws_apigatewayv2_api\.Existing\.\w+/g);
    expect([...new Set(attributes)].sort()).toEqual([
      "data.aws_apigatewayv2_api.Existing.execution_arn",
      "data.aws_apigatewayv2_api.Existing.id",
    ]);
    expect(invocations(stack)).toEqual(["/*/*/a"]);
  });

  test.each([
    ["us-east-1", "amazonaws.com"],
    ["cn-north-1", "amazonaws.com.cn"],
  ])("has in %s the address that follows from its id", (region, suffix) => {
    const stack = testStack({ region });
    const httpApi = new DataAwsApigatewayv2Api(stack, "Existing", { apiId: "abc123" });
    stack.addOutputs({ url: new Api(stack, "Api", { cdk: { httpApi } }).url });
    expect(synthesized(stack).output.url?.value).toBe(
      `https://\${data.aws_apigatewayv2_api.Existing.id}.execute-api.${region}.${suffix}`,
    );
  });

  test("may be in another stack, whose own resources do not change", () => {
    const declare = () => {
      const app = testApp();
      const [owner, user] = [new Stack(app, "Owner"), new Stack(app, "User")];
      const httpApi = new Apigatewayv2Api(owner, "Existing", { name: "existing", protocolType: "HTTP" });
      return { owner, user, httpApi };
    };
    const before = synthesized(declare().owner).resource;
    const { owner, user, httpApi } = declare();
    new Api(user, "Api", { cdk: { httpApi }, routes: { "GET /a": "functions/notes.get" } });
    expect(synthesized(owner).resource).toEqual(before);
    expect(routes(user)["GET /a"]?.api_id).toMatch(/terraform_remote_state/);
    expect(owner.dependencies).toEqual([]);
    expect(user.dependencies).toEqual([owner]);
  });

  test("has authorizers of its own", () => {
    const stack = testStack();
    const httpApi = new DataAwsApigatewayv2Api(stack, "Existing", { apiId: "abc123" });
    const jwt = { issuer: "https://login.example.com", audience: ["a"] };
    new Api(stack, "Api", { cdk: { httpApi }, authorizers: { jwt: { type: "jwt", jwt } } });
    expect(only(stack, "aws_apigatewayv2_authorizer").api_id).toBe(
      "${data.aws_apigatewayv2_api.Existing.id}",
    );
  });

  test.each<[string, ApiProps]>([
    ["cors", { cors: true }],
    ["cors", { cors: false }],
    ["accessLog", { accessLog: false }],
    ["customDomain", { customDomain: "api.example.com" }],
    ["cdk.httpStages", { cdk: { httpStages: [{ name: "beta" }] } }],
    ["defaults.throttle", { defaults: { throttle: { rate: 1, burst: 1 } } }],
  ])("refuses %s", (prop, props) => {
    const stack = testStack();
    const httpApi = new DataAwsApigatewayv2Api(stack, "Existing", { apiId: "abc123" });
    const error = failure(() => new Api(stack, "Api", { ...props, cdk: { ...props.cdk, httpApi } }));
    expect(error).toMatchObject({ path: "dev-notes-Main/Api", prop, code: "imported-api" });
    expect(error.message).toMatch(/where the API is created/);
  });

  test("refuses an object of another type", () => {
    const stack = testStack();
    const httpApi = new SqsQueue(stack, "Queue") as unknown as Apigatewayv2Api;
    const error = failure(() => new Api(stack, "Api", { cdk: { httpApi } }));
    expect(error).toMatchObject({ path: "dev-notes-Main/Api", prop: "cdk.httpApi" });
    expect(error.message).toMatch(/aws_sqs_queue.*aws_apigatewayv2_api/s);
  });
});
