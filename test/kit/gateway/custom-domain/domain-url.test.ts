import { domainUrl } from "../../../../lib/kit/gateway";

describe("the URL of a custom domain", () => {
  test.each([
    [undefined, "https://api.example.com"],
    ["v1", "https://api.example.com/v1"],
  ])("without the trailing slash the URL of the path %s is %s", (path, url) => {
    const parts = { scheme: "https", domainName: "api.example.com", path, trailingSlash: false } as const;
    expect(domainUrl(parts)).toBe(url);
  });
});
