import { parseMethodRouteKey } from "../../../lib/kit/gateway";
import { failure } from "../../constructs/api/support/api";
import { testStack } from "../../support/stack";

const parse = (key: string) => parseMethodRouteKey(testStack(), key);

describe("route keys", () => {
  test.each([
    ["GET /", "GET /", "GET_/"],
    ["get  /notes/{id}", "GET /notes/{id}", "GET_/notes/{id}"],
    ["\tANY\n/files/{proxy+} ", "ANY /files/{proxy+}", "ANY_/files/{proxy+}"],
    ["PATCH /a.b/c-d_e~f", "PATCH /a.b/c-d_e~f", "PATCH_/a.b/c-d_e~f"],
    ["$default", "$default", "default"],
    [" $default ", "$default", "default"],
  ])("%j reads %s", (written, key, id) => {
    expect(parse(written)).toMatchObject({ key, id });
  });

  test.each([
    ["", "route-key-invalid", /"<METHOD> <path>"/],
    ["GET", "route-key-invalid", /"GET \/notes\/\{id\}"/],
    ["GET ", "route-key-invalid", /\$default/],
    ["/notes", "route-key-invalid", /"\/notes"/],
    ["GET /a /b", "route-key-invalid", /"GET \/a \/b"/],
    ["$connect", "route-key-invalid", /"\$connect"/],
    ["GETS /a", "route-method-unknown", /"GETS".*Did you mean "GET"/s],
    ["TRACE /a", "route-method-unknown", /"TRACE"/],
    ["GET a", "route-path-no-slash", /Write "GET \/a"/],
    ["GET /a/", "route-path-trailing-slash", /Write "GET \/a"/],
    ["GET //", "route-path-trailing-slash", /Write "GET \/"/],
    ["ANY /{proxy+}/meta", "route-greedy-not-last", /"ANY \/\{proxy\+\}".*"ANY \/\{proxy\}\/meta"/s],
    ["GET /a//b", "route-part-invalid", /""/],
    ["GET /a{b}", "route-part-invalid", /"a\{b\}"/],
    ["GET /{}", "route-part-invalid", /"\{\}"/],
    ["GET /{a}/{a}", "route-variable-twice", /\{a\}/],
  ])("%j is refused: %s", (written, code, message) => {
    const error = failure(() => parse(written));
    expect(error).toMatchObject({ path: "dev-notes-Main", prop: `routes[${JSON.stringify(written)}]`, code });
    expect(error.message).toMatch(message);
  });
});
