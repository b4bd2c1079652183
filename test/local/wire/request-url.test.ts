import { requestUrl } from "../../../lib/local/wire/received-request";

describe("The address of a request", () => {
  test.each([
    ["/a?b=1", "/a?b=1"],
    ["//[", "//["],
    ["//evil.example/x", "//evil.example/x"],
    ["/\\\\[", "///["],
    [undefined, "/"],
    ["http://other.example/a?b", "/a?b"],
    ["http://[", "/http%3A%2F%2F%5B"],
    ["*", "/*"],
    ["", "/"],
  ])("of the target %j has the path %s", (target, path) => {
    const { pathname, search } = requestUrl(target, "http://localhost:4100");
    expect(pathname + search).toBe(path);
  });

  test("never fails", () => {
    const targets = ["//", "///[]", "//%", "/%zz", "//:99999", "//@", "http://", "x:", "/?#[", "\\", "[::1"];
    for (const target of targets) expect(() => requestUrl(target, "http://localhost:4100")).not.toThrow();
  });
});
