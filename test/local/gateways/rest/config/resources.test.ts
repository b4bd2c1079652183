import { call, closeAll } from "../../support/serve";
import { ok, serveRestApi } from "../support";

afterEach(closeAll);

const missing = { status: 403, text: '{"message":"Missing Authentication Token"}' };

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-method-settings-method-request.html */
describe("REST API resources", () => {
  const keys = [
    "GET /",
    "GET /notes",
    "GET /notes/{id}",
    "ANY /notes/{id}",
    "GET /notes/new",
    "GET /notes/{id}/tags/{tag}",
    "ANY /files/{proxy+}",
    "GET /files/{name}",
    "ANY /notes/{id}/{proxy+}",
    "OPTIONS /only",
    "ANY /{proxy+}",
  ];

  test.each([
    ["GET", "/dev", "GET /", null],
    ["GET", "/dev/", "GET /", null],
    ["GET", "/dev/notes", "GET /notes", null],
    ["GET", "/dev/notes/", "GET /notes", null],
    ["GET", "/dev/notes/new", "GET /notes/new", null],
    ["GET", "/dev/notes/7", "GET /notes/{id}", { id: "7" }],
    ["PUT", "/dev/notes/7", "ANY /notes/{id}", { id: "7" }],
    ["GET", "/dev/notes/a%2Fb", "GET /notes/{id}", { id: "a%2Fb" }],
    ["GET", "/dev/n%6Ftes", "GET /notes", null],
    ["GET", "/dev/notes/7/tags/x", "GET /notes/{id}/tags/{tag}", { id: "7", tag: "x" }],
    ["GET", "/dev/notes/7/tags", "ANY /notes/{id}/{proxy+}", { id: "7", proxy: "tags" }],
    ["GET", "/dev/notes/7/a/b", "ANY /notes/{id}/{proxy+}", { id: "7", proxy: "a/b" }],
    ["GET", "/dev/files/x", "GET /files/{name}", { name: "x" }],
    ["GET", "/dev/files/x/y", "ANY /files/{proxy+}", { proxy: "x/y" }],
    ["GET", "/dev/files", "ANY /{proxy+}", { proxy: "files" }],
    ["DELETE", "/dev/else/where", "ANY /{proxy+}", { proxy: "else/where" }],
  ])("%s %s is answered by %s", async (method, path, key, parameters) => {
    const api = await serveRestApi({ methods: Object.fromEntries(keys.map((each) => [each, ok])) });
    expect((await call(api.url, path, { method })).status).toBe(200);
    expect(api.event(key)).toMatchObject({
      resource: key.split(" ")[1],
      httpMethod: method,
      pathParameters: parameters,
    });
  });

  test.each([
    ["a method that the resource lacks, though another would take it", "POST", "/dev/only"],
    ["a method that the root lacks", "POST", "/dev"],
  ])("refuses %s", async (_, method, path) => {
    const api = await serveRestApi({ methods: Object.fromEntries(keys.map((each) => [each, ok])) });
    const answer = await call(api.url, path, { method });
    expect(answer).toMatchObject(missing);
    expect(answer.headers["x-amzn-errortype"]).toBe("MissingAuthenticationTokenException");
  });

  test("refuses a missing path", async () => {
    const api = await serveRestApi({ methods: { "GET /a/b": ok } });
    for (const path of ["/dev/a", "/dev/a/b/c", "/dev/x", "/dev/a//b"]) {
      expect(await call(api.url, path)).toMatchObject(missing);
    }
  });

  test("refuses a path without a stage", async () => {
    const api = await serveRestApi({ methods: { "GET /a": ok } });
    for (const path of ["/", "/a", "/prod/a"]) {
      expect(await call(api.url, path)).toMatchObject({ status: 403, text: '{"message":"Forbidden"}' });
    }
  });

  test("several stages serve the same resources with variables of their own", async () => {
    const api = await serveRestApi({
      methods: { "GET /a": ok },
      stages: { dev: { variables: { color: "red" } }, prod: { variables: { color: "blue" } }, bare: {} },
    });
    expect(api.gateway.basePaths).toEqual(["/dev", "/prod", "/bare"]);
    for (const [stage, stageVariables] of [
      ["dev", { color: "red" }],
      ["prod", { color: "blue" }],
      ["bare", null],
    ] as const) {
      await call(api.url, `/${stage}/a`);
      expect(api.event("GET /a")).toMatchObject({ stageVariables, requestContext: { stage } });
    }
  });

  test("a stage variable names the function", async () => {
    const uri =
      "arn:aws:apigateway:eu-west-1:lambda:path/2015-03-31/functions/arn:aws:lambda:eu-west-1:123456789012:function:${stageVariables.fn}/invocations";
    const api = await serveRestApi({
      methods: { "GET /a": { integration: { uri } } },
      functions: { blue: ok },
      stages: { dev: { variables: { fn: "blue" } } },
    });
    expect((await call(api.url, "/dev/a")).status).toBe(200);
    expect(api.event("blue")).toMatchObject({ resource: "/a" });
  });

  test("routes are listed with their authorizer and their integration", async () => {
    const api = await serveRestApi({
      methods: {
        "GET /a": ok,
        "GET /b": {
          method: { authorization: "CUSTOM", authorizer_id: "guard" },
          integration: { type: "MOCK" },
        },
        "GET /c": {
          method: { authorization: "AWS_IAM" },
          integration: { type: "HTTP_PROXY", uri: "https://example.com/c" },
        },
      },
      authorizers: { guard: { type: "TOKEN", authorizer_uri: "x" } },
    });
    expect(api.gateway.routes).toEqual([
      { method: "GET", path: "/a", authorizer: "none", target: "GET_a" },
      { method: "GET", path: "/b", authorizer: "guard", target: "mock" },
      { method: "GET", path: "/c", authorizer: "iam", target: "https://example.com/c" },
    ]);
  });
});
