import * as fs from "node:fs";
import * as path from "node:path";
import { parseTerraformTemplate } from "../../../../lib/facts/expressions/parse";
import { ExpressionError } from "../../../../lib/facts/expressions/syntax";
import { evaluate } from "../../../../lib/model/resources/expressions/evaluate";
import { temporaryFolder } from "../../../support/stack";

const folder = temporaryFolder();
fs.writeFileSync(path.join(folder, "a.txt"), "hello");

function valueOf(expression: string): unknown {
  return evaluate(parseTerraformTemplate(`\${${expression}}`), {
    folder,
    variable(name) {
      throw new ExpressionError(`there is no ${name}`);
    },
  });
}

// The values are those of https://developer.hashicorp.com/terraform/language/functions
test.each([
  ['jsonencode({b = ["<&>"], a = 1})', '{"a":1,"b":["\\u003c\\u0026\\u003e"]}'],
  ["jsonencode(null)", "null"],
  ["jsonencode({9 = 1, 10 = 2})", '{"10":2,"9":1}'],
  ['jsondecode("{\\"a\\":[1]}").a[0]', 1],
  ['sha1("hello world")', "2aae6c35c94fcfb415dbe95f408b9ce91ee846ed"],
  ['sha256("hello world")', "b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9"],
  ['md5("hello world")', "5eb63bbbe01eeed093cb22bb8f5acdc3"],
  ['base64sha256("hello world")', "uU0nuZNNPgilLlLX2n2r+sSE7+N6U4DukIj3rOLvzek="],
  ['base64encode("é")', "w6k="],
  ['base64decode("w6k=")', "é"],
  ['file("a.txt")', "hello"],
  ['filebase64("a.txt")', "aGVsbG8="],
  ['filebase64sha256("a.txt")', "LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ="],
  ['filesha256("a.txt")', "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"],
  ['fileexists("a.txt") && !fileexists("b.txt")', true],
  ['join(", ", ["foo", "bar"], ["baz"])', "foo, bar, baz"],
  ['join("-", [1, true])', "1-true"],
  ['split(":", "arn:aws:sqs")[2]', "sqs"],
  ['element(["a", "b", "c"], 3)', "a"],
  ['element(["a", "b", "c"], -1)', "c"],
  ['replace("1 + 2 + 3", "+", "-")', "1 - 2 - 3"],
  ['replace("hello world", "/w.*d/", "everybody")', "hello everybody"],
  ['replace("ab", "/(a)(b)/", "$2$1")', "ba"],
  ['replace("ab", "/(a)/", "$${1}x")', "axb"],
  ['replace("ab", "/(?P<first>a)/", "$first-$${first}$&$$$1x")', "a-a$&$b"],
  ['lower("ÀB")', "àb"],
  ['upper("aé")', "AÉ"],
  ['title("hello world")', "Hello World"],
  ['title("éa ab")', "Éa Ab"],
  ['trimprefix("helloworld", "hello")', "world"],
  ['trimsuffix("helloworld", "world")', "hello"],
  ['trim("?!hello?!", "!?")', "hello"],
  ['trimspace("  hello\\n")', "hello"],
  ['startswith("hello", "he") && endswith("hello", "lo") && strcontains("hello", "ll")', true],
  ['substr("hello world", 1, 4)', "ello"],
  ['substr("hello world", -5, -1)', "world"],
  ['format("%s has %03d of %q, %v", "x", 7, "y", [1])', 'x has 007 of "y", [1]'],
  ['format("%.2f%%", 1.5)', "1.50%"],
  ['format("%-5s|%5s|%.2s", "a", "b", "cde")', "a    |    b|cd"],
  ['format("%[2]s %[1]s %s", "a", "b")', "b a b"],
  ['format("%+d %03d % d", 1, -5, 2)', "+1 -05  2"],
  ['try(missing.x, "fallback")', "fallback"],
  ['can(missing.x) || can("x")', true],
  ['coalesce("", null, "b")', "b"],
  ["coalescelist([], [1])", [1]],
  ['compact(["a", "", null, "b"])', ["a", "b"]],
  ['one(["a"])', "a"],
  ["one([])", null],
  ['tolist(["a", "b"])', ["a", "b"]],
  ['toset(["b", "a", "b"])', ["a", "b"]],
  ["toset([10, 9])", [9, 10]],
  ['tonumber("5") + 1', 6],
  ["tostring(5)", "5"],
  ['tobool("true")', true],
  ['tobool("1") && !tobool("0")', true],
  ['concat(["a"], ["b", "c"])', ["a", "b", "c"]],
  ["concat([[1], [2]]...)", [1, 2]],
  ["flatten([[1, [2]], [], [3]])", [1, 2, 3]],
  ["distinct([1, 2, 1])", [1, 2]],
  ['contains(["a"], "a")', true],
  ['index(["a", "b"], "b")', 1],
  ['length("héé") + length([1]) + length({a = 1})', 5],
  ["keys({b = 1, a = 2})", ["a", "b"]],
  ["values({b = 1, a = 2})", [2, 1]],
  ['lookup({a = 1}, "a", 2) + lookup({}, "a", 2)', 3],
  ["merge({a = 1, b = 1}, {b = 2})", { a: 1, b: 2 }],
  ['zipmap(["a"], [1])', { a: 1 }],
  ["slice([1, 2, 3], 1, 3)", [2, 3]],
  ['sort(["b", "a"])', ["a", "b"]],
  ["reverse([1, 2])", [2, 1]],
  ['regex("[a-z]+", "53453453.345345aaabbbccc23454")', "aaabbbccc"],
  ['regex("(\\\\d)-(\\\\d)", "1-2")', ["1", "2"]],
  ['length(regexall("[a-z]", "1a2b"))', 2],
  ["max(1, 3, 2) - min(1, 3)", 2],
  ["ceil(1.2) + floor(1.8) + abs(-1)", 4],
  ['basename("a/b.txt")', "b.txt"],
  ['dirname("a/b.txt")', "a"],
  ['urlencode("a b&c")', "a+b%26c"],
  ['urlencode("~*()")', "~%2A%28%29"],
  ['nonsensitive(sensitive("x"))', "x"],
])("%s is %j", (expression, value) => {
  expect(valueOf(expression)).toEqual(value);
});

test.each([
  ['file("none.txt")', "cannot be read"],
  ["one([1, 2])", "one expects at most one element and got 2"],
  ['coalesce("", null)', "all inputs of coalesce are null or empty"],
  ["element([], 0)", "not empty"],
  ['index(["a"], "b")', "did not find the element"],
  ['lookup({}, "a")', 'lookup finds no "a"'],
  ['jsondecode("{")', "is not JSON"],
  ['regex("x", "y")', "regex finds nothing"],
  ['regex("(", "y")', "not a regular expression"],
  ["join(1)", ""],
  ['format("%z", 1)', "format does not support %z"],
  ['format("%#x", 1)', "format does not support %#"],
  ['format("%s %s", 1)', "format has no value for %s"],
  ['format("%d", 1.5)', "1.5 is not a whole number"],
  ["keys([1])", "a list is not a map"],
  ["upper()", "null cannot be converted"],
  ["try(a.b, c.d)", "there is no c"],
])("%s is refused", (expression, reason) => {
  if (reason === "") expect(valueOf(expression)).toBe("");
  else {
    expect(() => valueOf(expression)).toThrow(reason);
    expect(() => valueOf(expression)).toThrow(ExpressionError);
  }
});
