import type { Handler } from "../support/context";
import { call, closeAll } from "../support/serve";
import { takeOver } from "../take-over";
import { invokeArn, ok, restModel, serveRestApi } from "./support";

afterEach(closeAll);

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-variables-for-access-logging.html */
describe("REST API reports", () => {
  test("each request is one line, with its function", async () => {
    const api = await serveRestApi({ methods: { "GET /notes/{id}": ok } });
    const { headers } = await call(api.url, "/dev/notes/7?x=1");
    await call(api.url, "/dev/nowhere");
    await call(api.url, "/nowhere");
    expect(api.context.reported).toEqual([
      {
        event: "request",
        api: "dev-app-Api",
        method: "GET",
        path: "/dev/notes/7",
        status: 200,
        durationMs: expect.any(Number),
        function: "GET_notes_id_",
        requestId: headers["x-amzn-requestid"],
      },
      expect.objectContaining({ path: "/dev/nowhere", status: 403 }),
      expect.objectContaining({ path: "/nowhere", status: 403 }),
    ]);
    expect(api.context.reported[1]).not.toHaveProperty("function");
  });

  const logged = async (format: string, path: string, handler: Handler) => {
    const api = await serveRestApi({
      methods: { "GET /a/{id}": handler },
      stages: { dev: { access_log_settings: { destination_arn: "arn", format } } },
    });
    const answer = await call(api.url, path, {
      headers: { "user-agent": "agent", "x-amzn-trace-id": "Root=1-a" },
    });
    return { lines: api.logged(), answer };
  };

  test("the access log has the configured line", async () => {
    const format =
      "$context.requestId $context.extendedRequestId $context.identity.sourceIp [$context.requestTime] " +
      "$context.httpMethod $context.path $context.resourcePath $context.stage $context.protocol $context.status " +
      "$context.responseLength $context.accountId $context.apiId $context.identity.userAgent " +
      "$context.integration.status $context.integration.integrationStatus $context.integration.requestId " +
      "$context.xrayTraceId $context.error.message $context.authorizer.principalId $context.unknown";
    const { lines, answer } = await logged(format, "/dev/a/7", () => ({ statusCode: 201, body: "four" }));
    const { "x-amzn-requestid": id, "x-amz-apigw-id": extended } = answer.headers;
    expect(lines).toEqual([
      `${id} ${extended} 127.0.0.1 [02/Jan/2026:03:04:05 +0000] GET /dev/a/7 /a/{id} dev HTTP/1.1 201 ` +
        "4 123456789012 abc123 agent 201 200 invocation-1 1-a - - -",
    ]);
  });

  test("failures are in it", async () => {
    const format =
      "$context.status $context.error.responseType $context.error.message $context.integration.error";
    const broken = () => {
      throw new Error("x");
    };
    expect((await logged(format, "/dev/a/7", broken)).lines).toEqual([
      "502 INTEGRATION_FAILURE Internal server error The function failed.",
    ]);
    expect((await logged(format, "/dev/nowhere", ok)).lines).toEqual([
      "403 MISSING_AUTHENTICATION_TOKEN Missing Authentication Token -",
    ]);
  });

  test("the message of the authorizer is in it", async () => {
    const format =
      "$context.authorizer.principalId $context.authorizer.color $context.authorizer.status $context.authorizer.error";
    const api = await serveRestApi({
      methods: { "GET /": { handler: ok, method: { authorization: "CUSTOM", authorizer_id: "guard" } } },
      authorizers: { guard: { type: "TOKEN", authorizer_uri: invokeArn("guard") } },
      functions: {
        guard: () => ({
          principalId: "ada",
          context: { color: "red" },
          policyDocument: { Statement: { Effect: "Allow", Action: "*", Resource: "*" } },
        }),
      },
      stages: { dev: { access_log_settings: { format } } },
    });
    await call(api.url, "/dev", { headers: { authorization: "x" } });
    await call(api.url, "/dev");
    expect(api.logged()).toEqual([
      "ada red 200 -",
      "- - - The request lacks an identity source, or its format is invalid.",
    ]);
  });

  test("routes without anything to serve are reported once", async () => {
    const given = { methods: {}, stages: {}, api: { body: "{}" } };
    const api = await serveRestApi(given);
    takeOver(api.gateway, restModel(given));
    expect(api.context.reported).toEqual([
      { event: "warning", text: expect.stringContaining("OpenAPI") },
      { event: "warning", text: "dev-app-Api has no stage, so it is not served." },
    ]);
  });

  test("a changed app is served at once", async () => {
    const api = await serveRestApi({ methods: { "GET /a": ok } });
    takeOver(
      api.gateway,
      restModel({ methods: { "GET /b": { integration: { type: "MOCK" } } }, stages: { prod: {} } }),
    );
    expect(api.gateway.basePaths).toEqual(["/prod"]);
    expect((await call(api.url, "/dev/a")).status).toBe(403);
    expect((await call(api.url, "/prod/b")).status).toBe(500);
  });
});
