import { functionArn, serveApi } from "../support/http-api";
import { call, closeAll } from "../support/serve";

afterEach(closeAll);

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html */
describe("HTTP API reports", () => {
  test("each request is one line, with its function", async () => {
    const api = await serveApi({ routes: { "GET /notes/{id}": () => "ok" } });
    const { headers } = await call(api.url, "/notes/7?x=1");
    await call(api.url, "/nowhere");
    expect(api.context.reported).toEqual([
      {
        event: "request",
        api: "dev-app-Api",
        method: "GET",
        path: "/notes/7",
        status: 200,
        durationMs: expect.any(Number),
        function: "GET_notes_id_",
        requestId: headers["apigw-requestid"],
      },
      expect.objectContaining({ path: "/nowhere", status: 404 }),
    ]);
    expect(api.context.reported[1]).not.toHaveProperty("function");
  });

  const logged = async (format: string, path: string, handler: () => unknown) => {
    const api = await serveApi({
      routes: { "GET /a/{id}": handler },
      stages: { dev: { access_log_settings: { destination_arn: "arn", format } } },
    });
    const answer = await call(api.url, path, { headers: { "user-agent": "agent" } });
    const lines = api.context.reported.flatMap((each) => (each.event === "access-log" ? [each.line] : []));
    return { lines, answer };
  };

  test("the access log has the configured line", async () => {
    const format =
      "$context.requestId $context.identity.sourceIp [$context.requestTime] $context.requestTimeEpoch " +
      "$context.httpMethod $context.path $context.routeKey $context.stage $context.protocol $context.status " +
      "$context.responseLength $context.accountId $context.apiId $context.identity.userAgent " +
      "$context.integration.status $context.integration.integrationStatus $context.integrationStatus " +
      "$context.integration.requestId $context.error.message $context.unknown";
    const { lines, answer } = await logged(format, "/dev/a/7", () => ({ statusCode: 201, body: "four" }));
    expect(lines).toEqual([
      `${answer.headers["apigw-requestid"]} 127.0.0.1 [02/Jan/2026:03:04:05 +0000] 1767323045000 ` +
        "GET /dev/a/7 GET /a/{id} dev HTTP/1.1 201 4 123456789012 abc123 agent 201 200 200 invocation-1 - -",
    ]);
  });

  test("the message of the authorizer is in it", async () => {
    const api = await serveApi({
      routes: {
        "GET /": { handler: () => "ok", route: { authorization_type: "CUSTOM", authorizer_id: "guard" } },
      },
      authorizers: {
        guard: {
          authorizer_type: "REQUEST",
          authorizer_uri: functionArn("guard"),
          authorizer_payload_format_version: "1.0",
          identity_sources: ["$request.querystring.as"],
        },
      },
      functions: {
        guard: ({ identitySource }: { identitySource: string }) => ({
          principalId: identitySource,
          policyDocument: { Statement: { Effect: "Allow", Action: "*", Resource: "*" } },
          context: { level: 3, ok: true },
        }),
      },
      stages: {
        $default: {
          access_log_settings: {
            format:
              "$context.authorizer.principalId $context.authorizer.level $context.authorizer.ok $context.authorizer.none $context.authorizer.error",
          },
        },
      },
    });
    await call(api.url, "/?as=ada");
    await call(api.url, "/");
    expect(api.context.reported.flatMap((each) => (each.event === "access-log" ? [each.line] : []))).toEqual([
      "ada 3 true - -",
      "- - - - The request lacks an identity source.",
    ]);
  });

  test("errors of the function and of the gateway are in it", async () => {
    const format =
      "$context.status|$context.error.message|$context.error.messageString|$context.integrationErrorMessage";
    const failed = await logged(format, "/dev/a/7", () => {
      throw new Error("broke");
    });
    expect(failed.lines).toEqual([
      '500|Internal Server Error|"Internal Server Error"|The Lambda function returned the following error: broke. Check your Lambda function code and try again.',
    ]);
    const missing = await logged(format, "/dev/nowhere", () => "ok");
    expect(missing.lines).toEqual(['404|Not Found|"Not Found"|-']);
  });
});
