import { type AccessFacts, abilityOf, callersText, isOpen, readFacts } from "../../../lib/model";
import { outputFolder } from "../resources/output";

type Blocks = Readonly<Record<string, Readonly<Record<string, object>>>>;

/** The facts of JSON that no construct wrote. */
const accessFactsOf = (resource: Blocks, more: object = {}): AccessFacts =>
  readFacts(outputFolder({ "app/main.tf.json": { resource, ...more } }));

/** `<key>: <who> -> <target>` of each route, and a star before open ones. */
const lines = (facts: AccessFacts): readonly string[] =>
  facts.routes.map(
    (route) =>
      `${isOpen(route) ? "* " : ""}${route.api} ${route.key}: ${callersText(route)} -> ${
        route.target.type === "function"
          ? route.target.arn.replace(/^.*:function:/, "function ")
          : route.target.text
      }`,
  );

const invoke = (name: string): string =>
  `arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/arn:aws:lambda:us-east-1:123456789012:function:${name}/invocations`;

test("routes of HTTP APIs, with each way of authorization", () => {
  const api = { api_id: "${aws_apigatewayv2_api.web.id}" };
  const route = (route_key: string, more: object = {}): object => ({
    ...api,
    route_key,
    target: "integrations/${aws_apigatewayv2_integration.notes.id}",
    ...more,
  });
  const facts = accessFactsOf({
    aws_apigatewayv2_api: { web: { name: "web", protocol_type: "HTTP" } },
    aws_apigatewayv2_integration: {
      notes: { ...api, integration_type: "AWS_PROXY", integration_uri: invoke("notes") },
      queue: { ...api, integration_type: "AWS_PROXY", integration_subtype: "SQS-SendMessage" },
    },
    aws_apigatewayv2_authorizer: {
      jwt: {
        ...api,
        name: "users",
        authorizer_type: "JWT",
        jwt_configuration: { issuer: "https://id.example.com", audience: ["app"] },
      },
      fn: { ...api, name: "partners", authorizer_type: "REQUEST", authorizer_uri: invoke("check") },
    },
    aws_apigatewayv2_route: {
      a: route("GET /open"),
      b: route("GET /signed", { authorization_type: "AWS_IAM" }),
      c: route("GET /users", {
        authorization_type: "JWT",
        authorizer_id: "${aws_apigatewayv2_authorizer.jwt.id}",
      }),
      d: route("GET /scoped", {
        authorization_type: "JWT",
        authorizer_id: "${aws_apigatewayv2_authorizer.jwt.id}",
        authorization_scopes: ["notes.write", "notes.read"],
      }),
      e: route("GET /partners", {
        authorization_type: "CUSTOM",
        authorizer_id: "${aws_apigatewayv2_authorizer.fn.id}",
      }),
      f: route("POST /jobs", { target: "integrations/${aws_apigatewayv2_integration.queue.id}" }),
      g: route("GET /broken", { authorization_type: "JWT", authorizer_id: "gone" }),
    },
  });
  expect(lines(facts)).toEqual([
    "* web GET /open: anyone -> function notes",
    "web GET /signed: callers that sign their requests -> function notes",
    "web GET /users: callers with a token of users -> function notes",
    "web GET /scoped: callers with a token of users and the scope notes.read or notes.write -> function notes",
    "web GET /partners: callers that partners allows -> function notes",
    "* web POST /jobs: anyone -> SQS-SendMessage",
    "web GET /broken: nobody -> function notes",
  ]);
});

test("the clients of a WebSocket are those of $connect", () => {
  const api = { api_id: "${aws_apigatewayv2_api.chat.id}" };
  const facts = accessFactsOf({
    aws_apigatewayv2_api: { chat: { name: "chat", protocol_type: "WEBSOCKET" } },
    aws_apigatewayv2_route: {
      a: { ...api, route_key: "$connect", authorization_type: "AWS_IAM" },
      b: { ...api, route_key: "send" },
    },
  });
  expect(lines(facts)).toEqual([
    "chat $connect: callers that sign their requests -> nothing",
    "chat send: callers that sign their requests -> nothing",
  ]);
});

test("methods of REST APIs, with keys and networks", () => {
  const facts = (api: object): AccessFacts => {
    const own = { rest_api_id: "${aws_api_gateway_rest_api.web.id}" };
    const at = { ...own, resource_id: "${aws_api_gateway_resource.notes.id}" };
    return accessFactsOf({
      aws_api_gateway_rest_api: { web: { name: "web", ...api } },
      aws_api_gateway_resource: {
        notes: { ...own, parent_id: "${aws_api_gateway_rest_api.web.root_resource_id}", path_part: "notes" },
      },
      aws_api_gateway_method: {
        a: { ...at, http_method: "GET", authorization: "NONE" },
        b: { ...at, http_method: "PUT", authorization: "NONE", api_key_required: true },
        c: { ...at, http_method: "OPTIONS", authorization: "NONE" },
        d: {
          ...own,
          resource_id: "${aws_api_gateway_rest_api.web.root_resource_id}",
          http_method: "ANY",
          authorization: "AWS_IAM",
        },
      },
      aws_api_gateway_integration: { c: { ...at, http_method: "OPTIONS", type: "MOCK" } },
    });
  };
  expect(lines(facts({}))).toEqual([
    "* web GET /notes: anyone -> nothing",
    "web PUT /notes: callers with an API key -> nothing",
    "web ANY /: callers that sign their requests -> nothing",
  ]);
  expect(lines(facts({ endpoint_configuration: { types: ["PRIVATE"] } }))[0]).toBe(
    "web GET /notes: anyone; private endpoint -> nothing",
  );
});

test("URLs of functions", () => {
  const fn = { function_name: "notes", role: "arn:aws:iam::123456789012:role/notes" };
  const facts = accessFactsOf({
    aws_lambda_function: { notes: fn },
    aws_lambda_function_url: {
      a: { function_name: "${aws_lambda_function.notes.function_name}", authorization_type: "NONE" },
    },
  });
  expect(lines(facts)).toEqual(["* notes ANY /: anyone -> function notes"]);
});

describe("the permissions of a function", () => {
  const ability = (statements: readonly object[], action: string, role: object = {}): string => {
    const { functions } = accessFactsOf({
      aws_iam_role: { notes: { name: "notes", assume_role_policy: "{}", ...role } },
      aws_iam_role_policy: {
        a: { role: "notes", policy: JSON.stringify({ Version: "2012-10-17", Statement: statements }) },
      },
      aws_lambda_function: { notes: { function_name: "notes", role: "${aws_iam_role.notes.arn}" } },
    });
    return functions.map((each) => abilityOf(each, action)).join();
  };
  const all = { Effect: "Allow", Action: "s3:*", Resource: "arn:aws:s3:::files/*" };

  test.each<[string, readonly object[], string, string]>([
    ["an action of a wildcard", [all], "s3:DeleteObject", "yes"],
    ["an action in another case", [all], "S3:deleteobject", "yes"],
    ["a pattern of actions", [{ ...all, Action: "s3:GetObject" }], "s3:Get*", "yes"],
    ["another action", [{ ...all, Action: "s3:GetObject" }], "s3:DeleteObject", "no"],
    [
      "an action that is denied",
      [all, { Effect: "Deny", Action: "s3:Delete*", Resource: "*" }],
      "s3:DeleteObject",
      "no",
    ],
    [
      "an action under a condition",
      [{ ...all, Condition: { Bool: { "aws:SecureTransport": "true" } } }],
      "s3:DeleteObject",
      "may",
    ],
  ])("%s", (_, statements, action, expected) => {
    expect(ability(statements, action)).toBe(expected);
  });

  test("of a policy that the JSON does not have", () => {
    expect(
      ability([], "s3:DeleteObject", { managed_policy_arns: ["arn:aws:iam::123456789012:policy/other"] }),
    ).toBe("may");
  });
});

describe("unreadable parts are reported", () => {
  test("policies that are not valid", () => {
    const { problems } = accessFactsOf({
      aws_s3_bucket_policy: { a: { bucket: "files", policy: '{ "Statement": 7 }' } },
    });
    expect(problems).toEqual([expect.stringContaining("is not a policy document that can be evaluated")]);
  });

  test("modules", () => {
    const { problems } = accessFactsOf({}, { module: { web: { source: "./web" } } });
    expect(problems).toEqual([
      "app: the resources of modules are not in the JSON, so they are not known: web.",
    ]);
  });

  test("files in Terraform's own language", () => {
    const folder = outputFolder({ "app/main.tf.json": { resource: {} }, "app/more.tf": {} });
    expect(readFacts(folder).problems).toEqual([
      "app: files in Terraform's own language are not read: more.tf.",
    ]);
  });
});

test("flags of HTTP APIs may be texts", () => {
  const [route] = accessFactsOf({
    aws_apigatewayv2_api: {
      web: { name: "web", protocol_type: "HTTP", disable_execute_api_endpoint: "true" },
    },
    aws_apigatewayv2_route: {
      a: { api_id: "${aws_apigatewayv2_api.web.id}", route_key: "GET /", api_key_required: "true" },
    },
  }).routes;
  expect([route?.needsApiKey, route?.networks]).toEqual([true, ["without an address"]]);
});
