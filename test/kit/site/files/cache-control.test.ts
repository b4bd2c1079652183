import { Token } from "cdktf";
import type { SiteFileOptions } from "../../../../lib/kit/site";
import { planCacheControl } from "../../../../lib/kit/site/files/cache-control";
import { failure } from "../../../constructs/api/support/api";
import { testStack } from "../../../support/stack";

const of = (entry: Partial<SiteFileOptions>) => ({
  exclude: "*",
  include: "*.txt",
  cacheControl: "no-store",
  ...entry,
});
const plan = (...entries: readonly Partial<SiteFileOptions>[]) =>
  planCacheControl(testStack(), entries.map(of));

describe("the pattern", () => {
  test.each([
    ["*.html", "a.html", true],
    ["*.html", "a/b.html", true],
    ["*.html", "a.html5", false],
    ["*.html", "ahtml", false],
    ["a?.js", "ab.js", true],
    ["a?.js", "a.js", false],
    ["a?.js", "a/.js", true],
    ["[a](b)+{1}^$|.js", "[a](b)+{1}^$|.js", true],
    ["a+.js", "aa.js", false],
    ["", "a", false],
    ["a\nb*", "a\nb\nc", true],
  ])("%j selects %j: %p", (include, file, expected) => {
    expect(plan({ include })(file)).toBe(expected ? "no-store" : undefined);
  });
});

test("an entry selects what it does not exclude, and what it includes again", () => {
  const control = plan({ exclude: ["*.js", "*.css"], include: "keep.*" });
  expect(["a.txt", "a.js", "a.css", "keep.js"].map(control)).toEqual([
    "no-store",
    undefined,
    undefined,
    "no-store",
  ]);
});

test("an empty list matches no file, and the last entry that selects a file counts", () => {
  const control = plan({ exclude: [], cacheControl: "one" }, { include: [], cacheControl: "two" });
  expect(control("a.txt")).toBe("one");
  expect(plan({ cacheControl: "one" }, { cacheControl: "two" })("a.txt")).toBe("two");
});

test("pages and scripts have headers by default, other files have none", () => {
  const control = planCacheControl(testStack());
  expect(["index.html", "a/b.css", "a.js", "a.png"].map(control)).toEqual([
    "max-age=0,no-cache,no-store,must-revalidate",
    "max-age=31536000,public,immutable",
    "max-age=31536000,public,immutable",
    undefined,
  ]);
});

describe("the header", () => {
  test.each(["a", "~", "!", "max-age=1, public ~", "a".repeat(1024)])("may be %j", (cacheControl) => {
    expect(plan({ cacheControl })("a.txt")).toBe(cacheControl);
  });

  test.each(["", " a", "a\n", "\u007f", "é", "a".repeat(1025)])("is refused: %j", (cacheControl) => {
    expect(failure(() => plan({ cacheControl }))).toMatchObject({
      code: "prop-invalid",
      prop: "fileOptions[0].cacheControl",
    });
  });
});

test.each<[string, Partial<SiteFileOptions>, string]>([
  ["fileOptions[1].exclude", { exclude: 5 as never }, "prop-invalid"],
  ["fileOptions[1].include", { include: ["a", 5] as never }, "prop-invalid"],
  ["fileOptions[1].include", { include: Token.asString({ ref: 1 }) }, "prop-invalid"],
  ["fileOptions[1]", { include: undefined as never }, "site-file-options-needed"],
  ["fileOptions[1]", { exclude: undefined as never }, "site-file-options-needed"],
])("%s is refused in %j", (prop, entry, code) => {
  expect(failure(() => plan({}, entry))).toMatchObject({ code, prop });
});
