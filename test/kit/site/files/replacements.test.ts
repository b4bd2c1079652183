import { DefaultTokenResolver, StringConcat, Token, Tokenization } from "cdktf";
import type { SiteReplaceValue } from "../../../../lib/kit/site";
import {
  buildEnvironment,
  environmentReplacements,
  planReplacements,
  replacedContent,
} from "../../../../lib/kit/site/files/replacements";
import { failure } from "../../../constructs/api/support/api";
import { testStack } from "../../../support/stack";

const plan = (...entries: readonly SiteReplaceValue[]) => planReplacements(testStack(), entries);
const resolver = new DefaultTokenResolver(new StringConcat());
const resolved = (text: string): unknown =>
  Tokenization.resolve(text, { scope: testStack(), resolver, preparing: false });
const entry = { files: "**/*.html", search: "{{ A }}", replace: "a" };

test.each([
  ["*.html", "a.html", true],
  ["*.html", "a/b.html", false],
  ["**/*.html", "a.html", true],
  ["**/*.html", "a/b/c.html", true],
  ["**/*.html", "a.html.js", false],
  ["a/**", "a/b/c", true],
  ["a/**", "b/a/c", false],
  ["a/**/c", "a/c", true],
  ["a/**/c", "a/bc", false],
  ["a?c", "abc", true],
  ["a?c", "a/c", false],
  ["a?c", "ac", false],
  ["a.(b)+[c]{1}^$|", "a.(b)+[c]{1}^$|", true],
  ["a.b", "axb", false],
])("the pattern %s matches %s: %p", (files, file, expected) => {
  expect(plan({ ...entry, files })[0]?.matches(file)).toBe(expected);
});

test("a replacement may be empty, a pattern or a searched text may not", () => {
  expect(plan({ ...entry, replace: "" })).toMatchObject([{ replace: "", prop: "replaceValues[0]" }]);
  for (const key of ["files", "search"])
    expect(failure(() => plan(entry, { ...entry, [key]: "" }))).toMatchObject({
      code: "prop-required",
      prop: `replaceValues[1].${key}`,
    });
  for (const key of ["files", "search", "replace"])
    expect(failure(() => plan({ ...entry, [key]: undefined })).prop).toBe(`replaceValues[0].${key}`);
});

test("a build sees texts in place of references, which are replaced in pages and scripts", () => {
  const reference = Token.asString({ ref: 1 });
  const environment = { API: reference, MODE: "test" };
  expect(buildEnvironment(environment)).toEqual({ API: "{{ API }}", MODE: "test" });
  const found = environmentReplacements(environment);
  expect(found.map(({ prop, search, replace }) => [prop, search, replace])).toEqual(
    Array(2).fill(["environment.API", "{{ API }}", reference]),
  );
  const matching = (file: string) => found.filter(({ matches }) => matches(file)).length;
  expect(["a/b.html", "c.js", "d.css"].map(matching)).toEqual([1, 1, 0]);
});

describe("the expression of Terraform", () => {
  const expression = (search: string, replace: string) =>
    resolved(replacedContent("index.html", plan({ ...entry, search, replace })));

  test.each([
    ["/", 'replace(file("index.html"), "/", "new")'],
    ["//", 'replace(file("index.html"), "/\\\\/\\\\//", replace("new", "$", "$$"))'],
    ["a/b/", 'replace(file("index.html"), "a/b/", "new")'],
    ["/a.b/", 'replace(file("index.html"), "/\\\\/a\\\\.b\\\\//", replace("new", "$", "$$"))'],
    ["${x}", 'replace(file("index.html"), "$${x}", "new")'],
  ])("for %j is literal", (search, expected) => {
    expect(expression(search, "new")).toBe(`\${${expected}}`);
  });

  test("has one call in another, in the order of the replacements", () => {
    const both = plan({ ...entry, search: "a", replace: "b" }, { ...entry, search: "b", replace: "c" });
    expect(resolved(replacedContent("x", both))).toBe('${replace(replace(file("x"), "a", "b"), "b", "c")}');
  });
});
