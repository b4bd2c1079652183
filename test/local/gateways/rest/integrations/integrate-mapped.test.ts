import { createServer } from "node:http";
import { causeHeader } from "../../../../../lib/local/history/causes";
import { History } from "../../../../../lib/local/history/history";
import type { Values } from "../../../../../lib/model";
import type { Handler } from "../../support/context";
import { call, closeAll, listen } from "../../support/serve";
import { serveRestApi } from "../support";

afterEach(closeAll);

const json = { "content-type": "application/json" };
const internalError = { status: 500, text: '{"message":"Internal server error"}' };

function served(integration: Values, responses: Readonly<Record<string, Values>>, handler?: Handler) {
  const method = { handler, integration, responses };
  return serveRestApi({ methods: { "ANY /notes/{id}": method } });
}

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-override-request-response-parameters.html */
describe("overrides of a REST API's templates", () => {
  const request = [
    '#set($context.requestOverride.querystring["q"] = "asked")',
    '#set($context.requestOverride.header.x-sent = "sent")',
    '#set($context.requestOverride.path.id = "7")',
    "#set($context.responseOverride.status = 444)",
    '#set($context.responseOverride.header.x-made = "made")',
    '{"statusCode":200}',
  ].join("\n");
  const response =
    "$context.requestOverride.querystring.q $context.requestOverride.header.x-sent $context.responseOverride.status";
  const kinds: Readonly<Record<string, (server: string) => Values>> = {
    MOCK: () => ({ type: "MOCK" }),
    HTTP: (server) => ({ type: "HTTP", uri: `${server}/notes/{id}`, integration_http_method: "GET" }),
    AWS: () => ({ type: "AWS" }),
  };

  test.each(Object.entries(kinds))("%s: those of the request last until the response", async (_, kind) => {
    const server = await listen(createServer((asked, answer) => void answer.end(asked.url)));
    const integration: Values = { ...kind(server), request_templates: { "application/json": request } };
    for (const templates of [{ "application/json": response }, undefined]) {
      const responses = { 200: { ...(templates !== undefined && { response_templates: templates }) } };
      const api = await served(integration, responses, () => "answered");
      const answer = await call(api.url, "/dev/notes/1", { method: "POST", headers: json, body: "{}" });
      expect(answer).toMatchObject({ status: 444, headers: { "x-made": "made" } });
      if (templates !== undefined) expect(answer.text).toBe("asked sent 444");
      else if (integration.type === "HTTP") expect(answer.text).toBe("/notes/7?q=asked");
    }
  });

  test("the template of the response has the last word", async () => {
    const responses = {
      200: { response_templates: { "application/json": "#set($context.responseOverride.status = 201)" } },
    };
    const integration = { type: "MOCK", request_templates: { "application/json": request } };
    const api = await served(integration, responses);
    expect(await call(api.url, "/dev/notes/1", { headers: json })).toMatchObject({ status: 201 });
  });

  test("a status outside of HTTP, and members that are not maps, have no effect", async () => {
    const odd = [
      '#set($context.responseOverride.status = "many")',
      '#set($context.responseOverride.header = "x")',
      '#set($context.requestOverride = "x")',
      '{"statusCode":200}',
    ].join("\n");
    const api = await served({ type: "MOCK", request_templates: { "application/json": odd } }, { 200: {} });
    expect(await call(api.url, "/dev/notes/1", { headers: json })).toMatchObject({ status: 200 });
  });
});

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/how-to-mock-integration.html */
describe("REST API mock integrations", () => {
  const mock = (template: string) => ({ type: "MOCK", request_templates: { "application/json": template } });

  test("preflight requests are answered with the headers of the response", async () => {
    const api = await serveRestApi({
      methods: {
        "OPTIONS /notes": {
          integration: mock('{"statusCode":200}'),
          responses: {
            204: {
              response_parameters: {
                "method.response.header.Access-Control-Allow-Origin": "'*'",
                "method.response.header.Access-Control-Allow-Headers": "'Content-Type,X-Api-Key'",
              },
            },
          },
        },
      },
    });
    const answer = await call(api.url, "/dev/notes", {
      method: "OPTIONS",
      headers: { origin: "https://a.test" },
    });
    expect(answer).toMatchObject({
      status: 204,
      text: "",
      headers: {
        "access-control-allow-origin": "*",
        "access-control-allow-headers": "Content-Type,X-Api-Key",
      },
    });
    expect(api.context.functions.invoked).toEqual([]);
  });

  test("a template chooses among several origins", async () => {
    const template = [
      '#set($origin = $input.params().header.get("Origin"))',
      '#if(!$origin || $origin == "")#set($origin = $input.params().header.get("origin"))#end',
      '#if($origin == "https://b.test")',
      "#set($context.responseOverride.header.Access-Control-Allow-Origin = $origin)",
      "#end",
    ].join("\n");
    const api = await served(mock('{"statusCode":200}'), {
      204: {
        response_parameters: { "method.response.header.Access-Control-Allow-Origin": "'https://a.test'" },
        response_templates: { "application/json": template },
      },
    });
    for (const [name, origin, allowed] of [
      ["Origin", "https://b.test", "https://b.test"],
      ["origin", "https://b.test", "https://b.test"],
      ["Origin", "https://evil.test", "https://a.test"],
    ] as const) {
      const answer = await call(api.url, "/dev/notes/1", { method: "OPTIONS", headers: { [name]: origin } });
      expect(answer.headers["access-control-allow-origin"]).toBe(allowed);
    }
  });

  // AWS takes text as well as numbers; what is not a status of a final response changes nothing.
  test.each([
    ["a number", "418", 418],
    ["text", '"418"', 418],
    ["text that is not a status", '"teapot"', 200],
    ["a status out of range", '"600"', 200],
    ["a status that is not final", '"101"', 200],
  ])("a template sets the status as %s", async (_, status, expected) => {
    const template = `#set($context.responseOverride.status = ${status}){}`;
    const api = await served(mock('{"statusCode":200}'), {
      200: { response_templates: { "application/json": template } },
    });
    expect((await call(api.url, "/dev/notes/1")).status).toBe(expected);
  });

  test("the request says which response is taken", async () => {
    const api = await served(
      mock("#if($input.params('id') == '0'){\"statusCode\": 404}#{else}{statusCode:200}#end"),
      {
        200: { response_templates: { "application/json": '{"id":"$input.params(\'id\')"}' } },
        404: { selection_pattern: "4\\d\\d", response_templates: { "application/json": '{"gone":true}' } },
      },
    );
    expect(await call(api.url, "/dev/notes/7")).toMatchObject({ status: 200, text: '{"id":"7"}' });
    expect(await call(api.url, "/dev/notes/0")).toMatchObject({ status: 404, text: '{"gone":true}' });
  });

  test.each([
    ["names no status", "{}", { 200: {} }],
    ["is not valid", "#if($x", { 200: {} }],
    ["fits no response", '{"statusCode":200}', { 404: { selection_pattern: "404" } }],
    ["has no response", '{"statusCode":200}', {}],
  ])("a mock whose request %s is answered for", async (_, template, responses) => {
    const api = await served(mock(template), responses);
    expect(await call(api.url, "/dev/notes/1")).toMatchObject(internalError);
  });
});

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-custom-integrations.html */
describe("REST API functions behind mappings", () => {
  test("the function gets the result of the template, the client that of the response's template", async () => {
    const api = await served(
      {
        type: "AWS",
        request_templates: {
          "application/json": '{"id":"$input.params(\'id\')","asked":$input.json(\'$.x\')}',
        },
      },
      {
        200: {
          response_models: { "text/csv": "Empty" },
          response_parameters: {
            "method.response.header.X-Name": "integration.response.body.name",
            "method.response.header.X-First": "integration.response.body.list[0].a",
            "method.response.header.X-Stage": "context.stage",
            "method.response.header.X-None": "integration.response.body.none",
          },
          response_templates: { "text/plain": "$input.path('$.name')!" },
        },
      },
      () => ({ name: "Ada", list: [{ a: 1 }] }),
    );
    const answer = await call(api.url, "/dev/notes/7", { method: "POST", headers: json, body: '{"x":[1]}' });
    expect(api.event("ANY /notes/{id}")).toEqual({ id: "7", asked: [1] });
    expect(answer).toMatchObject({
      status: 200,
      text: "Ada!",
      headers: { "content-type": "text/plain", "x-name": "Ada", "x-first": "1", "x-stage": "dev" },
    });
    expect(answer.headers["x-none"]).toBeUndefined();
  });

  test("without templates both pass unchanged", async () => {
    const api = await served({ type: "AWS" }, { 200: {} }, () => ({ a: 1 }));
    const answer = await call(api.url, "/dev/notes/7", { method: "POST", headers: json, body: '{"x":1}' });
    expect(answer).toMatchObject({
      status: 200,
      text: '{"a":1}',
      headers: { "content-type": "application/json" },
    });
    expect(api.event("ANY /notes/{id}")).toEqual({ x: 1 });
    await call(api.url, "/dev/notes/7");
    expect(api.event("ANY /notes/{id}")).toEqual({});
  });

  test("a template sees no body as an empty object", async () => {
    const integration = {
      type: "AWS",
      request_templates: { "application/json": "{\"all\":$input.json('$')}" },
    };
    const api = await served(integration, { 200: {} }, () => "ok");
    await call(api.url, "/dev/notes/7");
    expect(api.event("ANY /notes/{id}")).toEqual({ all: {} });
  });

  test("a function that fails is answered by the response whose pattern fits its message", async () => {
    const errorTemplate = { "application/json": "{\"error\":$input.json('$.errorMessage')}" };
    const api = await served(
      { type: "AWS", request_templates: { "application/json": "$input.json('$')" } },
      {
        200: {},
        404: { selection_pattern: "Not found.*", response_templates: errorTemplate },
        500: { selection_pattern: "[\\s\\S]+rror", response_templates: errorTemplate },
      },
      ({ message }: { message?: string }) => {
        if (message !== undefined) throw new Error(message);
        return "fine";
      },
    );
    const post = (body: string) => call(api.url, "/dev/notes/7", { method: "POST", headers: json, body });
    expect(await post('{"message":"Not found: 7"}')).toMatchObject({
      status: 404,
      text: '{"error":"Not found: 7"}',
    });
    expect(await post('{"message":"some\\nerror"}')).toMatchObject({ status: 500 });
    expect((await post('{"message":"not Not found"}')).status).toBe(200);
    expect(await post("{}")).toMatchObject({ status: 200, text: '"fine"' });
  });

  test("an asynchronous invocation is not waited for", async () => {
    const api = await served(
      { type: "AWS", request_parameters: { "integration.request.header.X-Amz-Invocation-Type": "'Event'" } },
      { 202: { selection_pattern: "202" } },
      () => new Promise(() => {}),
    );
    expect((await call(api.url, "/dev/notes/7")).status).toBe(202);
    expect(api.context.functions.invoked).toHaveLength(1);
  });

  test("a mapped request that is not JSON is not sent to the function", async () => {
    const api = await served(
      { type: "AWS", request_templates: { "application/json": "{bad" } },
      { 200: {}, 400: { selection_pattern: "400" } },
      () => "no",
    );
    expect((await call(api.url, "/dev/notes/7")).status).toBe(400);
    expect(api.context.functions.invoked).toEqual([]);
  });

  /** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/integration-passthrough-behaviors.html */
  test.each([
    ["WHEN_NO_MATCH", true, "application/json", 200, { mapped: true }],
    ["WHEN_NO_MATCH", true, "application/json; charset=utf-8", 200, { mapped: true }],
    ["WHEN_NO_MATCH", true, undefined, 200, { mapped: true }],
    ["WHEN_NO_MATCH", true, "text/plain", 200, { raw: 1 }],
    ["WHEN_NO_TEMPLATES", true, "text/plain", 415, undefined],
    ["WHEN_NO_TEMPLATES", false, "text/plain", 200, { raw: 1 }],
    ["NEVER", true, "application/json", 200, { mapped: true }],
    ["NEVER", true, "text/plain", 415, undefined],
    ["NEVER", false, "application/json", 415, undefined],
    [undefined, true, "text/plain", 200, { raw: 1 }],
  ])(
    "%s with a template %s takes a body of type %s: %i",
    async (behavior, hasTemplate, type, status, event) => {
      const api = await served(
        {
          type: "AWS",
          passthrough_behavior: behavior,
          ...(hasTemplate && { request_templates: { "application/json": '{"mapped":true}' } }),
        },
        { 200: {} },
        () => "ok",
      );
      const headers = type === undefined ? {} : { "content-type": type };
      const answer = await call(api.url, "/dev/notes/7", { method: "POST", headers, body: '{"raw":1}' });
      expect(answer.status).toBe(status);
      expect(api.context.functions.events("ANY_notes_id_")).toEqual(event === undefined ? [] : [event]);
    },
  );
});

test("the call of a service names the request that causes it, for the history", async () => {
  const causes: unknown[] = [];
  const server = await listen(
    createServer((asked, answer) => {
      causes.push(asked.headers[causeHeader]);
      answer.setHeader("content-type", "application/json").end("{}");
    }),
  );
  const uri = "arn:aws:apigateway:eu-west-1:sqs:path/123456789012/orders";
  const integration = { type: "AWS", uri, integration_http_method: "POST" };
  const history = new History();
  const { url } = await serveRestApi({
    methods: { "POST /orders": { integration, responses: { 200: {} } } },
    context: { endpoints: new Map([["sqs", server]]), history },
  });
  await call(url, "/dev/orders", { method: "POST", body: "{}", headers: json });
  expect(causes).toEqual([history.all.find(({ kind }) => kind === "request")?.id]);
});
