import { Function, type FunctionProps, type FunctionUrlCorsProps } from "../../../../lib/kit/function";
import { standardErrorOf } from "../../../support/environment";
import { addresses, only, resources, testStack } from "../../../support/stack";

const handler = "functions/notes.get";

function withUrl(url: FunctionProps["url"]) {
  const stack = testStack();
  new Function(stack, "Get", { handler, url });
  return stack;
}

const everything = { allow_headers: ["*"], allow_methods: ["*"], allow_origins: ["*"] };
const corsOf = (cors: boolean | FunctionUrlCorsProps) =>
  only(withUrl({ cors }), "aws_lambda_function_url").cors;

describe("the URL of a function", () => {
  test("is open to everyone, from every origin, when it is just true", () => {
    expect(only(withUrl(true), "aws_lambda_function_url")).toEqual({
      function_name: expect.stringMatching(/^\$\{aws_lambda_function\.Get_Function_\w+\.function_name\}$/),
      authorization_type: "NONE",
      cors: everything,
    });
  });
  test("that is open lets everyone invoke the function through it", () => {
    const permissions = Object.values(resources(withUrl({ authorizer: "none" }), "aws_lambda_permission"));
    expect(
      permissions.map(({ action, principal, function_url_auth_type }) => [
        action,
        principal,
        function_url_auth_type,
      ]),
    ).toEqual([
      ["lambda:InvokeFunction", "*", undefined],
      ["lambda:InvokeFunctionUrl", "*", "NONE"],
    ]);
  });
  test.each([
    ["~> 6.28.0", undefined],
    ["< 8", undefined],
    ["~> 6.29", true],
    ["!= 6.30.0, >= 6.29.1", true],
    [">= 7", true],
  ])("that is open limits the second permission to itself with provider %s: %s", (version, expected) => {
    const stack = testStack({ provider: { version } });
    new Function(stack, "Get", { handler, url: true });
    const found = Object.values(resources(stack, "aws_lambda_permission"));
    expect(found.map((each) => each.invoked_via_function_url)).toEqual([expected, undefined]);
  });
  test.each<[FunctionProps["url"], boolean]>([
    [true, true],
    [{ authorizer: "none" }, true],
    [{ authorizer: "iam" }, false],
    [false, false],
  ])("%j says at synthesis whether everyone may call it: %p", (url, isPublic) => {
    const { app } = withUrl(url);
    expect(standardErrorOf(() => app.synth()).includes("everyone may call the function URL")).toBe(isPublic);
  });
  test("with the authorizer iam allows no one", () => {
    const stack = withUrl({ authorizer: "iam" });
    expect(only(stack, "aws_lambda_function_url").authorization_type).toBe("AWS_IAM");
    expect(resources(stack, "aws_lambda_permission")).toEqual({});
  });
  test.each([false, undefined])("does not exist for %p", (url) => {
    expect(addresses(withUrl(url)).filter((address) => address.includes("url"))).toEqual([]);
  });
});

describe("a function URL that streams", () => {
  test.each([
    [{ streaming: true }, "RESPONSE_STREAM"],
    [{ streaming: false }, undefined],
  ])("with %j has the mode %p", (url, mode) => {
    expect(only(withUrl(url), "aws_lambda_function_url").invoke_mode).toBe(mode);
  });
  const python = { handler: "main.handler", srcPath: "services/report", runtime: "python3.14" } as const;
  const layer = "arn:aws:lambda:us-east-1:753240598075:layer:LambdaAdapterLayerX86:25";
  test("needs a runtime that can, or a layer", () => {
    const create = (layers: readonly string[]) =>
      new Function(testStack(), "Get", { ...python, layers, url: { streaming: true } });
    expect(() => create([])).toThrow(/url\.streaming is true, but the runtime is "python3\.14"/);
    expect(() => create([layer])).not.toThrow();
  });
});

describe("CORS of a function URL", () => {
  test.each<[boolean | FunctionUrlCorsProps, unknown]>([
    [true, everything],
    [{}, everything],
    [false, undefined],
    [{ allowOrigins: ["https://a.dev"] }, { ...everything, allow_origins: ["https://a.dev"] }],
    [{ allowMethods: ["GET", "POST"] }, { ...everything, allow_methods: ["GET", "POST"] }],
    [{ allowHeaders: ["x-a"] }, { ...everything, allow_headers: ["x-a"] }],
    [{ exposeHeaders: ["x-b"] }, { ...everything, expose_headers: ["x-b"] }],
    [{ allowCredentials: true }, { ...everything, allow_credentials: true }],
    [{ allowCredentials: false }, { ...everything, allow_credentials: false }],
    [{ maxAge: "1 day" }, { ...everything, max_age: 86_400 }],
    [
      { allowHeaders: [], exposeHeaders: [] },
      { allow_methods: ["*"], allow_origins: ["*"] },
    ],
  ])("%j", (cors, expected) => {
    expect(corsOf(cors)).toEqual(expected);
  });
  test("leaves OPTIONS to the service, which refuses it", () => {
    expect(corsOf({ allowMethods: ["GET", "OPTIONS"] })).toEqual({ ...everything, allow_methods: ["GET"] });
  });
});

describe("a function URL is refused", () => {
  test.each<[unknown, RegExp]>([
    ["open", /url is "open"\.\n.*true, false or \{ authorizer, streaming, cors \}/],
    [{ auth: "iam" }, /url has the key "auth".*\n.*authorizer/],
    [{ authorizer: "jwt" }, /url\.authorizer is "jwt"\.\n.*"none" or "iam"/],
    [{ streaming: "yes" }, /url\.streaming is "yes"/],
    [{ cors: "*" }, /url\.cors is "\*"\.\n.*true, false or an object/],
    [{ cors: { origins: [] } }, /url\.cors has the key "origins".*\n.*allowOrigins/],
    [{ cors: { allowMethods: ["ANY"] } }, /url\.cors\.allowMethods is "ANY"\.\n.*"\*"/],
    [{ cors: { allowOrigins: "*" } }, /url\.cors\.allowOrigins is "\*"\.\n.*an array/],
    [{ cors: { maxAge: "2 days" } }, /url\.cors\.maxAge is "2 days", outside 0 seconds to 1 day/],
    [{ cors: { maxAge: 60 } }, /url\.cors\.maxAge is 60, which is not a duration/],
  ])("for %j", (url, message) => {
    expect(() => withUrl(url as FunctionProps["url"])).toThrow(message);
  });
});
