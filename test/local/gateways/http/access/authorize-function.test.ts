import type { Values } from "../../../../../lib/model";
import type { Handler } from "../../support/context";
import { functionArn, serveApi } from "../../support/http-api";
import { call, closeAll } from "../../support/serve";

afterEach(closeAll);

const uri = `arn:aws:apigateway:eu-west-1:lambda:path/2015-03-31/functions/${functionArn("guard")}/invocations`;
const authorizer = {
  authorizer_type: "REQUEST",
  authorizer_uri: uri,
  authorizer_payload_format_version: "2.0",
  enable_simple_responses: true,
  identity_sources: ["$request.header.Authorization"],
};
const guarded = (name = "guard") => ({
  handler: () => "ok",
  route: { authorization_type: "CUSTOM", authorizer_id: name },
});

function served(guard: Handler, values: Values = {}, format?: "1.0" | "2.0") {
  return serveApi({
    routes: { "GET /notes/{id}": guarded(), "POST /notes": guarded() },
    authorizers: { guard: { ...authorizer, ...values } },
    functions: { guard },
    stages: { dev: { stage_variables: { color: "red" } } },
    format,
  });
}

const secret = { headers: { authorization: "secret" } };
const policy = (effect: string, resource: unknown) => ({
  principalId: "ada",
  policyDocument: {
    Version: "2012-10-17",
    Statement: [{ Action: "execute-api:Invoke", Effect: effect, Resource: resource }],
  },
  context: { role: "admin", level: 3 },
});
const policyFormat = { authorizer_payload_format_version: "1.0", enable_simple_responses: undefined };

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-lambda-authorizer.html */
describe("HTTP API function authorizer", () => {
  test("format 2.0 has every documented member", async () => {
    const api = await served(() => ({ isAuthorized: true }));
    await call(api.url, "/dev/notes/7?a=1&a=2", secret);
    const [event] = api.context.functions.events("guard");
    expect(event).toEqual({
      version: "2.0",
      type: "REQUEST",
      routeArn: "arn:aws:execute-api:eu-west-1:123456789012:abc123/dev/GET/notes/7",
      identitySource: ["secret"],
      routeKey: "GET /notes/{id}",
      rawPath: "/dev/notes/7",
      rawQueryString: "a=1&a=2",
      headers: expect.objectContaining({ authorization: "secret" }),
      queryStringParameters: { a: "1,2" },
      requestContext: {
        accountId: "123456789012",
        apiId: "abc123",
        domainName: new URL(api.url).host,
        domainPrefix: "127",
        http: {
          method: "GET",
          path: "/dev/notes/7",
          protocol: "HTTP/1.1",
          sourceIp: "127.0.0.1",
          userAgent: "",
        },
        requestId: expect.any(String),
        routeKey: "GET /notes/{id}",
        stage: "dev",
        time: "02/Jan/2026:03:04:05 +0000",
        timeEpoch: 1767323045000,
      },
      pathParameters: { id: "7" },
      stageVariables: { color: "red" },
    });
    expect(api.context.functions.invoked[0]?.source).toBe("authorizer guard");
  });

  test("format 1.0 has every documented member", async () => {
    const api = await served(
      (event: { methodArn: string }) => policy("Allow", event.methodArn),
      policyFormat,
    );
    expect((await call(api.url, "/dev/notes/7?a=1", secret)).status).toBe(200);
    expect(api.context.functions.events("guard")).toEqual([
      {
        version: "1.0",
        type: "REQUEST",
        methodArn: "arn:aws:execute-api:eu-west-1:123456789012:abc123/dev/GET/notes/7",
        identitySource: "secret",
        authorizationToken: "secret",
        resource: "/notes/{id}",
        path: "/dev/notes/7",
        httpMethod: "GET",
        headers: expect.objectContaining({ authorization: "secret" }),
        multiValueHeaders: expect.objectContaining({ authorization: ["secret"] }),
        queryStringParameters: { a: "1" },
        pathParameters: { id: "7" },
        stageVariables: { color: "red" },
        requestContext: {
          path: "/dev/notes/7",
          accountId: "123456789012",
          domainName: expect.any(String),
          domainPrefix: "127",
          extendedRequestId: expect.any(String),
          protocol: "HTTP/1.1",
          requestTime: "02/Jan/2026:03:04:05 +0000",
          requestTimeEpoch: 1767323045000,
          resourceId: "GET /notes/{id}",
          stage: "dev",
          requestId: expect.any(String),
          identity: expect.objectContaining({ sourceIp: "127.0.0.1" }),
          resourcePath: "/notes/{id}",
          httpMethod: "GET",
          apiId: "abc123",
        },
      },
    ]);
  });

  test.each([
    ["2.0", { lambda: { role: "admin", level: 3 } }],
    ["1.0", { claims: null, scopes: null, principalId: "ada", role: "admin", level: 3 }],
  ] as const)("the route's event of format %s has the authorizer's context", async (format, expected) => {
    const api = await served(() => policy("Allow", "*"), policyFormat, format);
    await call(api.url, "/dev/notes/7", secret);
    expect(api.event("GET /notes/{id}")).toMatchObject({ requestContext: { authorizer: expected } });
  });

  const forbidden = '{"message":"Forbidden"}';
  const failed = '{"message":"Internal Server Error"}';
  const unauthorized = '{"message":"Unauthorized"}';
  const fail = (message: string) => () => {
    throw new Error(message);
  };
  test.each<[string, Handler, Values, number, string]>([
    ["a simple yes", () => ({ isAuthorized: true }), {}, 200, "ok"],
    ["a simple no", () => ({ isAuthorized: false }), {}, 403, forbidden],
    ["an invalid simple answer", () => ({ authorized: true }), {}, 500, failed],
    ["a simple answer of another kind", () => ({ isAuthorized: "true" }), {}, 500, failed],
    ["nothing", () => null, {}, 500, failed],
    ["an error", fail("broke"), {}, 500, failed],
    ["the error Unauthorized", fail("Unauthorized"), {}, 401, unauthorized],
    ["a policy that allows", () => policy("Allow", "*"), policyFormat, 200, "ok"],
    ["a policy that denies", () => policy("Deny", "*"), policyFormat, 403, forbidden],
    ["a policy for something else", () => policy("Allow", "arn:x"), policyFormat, 403, forbidden],
    ["an invalid policy", () => ({ principalId: "ada" }), policyFormat, 500, failed],
    ["a policy in format 2.0", () => policy("Allow", "*"), { enable_simple_responses: false }, 200, "ok"],
    ["a policy where a simple answer is due", () => policy("Allow", "*"), {}, 500, failed],
    ["no function", () => null, { authorizer_uri: functionArn("gone") }, 500, failed],
  ])("%s", async (_, guard, values, status, text) => {
    const api = await served(guard, values);
    expect(await call(api.url, "/dev/notes/7", secret)).toMatchObject({ status, text });
    expect(api.context.functions.events("GET_notes_id_")).toHaveLength(status === 200 ? 1 : 0);
  });

  test.each([
    [["$request.header.Authorization"], "/dev/notes/7", {}],
    [["$request.header.Authorization"], "/dev/notes/7", { authorization: "" }],
    [["$request.querystring.key", "$request.header.Authorization"], "/dev/notes/7", { authorization: "x" }],
    [["$stageVariables.none"], "/dev/notes/7", { authorization: "x" }],
  ])("without the identity sources %j, the function is not invoked", async (sources, path, headers) => {
    const api = await served(() => ({ isAuthorized: true }), { identity_sources: sources });
    expect(await call(api.url, path, { headers })).toMatchObject({ status: 401, text: unauthorized });
    expect(api.context.functions.invoked).toEqual([]);
  });

  test("an authorizer that takes too long is an error", async () => {
    const api = await served(() => new Promise(() => {}));
    const answer = call(api.url, "/dev/notes/7", secret);
    await api.context.clock.untilWaitedFor(10_000);
    api.context.clock.advance(10_000);
    expect(await answer).toMatchObject({ status: 500, text: failed });
  });

  test("identity comes from header, query string, context and stage variables", async () => {
    const api = await served(() => ({ isAuthorized: true }), {
      identity_sources: [
        "$request.header.x-one",
        "$request.querystring.two",
        "$context.routeKey",
        "$stageVariables.color",
      ],
    });
    await call(api.url, "/dev/notes/7?two=2", { headers: { "X-One": "1" } });
    expect(api.context.functions.events("guard")).toEqual([
      expect.objectContaining({ identitySource: ["1", "2", "GET /notes/{id}", "red"] }),
    ]);
  });
});

describe("HTTP API authorizer cache", () => {
  const asked = (api: Awaited<ReturnType<typeof served>>) => api.context.functions.events("guard").length;
  const post = (token: string) => ({ method: "POST", headers: { authorization: token } });
  const get = (token: string) => ({ headers: { authorization: token } });

  test("an answer is reused for the same identity, on all routes, until its time is over", async () => {
    const api = await served(() => ({ isAuthorized: true }), { authorizer_result_ttl_in_seconds: 60 });
    await call(api.url, "/dev/notes/7", get("a"));
    await call(api.url, "/dev/notes", post("a"));
    expect(asked(api)).toBe(1);
    await call(api.url, "/dev/notes/7", get("b"));
    expect(asked(api)).toBe(2);
    api.context.clock.advanceSeconds(59);
    await call(api.url, "/dev/notes/7", get("a"));
    expect(asked(api)).toBe(2);
    api.context.clock.advanceSeconds(1);
    await call(api.url, "/dev/notes/7", get("a"));
    expect(asked(api)).toBe(3);
  });

  test("with the route key among the sources, it is reused on the same route only", async () => {
    const api = await served(() => ({ isAuthorized: true }), {
      authorizer_result_ttl_in_seconds: 60,
      identity_sources: ["$request.header.Authorization", "$context.routeKey"],
    });
    await call(api.url, "/dev/notes/7", get("a"));
    await call(api.url, "/dev/notes/8", get("a"));
    await call(api.url, "/dev/notes", post("a"));
    expect(asked(api)).toBe(2);
  });

  test("a policy is evaluated again for each request", async () => {
    const api = await served((event: { methodArn: string }) => policy("Allow", event.methodArn), {
      ...policyFormat,
      authorizer_result_ttl_in_seconds: 60,
    });
    expect((await call(api.url, "/dev/notes/7", get("a"))).status).toBe(200);
    expect((await call(api.url, "/dev/notes", post("a"))).status).toBe(403);
    expect(asked(api)).toBe(1);
  });

  test("a refusal is reused, an error is not", async () => {
    const answers: unknown[] = [{ isAuthorized: false }];
    const api = await served(() => answers.shift() ?? null, { authorizer_result_ttl_in_seconds: 60 });
    expect((await call(api.url, "/dev/notes/7", get("a"))).status).toBe(403);
    expect((await call(api.url, "/dev/notes/7", get("a"))).status).toBe(403);
    expect(asked(api)).toBe(1);
    expect((await call(api.url, "/dev/notes/7", get("b"))).status).toBe(500);
    expect((await call(api.url, "/dev/notes/7", get("b"))).status).toBe(500);
    expect(asked(api)).toBe(3);
  });

  test("identities that read alike when joined are two", async () => {
    const api = await served(() => ({ isAuthorized: true }), {
      authorizer_result_ttl_in_seconds: 60,
      identity_sources: ["$request.header.one", "$request.header.two"],
    });
    await call(api.url, "/dev/notes/7", { headers: { one: "a,b", two: "c" } });
    await call(api.url, "/dev/notes/7", { headers: { one: "a", two: "b,c" } });
    expect(asked(api)).toBe(2);
  });

  test("nothing is reused without a time", async () => {
    const api = await served(() => ({ isAuthorized: true }));
    await call(api.url, "/dev/notes/7", get("a"));
    await call(api.url, "/dev/notes/7", get("a"));
    expect(asked(api)).toBe(2);
  });
});
