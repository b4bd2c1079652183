import type { Values } from "../../../../lib/model";
import { call, closeAll } from "../support/serve";
import { ok, serveRestApi } from "./support";

afterEach(closeAll);

const note = {
  $schema: "http://json-schema.org/draft-04/schema#",
  type: "object",
  required: ["text"],
  properties: {
    text: { type: "string", minLength: 1 },
    stars: { type: "integer", minimum: 1, maximum: 5, exclusiveMaximum: true },
    author: { $ref: "https://apigateway.amazonaws.com/restapis/abc123/models/Author" },
  },
};
const author = { type: "object", required: ["name"], additionalProperties: false, properties: { name: {} } };

const model = (name: string, schema: unknown): Values => ({
  rest_api_id: "abc123",
  name,
  content_type: "application/json",
  schema: JSON.stringify(schema),
});

function served(method: Values, validator: Values = {}) {
  return serveRestApi({
    methods: { "POST /notes/{id}": { handler: ok, method: { request_validator_id: "v", ...method } } },
    resources: {
      "aws_api_gateway_request_validator.v": {
        rest_api_id: "abc123",
        validate_request_body: true,
        validate_request_parameters: true,
        ...validator,
      },
      "aws_api_gateway_model.Note": model("Note", note),
      "aws_api_gateway_model.Author": model("Author", author),
      "aws_api_gateway_model.Broken": model("Broken", { $ref: "#/nowhere" }),
      "aws_api_gateway_gateway_response.body": {
        rest_api_id: "abc123",
        response_type: "BAD_REQUEST_BODY",
        response_templates: {
          "application/json":
            '{"message":$context.error.messageString,"why":"$context.error.validationErrorString"}',
        },
      },
    },
  });
}

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-method-request-validation.html */
describe("REST API request parameters", () => {
  const required = {
    "method.request.querystring.q": true,
    "method.request.header.X-Tenant": true,
    "method.request.path.id": true,
    "method.request.querystring.more": false,
  };

  test.each([
    ["?q=1", { "x-tenant": "t" }, undefined],
    ["?q=1", { "X-TENANT": "t" }, undefined],
    ["", { "x-tenant": "t" }, "q"],
    ["?q=", { "x-tenant": "t" }, "q"],
    ["?q=%20", { "x-tenant": "t" }, "q"],
    ["?Q=1", { "x-tenant": "t" }, "q"],
    ["?q=1", {}, "X-Tenant"],
    ["", {}, "X-Tenant, q"],
  ])("of %j with %j lack: %s", async (query, headers, missing) => {
    const api = await served({ request_parameters: required });
    const answer = await call(api.url, `/dev/notes/7${query}`, { method: "POST", headers });
    expect(answer.status).toBe(missing === undefined ? 200 : 400);
    if (missing === undefined) return;
    expect(answer.text).toBe(`{"message":"Missing required request parameters: [${missing}]"}`);
    expect(answer.headers["x-amzn-errortype"]).toBe("BadRequestException");
    expect(api.context.functions.invoked).toEqual([]);
  });

  test("are not looked at without a validator for them", async () => {
    for (const [method, validator] of [
      [{ request_parameters: required, request_validator_id: null }, {}],
      [{ request_parameters: required }, { validate_request_parameters: false }],
    ]) {
      const api = await served(method ?? {}, validator);
      expect((await call(api.url, "/dev/notes/7", { method: "POST" })).status).toBe(200);
    }
  });
});

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/models-mappings-models.html */
describe("REST API request bodies", () => {
  const method = { request_models: { "application/json": "Note" } };
  const post = (url: string, body: string | undefined, type: string | undefined = "application/json") =>
    call(url, "/dev/notes/7", { method: "POST", headers: type === "" ? {} : { "content-type": type }, body });

  test.each([
    ['{"text":"a"}', true],
    ['{"text":"a","stars":4}', true],
    ['{"text":"a","stars":5}', false],
    ['{"text":"a","stars":0}', false],
    ['{"text":"a","stars":"4"}', false],
    ['{"text":""}', false],
    ["{}", false],
    ["[]", false],
    ["{", false],
    ["", false],
    ['{"text":"a","author":{"name":"Ada"}}', true],
    ['{"text":"a","author":{}}', false],
    ['{"text":"a","author":{"name":"Ada","age":1}}', false],
  ])("%s fits the model: %s", async (body, isValid) => {
    const api = await served(method);
    const answer = await post(api.url, body);
    expect(answer.status).toBe(isValid ? 200 : 400);
    if (!isValid) expect(answer.text).toContain('"message":"Invalid request body"');
    expect(api.context.functions.invoked).toHaveLength(isValid ? 1 : 0);
  });

  test.each([
    ["application/json; charset=utf-8", 400],
    ["", 400],
    ["text/plain", 200],
  ])("a body of type %j that does not fit is answered %i", async (type, status) => {
    const api = await served(method);
    expect((await post(api.url, "{}", type)).status).toBe(status);
  });

  test.each([
    ["a model that takes everything", { request_models: { "application/json": "Empty" } }, {}],
    ["no validator for them", method, { validate_request_body: false }],
    ["no model", {}, {}],
  ])("are not looked at with %s", async (_, given, validator) => {
    const api = await served(given, validator);
    expect((await post(api.url, "no json")).status).toBe(200);
  });

  test("the problem can be sent to the client", async () => {
    const api = await served(method);
    const { text } = await post(api.url, "{}");
    expect(text).toContain("required");
  });

  test("a model that cannot be used is reported, and accepts every body", async () => {
    const api = await served({ request_models: { "application/json": "Broken" } });
    expect((await post(api.url, "{}")).status).toBe(200);
    expect(api.context.reported).toContainEqual({
      event: "warning",
      text: expect.stringMatching(/^dev-app-Api: The model Broken/),
    });
  });
});
