/** @group processes */

import { generateDocument, openApiDocument } from "../../../lib/cli/openapi/document";
import type { AccessFacts, CallerFact, RouteFact } from "../../../lib/model/access/facts";
import { modelOf } from "../../../lib/model/resources/read/read-model";
import { findProblems, testValidated } from "./validator";

const routeFact = (key: string, parts: Partial<RouteFact> = {}): RouteFact => ({
  address: `Main/${key}`,
  stack: "Main",
  kind: "HTTP",
  api: "Api",
  key,
  callers: [{ type: "anyone" }],
  needsApiKey: false,
  networks: [],
  target: { type: "other", text: "a server" },
  ...parts,
});

const info = { title: "Api", version: "1.0.0" };
// biome-ignore lint/suspicious/noExplicitAny: the tests read any part of a document.
const documentOf = (...routes: Parameters<typeof openApiDocument>[1]): any => openApiDocument(info, routes);
const of = (route: RouteFact, contract?: object) => ({
  route,
  contract: contract && { errors: {}, unknown: [], ...contract },
});

describe("an OpenAPI document", () => {
  const token = {
    type: "token",
    authorizer: "the members",
    issuers: ["https://login"],
    audiences: [],
    groups: [],
  } as const;

  testValidated.each<[string, CallerFact, object, object]>([
    ["anyone", { type: "anyone" }, {}, {}],
    [
      "callers that sign",
      { type: "iam" },
      { iam: [] },
      { iam: { in: "header", "x-amazon-apigateway-authtype": "awsSigv4" } },
    ],
    [
      "tokens",
      { ...token, scopes: ["a", "b"] },
      { "the-members": ["a", "b"] },
      { "the-members": { scheme: "bearer" } },
    ],
    [
      "a function",
      { type: "function", authorizer: "check", functionArn: "arn", sources: ["$request.header.X-Token"] },
      { check: [] },
      { check: { type: "apiKey", in: "header", name: "X-Token" } },
    ],
    ["a key", { type: "key" }, { apiKey: [] }, { apiKey: { type: "apiKey", name: "x-api-key" } }],
  ])("names %s as its callers", async (_who, caller, security, scheme) => {
    const document = documentOf(of(routeFact("GET /", { callers: [caller] })));
    expect(document.paths["/"].get.security).toEqual([security]);
    expect(document.components.securitySchemes).toMatchObject(scheme);
    expect(await findProblems(document)).toEqual([]);
  });

  test("requires an API key in addition to each way to sign in", () => {
    const callers = [{ ...token, scopes: [] }, { type: "iam" }] as const;
    const document = documentOf(of(routeFact("GET /", { callers, needsApiKey: true })));
    expect(document.paths["/"].get.security).toEqual([
      { "the-members": [], apiKey: [] },
      { iam: [], apiKey: [] },
    ]);
  });

  testValidated("has every method of ANY but those that have a route of their own", async () => {
    const document = documentOf(
      of(routeFact("ANY /a/{rest+}")),
      of(routeFact("GET /a/{rest+}", { callers: [{ type: "iam" }] })),
    );
    expect(Object.keys(document.paths)).toEqual(["/a/{rest}"]);
    const item = document.paths["/a/{rest}"];
    expect([Object.keys(item).length, item.get.security, item.post.security]).toEqual([
      7,
      [{ iam: [] }],
      [{}],
    ]);
    expect(await findProblems(document)).toEqual([]);
  });

  test("has operations with different names", () => {
    const keys = [
      ...["GET /", "GET /notes", "GET /notes/{id}", "PUT /notes/{id}", "GET /notes/{id}/text.txt"],
      ...["GET /a-b", "GET /aB"],
    ];
    const document = documentOf(...keys.map((key) => of(routeFact(key))));
    const ids = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    expect(ids.sort()).toEqual([
      "getAB",
      "getAB2",
      "getNotes",
      "getNotesById",
      "getNotesByIdTextTxt",
      "getRoot",
      "putNotesById",
    ]);
  });

  testValidated("has the limits of a route", async () => {
    const throttle = { rate: 10, burst: 5 };
    const document = documentOf({ ...of(routeFact("GET /a")), throttle }, of(routeFact("GET /b")));
    expect(document.paths["/a"].get).toMatchObject({
      "x-throttle": throttle,
      responses: { 429: expect.anything() },
    });
    expect(document.paths["/b"].get).not.toHaveProperty(["responses", "429"]);
    expect(await findProblems(document)).toEqual([]);
  });

  test("has query parameters, of which some are required", () => {
    const query = {
      properties: { page: { type: "integer" }, size: { type: "integer" } },
      required: ["size"],
    };
    const document = documentOf(of(routeFact("GET /"), { query }));
    expect(document.paths["/"].get.parameters).toEqual([
      { name: "page", in: "query", schema: { type: "integer" } },
      { name: "size", in: "query", required: true, schema: { type: "integer" } },
    ]);
  });

  testValidated("has version 3.2 if a route streams its answer", async () => {
    const document = documentOf(
      of(routeFact("GET /"), { stream: "text/event-stream", output: { type: "string" } }),
    );
    expect(document.openapi).toBe("3.2.0");
    expect(document.paths["/"].get.responses[200].content).toEqual({
      "text/event-stream": { itemSchema: { type: "string" } },
    });
    expect(await findProblems(document)).toEqual([]);
  });
});

describe("the API of a document", () => {
  const factsOf = (...routes: readonly RouteFact[]): AccessFacts => ({
    model: modelOf([], { report: () => undefined }),
    routes,
    functions: [],
    roles: [],
    policies: [],
    moved: new Map(),
    forgotten: new Set(),
    problems: [],
  });
  const generate =
    (api: string | undefined, ...routes: readonly RouteFact[]) =>
    () =>
      generateDocument(factsOf(...routes), { api, root: "/nowhere" });

  test("is the only one", () => {
    const socket = routeFact("$connect", { kind: "WebSocket", api: "Chat" });
    expect(generate(undefined, routeFact("GET /"), socket)().document).toMatchObject({
      info: { title: "Api", version: "1.0.0" },
    });
  });

  test("is chosen if there are several", () => {
    const routes = [routeFact("GET /"), routeFact("GET /admin", { api: "Admin", kind: "REST" })];
    expect(generate(undefined, ...routes)).toThrow(
      /is missing, and the app has several APIs[\s\S]*--api Api, --api Admin[\s\S]*\[openapi-api-required\]/,
    );
    const { document } = generate("Admin", ...routes)();
    expect(document).toMatchObject({ paths: { "/admin": expect.anything() } });
  });

  test("is missing if no API has paths", () => {
    expect(generate(undefined, routeFact("$connect", { kind: "WebSocket" }))).toThrow(/\[openapi-api-none\]/);
  });
});
