import { Api, type ApiProps } from "../../../lib/constructs/api";
import { only, resources, testStack } from "../../support/stack";
import { failure } from "./support/api";

type HttpApi = NonNullable<NonNullable<ApiProps["cdk"]>["httpApi"]>;

describe("Api cdk.httpApi", () => {
  test("keys of the provider win over the library's", () => {
    const stack = testStack();
    const httpApi = { name: "mine", disableExecuteApiEndpoint: true, lifecycle: { preventDestroy: true } };
    new Api(stack, "Api", { cdk: { httpApi } });
    expect(only(stack, "aws_apigatewayv2_api")).toMatchObject({
      name: "mine",
      protocol_type: "HTTP",
      disable_execute_api_endpoint: true,
      lifecycle: { prevent_destroy: true },
    });
  });

  test("an undefined key counts as absent", () => {
    const stack = testStack();
    new Api(stack, "Api", { cdk: { httpApi: { name: undefined } } });
    expect(only(stack, "aws_apigatewayv2_api").name).toBe("dev-notes-Api");
  });

  test("createDefaultStage does not reach the provider", () => {
    const stack = testStack();
    new Api(stack, "Api", { cdk: { httpApi: { createDefaultStage: false } } });
    expect(Object.keys(only(stack, "aws_apigatewayv2_api")).sort()).toEqual([
      "cors_configuration",
      "name",
      "protocol_type",
    ]);
    expect(resources(stack, "aws_apigatewayv2_stage")).toEqual({});
  });

  test.each([
    ["corsConfiguration", /prop cors/],
    ["corsPreflight", /prop cors/],
    ["defaultDomainMapping", /prop customDomain/],
    ["protocolType", /WebSocketApi/],
    ["body", /prop routes/],
    ["target", /"\$default"/],
    ["routeKey", /prop routes/],
  ])("refuses %s and says what to write instead", (key, remedy) => {
    const error = failure(() => new Api(testStack(), "Api", { cdk: { httpApi: { [key]: "x" } as HttpApi } }));
    expect(error).toMatchObject({ path: "dev-notes-Main/Api", prop: "cdk.httpApi" });
    expect(error.message).toContain(`"${key}"`);
    expect(error.message).toMatch(remedy);
  });

  test("refuses an unknown key and names the nearest", () => {
    const error = failure(() => new Api(testStack(), "Api", { cdk: { httpApi: { nme: "x" } as HttpApi } }));
    expect(error.message).toMatch(/"nme".*Did you mean "name"/s);
  });

  test("a custom domain needs the default stage", () => {
    const props = { customDomain: "api.example.com", cdk: { httpApi: { createDefaultStage: false } } };
    expect(failure(() => new Api(testStack(), "Api", props)).prop).toBe("customDomain");
  });
});

describe("Api props", () => {
  test.each([
    [{ route: {} }, "props", /"route".*Did you mean "routes"/s],
    [{ cdk: { httpAPI: {} } }, "cdk", /"httpAPI".*Did you mean "httpApi"/s],
    [{ defaults: { authoriser: "iam" } }, "defaults", /"authoriser".*Did you mean "authorizer"/s],
    [{ defaults: { function: { timeOut: 5 } } }, "defaults.function", /"timeOut".*Did you mean "timeout"/s],
    [
      { defaults: { payloadFormatVersion: "3.0" } },
      "defaults.payloadFormatVersion",
      /"3\.0".*"1\.0" or "2\.0"/s,
    ],
    [{ defaults: { authorizationScopes: "a" } }, "defaults.authorizationScopes", /an array/],
  ])("refuses %j", (props, prop, message) => {
    const error = failure(() => new Api(testStack(), "Api", props as ApiProps));
    expect(error).toMatchObject({ path: "dev-notes-Main/Api", prop });
    expect(error.message).toMatch(message);
  });
});
