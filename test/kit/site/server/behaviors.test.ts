import { filePatterns } from "../../../../lib/kit/site/server/behaviors";

describe("the patterns of files", () => {
  test.each([
    ["favicon.ico", "", "/favicon.ico"],
    ["a/b.png", "", "/a/*.png"],
    ["a/b/c.png", "", "/a/*.png"],
    ["a.d/b", "", "/a.d/b"],
    ["a/b", "", "/a/b"],
    ["a/.hidden", "", "/a/.hidden"],
    ["a/b.tar.gz", "", "/a/*.gz"],
    ["docs/favicon.ico", "docs", "/docs/favicon.ico"],
    ["docs/a/b.png", "docs", "/docs/a/*.png"],
    ["docs/a/b/c.png", "docs", "/docs/a/*.png"],
    ["größe.png", "", `/gr${"?".repeat(12)}e.png`],
    ["a b(1).png", "", "/a???b?1?.png"],
    ["a*b.png", "", "/a?b.png"],
    ["ä/b c.png", "", "/??????/*.png"],
    ["a/b.p ng", "", "/a/*.p???ng"],
  ])("%s below %j is %s", (key, base, pattern) => {
    expect(filePatterns([key], base, [])).toEqual([pattern]);
  });

  test("leave out pages and matches of known patterns, and appear once", () => {
    const keys = ["index.html", "a/index.html", "_app/x.js", "_apple/x.js", "a/1.png", "a/2.png"];
    expect(filePatterns(keys, "", ["/_app/*"])).toEqual(["/_app/*", "/_apple/*.js", "/a/*.png"]);
  });
});
