import { App, contractRoutes, Function, Stack } from "../../../lib";
import { failure } from "../../constructs/api/support/api";

/** Procedures as the packages make them, as far as routes are concerned. */
const orpc = (route: object) => ({ "~orpc": { route, meta: {}, errorMap: {} } });
const tsRest = (method: string, path: string) => ({ method, path, responses: {} });

const handlers = "functions/notes";

describe("contractRoutes", () => {
  test.each([
    [
      "oRPC",
      { get: orpc({ method: "GET", path: "/notes/{id}" }) },
      { "GET /notes/{id}": "functions/notes.get" },
    ],
    [
      "oRPC, with a greedy variable",
      { read: orpc({ method: "GET", path: "/files/{+path}" }) },
      { "GET /files/{path+}": "functions/notes.read" },
    ],
    [
      "oRPC, without method and path",
      { admin: { purge: orpc({}) } },
      { "POST /admin/purge": "functions/notes/admin.purge" },
    ],
    [
      "ts-rest",
      { get: tsRest("GET", "/notes/:id/tags/:tag") },
      { "GET /notes/{id}/tags/{tag}": "functions/notes.get" },
    ],
    [
      "ts-rest, in a part",
      { v2: { list: tsRest("GET", "/v2/notes") } },
      { "GET /v2/notes": "functions/notes/v2.list" },
    ],
  ])("reads a contract of %s", (_, contract, routes) => {
    expect(contractRoutes(contract, { handlers })).toEqual(routes);
  });

  test("gives all routes one function", () => {
    const one = new Function(new Stack(new App({ name: "notes" }), "Main"), "Notes", {
      handler: "functions/notes.list",
      srcPath: "examples/notes",
    });
    const routes = contractRoutes({ list: orpc({ method: "GET" }), create: orpc({}) }, { function: one });
    expect(routes).toEqual({ "GET /list": one, "POST /create": one });
  });

  test.each([
    ["contract-entry", "contract.notes.get", { notes: { get: "GET /notes" } }],
    ["contract-entry", "contract.later", { later: { "~orpc": { loader: () => {} } } }],
    ["contract-empty", "contract", { notes: {} }],
    ["contract-path", "contract.get", { get: tsRest("GET", "/notes/:id?") }],
    ["route-duplicate", "contract.b", { a: tsRest("GET", "/notes"), b: tsRest("GET", "/notes") }],
  ])("refuses with %s what is at %s", (code, prop, contract) => {
    expect(failure(() => contractRoutes(contract, { handlers }))).toMatchObject({
      code,
      path: "contractRoutes",
      prop,
    });
  });

  test("refuses a part that contains itself", () => {
    const notes: Record<string, unknown> = {};
    notes.again = notes;
    const error = failure(() => contractRoutes({ notes }, { handlers }));
    expect([error.code, error.prop]).toEqual(["contract-entry", "contract.notes.again"]);
  });

  test.each([
    ["prop-required", {}],
    ["prop-invalid", { function: "functions/notes.all" as never }],
    ["props-exclude", { handlers, function: "functions/notes.all" as never }],
  ])("refuses options with %s", (code, options) => {
    expect(failure(() => contractRoutes({ get: orpc({}) }, options))).toMatchObject({ code });
  });
});
