import { Apigatewayv2Api } from "@cdktf/provider-aws/lib/apigatewayv2-api";
import { Api, type ApiCorsProps } from "../../../lib/constructs/api";
import { only, testStack } from "../../support/stack";
import { failure } from "./support/api";

function corsOf(cors: boolean | ApiCorsProps | undefined) {
  const stack = testStack();
  new Api(stack, "Api", { cors });
  return only(stack, "aws_apigatewayv2_api").cors_configuration;
}

const open = { allow_credentials: false, allow_headers: ["*"], allow_methods: ["*"], allow_origins: ["*"] };

describe("Api CORS", () => {
  test.each([undefined, true])("%p allows every origin, header and method", (cors) => {
    expect(corsOf(cors)).toEqual(open);
  });

  test("false leaves preflight requests to the routes", () => {
    expect(corsOf(false)).toBeUndefined();
  });

  test("every prop reaches the gateway", () => {
    const cors: ApiCorsProps = {
      allowCredentials: true,
      allowHeaders: ["authorization"],
      allowMethods: ["GET", "POST"],
      allowOrigins: ["https://app.example.com"],
      exposeHeaders: ["date"],
      maxAge: "3 Days",
    };
    expect(corsOf({ ...cors, maxAge: "1 day" })).toEqual({
      allow_credentials: true,
      allow_headers: ["authorization"],
      allow_methods: ["GET", "POST"],
      allow_origins: ["https://app.example.com"],
      expose_headers: ["date"],
      max_age: 86_400,
    });
  });

  test("the method ANY is the gateway's *", () => {
    expect(corsOf({ allowMethods: ["ANY"] })).toEqual(open);
  });

  test.each([
    "https://a.example.com",
    "http://localhost:3000",
    "capacitor://localhost",
    "${terraform.workspace}",
    "*",
  ])("takes the origin %p", (origin) => {
    expect(corsOf({ allowOrigins: [origin] })).toMatchObject({ allow_origins: [origin] });
  });

  test.each([
    [
      "an origin without scheme",
      { allowOrigins: ["app.example.com"] },
      "cors.allowOrigins",
      /"app\.example\.com".*https:\/\/app\.example\.com/s,
    ],
    [
      "credentials for every origin",
      { allowCredentials: true, allowOrigins: ["*"] },
      "cors.allowCredentials",
      /Name the origins/,
    ],
    [
      "credentials for the default origins",
      { allowCredentials: true },
      "cors.allowCredentials",
      /Name the origins/,
    ],
    ["an unknown method", { allowMethods: ["GETS"] }, "cors.allowMethods", /"GETS".*Did you mean "GET"/s],
    ["a method in lower case", { allowMethods: ["get"] }, "cors.allowMethods", /"get".*"GET"/s],
    [
      "an origin in place of a list",
      { allowOrigins: "https://a.example.com" },
      "cors.allowOrigins",
      /an array/,
    ],
    ["a duration without unit", { maxAge: 5 }, "cors.maxAge", /5.*minutes/s],
    ["more than a day", { maxAge: "2 days" }, "cors.maxAge", /"2 days".*86400/s],
    ["an unknown key", { origins: ["*"] }, "cors", /"origins".*allowOrigins/s],
    ["text", "*", "cors", /"\*".*true, false or/s],
  ])("refuses %s", (_, cors, prop, message) => {
    const error = failure(() => corsOf(cors as ApiCorsProps));
    expect(error).toMatchObject({ path: "dev-notes-Main/Api", prop });
    expect(error.message).toMatch(message);
  });
});

describe("Api.setCors", () => {
  test("replaces the CORS settings of the props, and the last call wins", () => {
    const stack = testStack();
    const api = new Api(stack, "Api", { cors: { allowHeaders: ["a"] } });
    api.setCors({ allowOrigins: ["https://a.example.com"] });
    api.setCors({ allowOrigins: ["https://b.example.com"] });
    expect(only(stack, "aws_apigatewayv2_api").cors_configuration).toEqual({
      ...open,
      allow_origins: ["https://b.example.com"],
    });
  });

  test("switches CORS on after false, and off again", () => {
    const [on, off] = [testStack(), testStack()];
    const apis = [on, off].map((stack) => new Api(stack, "Api", { cors: false }));
    for (const api of apis) api.setCors();
    apis[1]?.setCors(false);
    expect(only(on, "aws_apigatewayv2_api").cors_configuration).toEqual(open);
    expect(only(off, "aws_apigatewayv2_api").cors_configuration).toBeUndefined();
  });

  test("checks like the prop does", () => {
    const api = new Api(testStack(), "Api");
    expect(failure(() => api.setCors({ allowOrigins: ["example.com"] })).prop).toBe("cors.allowOrigins");
  });

  test("refuses an imported API", () => {
    const stack = testStack();
    const httpApi = new Apigatewayv2Api(stack, "Existing", { name: "existing", protocolType: "HTTP" });
    const error = failure(() => new Api(stack, "Api", { cdk: { httpApi } }).setCors({}));
    expect(error).toMatchObject({ path: "dev-notes-Main/Api", prop: "cors", code: "imported-api" });
  });
});
