import { httpSegments, parseHttpRouteKey, RouteTable } from "../../../../../lib/local/gateways/http/routes";
import { pathParameters } from "../../../../../lib/local/gateways/path-tree";

function table(...keys: string[]) {
  return new RouteTable(keys.map(parseHttpRouteKey));
}

function find(routes: ReturnType<typeof table>, method: string, path: string) {
  return routes.find(method, httpSegments(path))?.key;
}

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html */
describe("HTTP API route selection", () => {
  const documented = table(
    "GET /pets/dog/1",
    "GET /pets/dog/{id}",
    "GET /pets/{proxy+}",
    "ANY /{proxy+}",
    "$default",
  );

  test.each([
    ["GET", "/pets/dog/1", "GET /pets/dog/1"],
    ["GET", "/pets/dog/2", "GET /pets/dog/{id}"],
    ["GET", "/pets/cat/1", "GET /pets/{proxy+}"],
    ["GET", "/pets/dog/2/toys", "GET /pets/{proxy+}"],
    ["POST", "/test/5", "ANY /{proxy+}"],
    ["POST", "/pets/dog/1", "ANY /{proxy+}"],
    ["GET", "/", "ANY /{proxy+}"],
  ])("sends %s %s to the most specific route, as documented", (method, path, key) => {
    expect(find(documented, method, path)).toBe(key);
  });

  test.each([
    ["its own method wins over ANY", ["ANY /a", "GET /a"], "GET", "/a", "GET /a"],
    ["ANY matches methods without a route of their own", ["ANY /a", "GET /a"], "PUT", "/a", "ANY /a"],
    ["a fixed segment wins over a variable", ["GET /{x}", "GET /a"], "GET", "/a", "GET /a"],
    ["the first fixed segment decides", ["GET /{x}/b", "GET /a/{y}"], "GET", "/a/b", "GET /a/{y}"],
    ["a route without the method is passed over", ["POST /a", "GET /{x}"], "GET", "/a", "GET /{x}"],
    ["a full match wins over a greedy one", ["GET /a/{proxy+}", "GET /{x}/b"], "GET", "/a/b", "GET /{x}/b"],
    ["the longer greedy route wins", ["GET /{all+}", "GET /a/{rest+}"], "GET", "/a/b/c", "GET /a/{rest+}"],
    ["a greedy route below a variable", ["GET /{x}/b/{rest+}"], "GET", "/a/b/c", "GET /{x}/b/{rest+}"],
    ["a greedy route takes a slash at the end", ["GET /a/{proxy+}"], "GET", "/a/", "GET /a/{proxy+}"],
    ["a greedy route does not take its parent", ["GET /a/{proxy+}"], "GET", "/a", undefined],
    ["a slash at the end is another path", ["GET /a"], "GET", "/a/", undefined],
    ["a variable does not match an empty segment", ["GET /a/{id}"], "GET", "/a/", undefined],
    ["$default takes the rest", ["GET /a", "$default"], "POST", "/b/c", "$default"],
    ["paths are case-sensitive", ["GET /a"], "GET", "/A", undefined],
    ["other methods find nothing", ["GET /a"], "POST", "/a", undefined],
    ["the root", ["GET /"], "GET", "/", "GET /"],
  ])("%s", (_, keys, method, path, expected) => {
    expect(find(table(...keys), method, path)).toBe(expected);
  });

  test.each([
    ["GET /notes/{id}", "/notes/7", { id: "7" }],
    ["GET /{a}/x/{b}", "/1/x/2", { a: "1", b: "2" }],
    ["GET /files/{proxy+}", "/files/a/b.txt", { proxy: "a/b.txt" }],
    ["GET /files/{proxy+}", "/files/", { proxy: "" }],
    ["GET /notes", "/notes", undefined],
  ])("reads the path variables of %s in %s", (key, path, expected) => {
    expect(pathParameters(parseHttpRouteKey(key), httpSegments(path))).toEqual(expected);
  });
});
