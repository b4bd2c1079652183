import { MappingTemplate } from "../../../../lib/local/gateways/app-sync/execution/operation";
import { readHandlerCode } from "../../../../lib/local/gateways/app-sync/runtime";
import { passes } from "../../../../lib/local/gateways/app-sync/utilities/filter";
import type { HandlerEffects } from "../../../../lib/local/gateways/app-sync/utilities/invocation";
import { EarlyReturn } from "../../../../lib/local/gateways/app-sync/utilities/signals";
import { VelocityText } from "../../../../lib/local/gateways/vtl/velocity";
import { TestClock } from "../../support/clock";

function effects() {
  const seen = { headers: new Map<string, string>(), told: [] as string[] };
  const made: HandlerEffects = {
    clock: new TestClock(Date.UTC(2026, 0, 2, 15, 4, 5, 67)),
    mode: "AWS_IAM",
    responseHeaders: seen.headers,
    append: ({ message }) => seen.told.push(`appended ${message}`),
    invalidate: () => {},
    setFilter: () => {},
    setInvalidationFilter: () => {},
    log: (level, text) => seen.told.push(`${level} ${text}`),
    notHere: (what) => seen.told.push(what),
  };
  return { ...seen, made };
}

/** The value of an expression in a handler. */
function evaluated(expression: string, { made } = effects()): unknown {
  const code = readHandlerCode(
    `import { util, extensions } from "@aws-appsync/utils";\nexport function request(ctx) { return ${expression}; }`,
    "test",
  );
  return code.call(
    "request",
    { args: { xml: '<a at="1"><b>1</b><b>x &amp; y</b><c/><!-- no --><d><![CDATA[<]]></d></a>' } },
    made,
  ).value;
}

describe("util in JavaScript", () => {
  test.each([
    ["util.time.nowISO8601()", "2026-01-02T15:04:05.067Z"],
    ["util.time.nowEpochSeconds()", 1767366245],
    [
      "util.time.nowFormatted(\"yyyy-MM-dd'T'HH:mm:ss.SSS EEE MMM h a 'o''clock'\")",
      "2026-01-02T15:04:05.067 Fri Jan 3 PM o'clock",
    ],
    ['util.time.nowFormatted("d.M.yy HH:mm XXX", "Asia/Kolkata")', "2.1.26 20:34 +05:30"],
    [
      'util.time.parseFormattedToEpochMilliSeconds("2026-01-02 20:34:05+0530", "yyyy-MM-dd HH:mm:ssZ")',
      1767366245000,
    ],
    [
      'util.time.parseFormattedToEpochMilliSeconds("20260102 2034", "yyyyMMdd HHmm", "Asia/Kolkata")',
      1767366240000,
    ],
    ['util.time.parseFormattedToEpochMilliSeconds("2026", "yyyy", "UTC")', Date.UTC(2026, 0, 1)],
    ['util.time.parseFormattedToEpochMilliSeconds("3:04", "H:mm", "UTC")', Date.UTC(1970, 0, 1, 3, 4)],
    ['util.time.parseFormattedToEpochMilliSeconds("12 AM", "h a", "UTC")', Date.UTC(1970, 0, 1)],
    ['util.time.parseFormattedToEpochMilliSeconds("12 PM", "h a", "UTC")', Date.UTC(1970, 0, 1, 12)],
    ['util.time.parseFormattedToEpochMilliSeconds("PM", "a", "UTC")', Date.UTC(1970, 0, 1, 12)],
    ['util.time.parseISO8601ToEpochMilliSeconds("2026-01-02T15:04:05Z")', 1767366245000],
    ["util.time.epochMilliSecondsToFormatted(0, 'yyyy')", "1970"],
    ['util.matches("a*b", "aaab") && !util.matches("b", "aaab")', true],
    ['util.urlEncode("a b&c")', "a+b%26c"],
    ['util.base64Decode(util.base64Encode("é"))', "é"],
    ["util.authType()", "IAM Authorization"],
    ["util.autoId().length", 36],
    ["util.autoUlid().slice(0, 10)", "01KDZKSEPB"],
    ["util.autoKsuid().length", 27],
    ["util.math.roundNum(2.5)", 3],
    ["util.str.normalize('e\\u0301', 'nfc')", "é"],
    ["util.xml.toMap(ctx.args.xml)", { a: { at: 1, b: [1, "x & y"], c: "", d: "<" } }],
    ["util.http.copyHeaders({ host: 'x', Accept: 'y' })", { Accept: "y" }],
    [
      "util.dynamodb.toMapValues({ a: 1, b: null, c: ['x'], d: { e: true } })",
      { a: { N: 1 }, b: { NULL: null }, c: { L: [{ S: "x" }] }, d: { M: { e: { BOOL: true } } } },
    ],
    ["util.dynamodb.toStringSet(['a'])", { SS: ["a"] }],
    [
      'JSON.parse(util.transform.toDynamoDBFilterExpression({ a: { eq: 1 }, or: [{ "b.c": { contains: "x" } }, { not: { d: { attributeExists: true } } }] }))',
      {
        expression: "(#a = :a_eq) AND ((contains(#b.#c,:b_c_contains)) OR (NOT (attribute_exists(#d))))",
        expressionNames: { "#a": "a", "#b": "b", "#c": "c", "#d": "d" },
        expressionValues: { ":a_eq": { N: 1 }, ":b_c_contains": { S: "x" } },
      },
    ],
    [
      "util.transform.toSubscriptionFilter({ a: { eq: 1 }, or: [{ b: { in: [2] } }, { c: { gt: 3 } }] })",
      {
        filterGroup: [
          {
            filters: [
              { fieldName: "a", operator: "eq", value: 1 },
              { fieldName: "b", operator: "in", value: [2] },
            ],
          },
          {
            filters: [
              { fieldName: "a", operator: "eq", value: 1 },
              { fieldName: "c", operator: "gt", value: 3 },
            ],
          },
        ],
      },
    ],
    ["JSON.parse(util.transform.toElasticsearchQueryDSL({ a: { eq: 1 } }))", { term: { a: 1 } }],
  ])("%s", (expression, value) => {
    expect(evaluated(expression)).toEqual(value);
  });

  test.each([
    ['util.time.nowFormatted("Q")', "Runtime Error"],
    ['util.time.parseISO8601ToEpochMilliSeconds("soon")', "Runtime Error"],
    ['util.xml.toMap("<a>")', "Runtime Error"],
    ['util.http.addResponseHeader("x-amz-a", 1)', 'The response header "x-amz-a" cannot be set.'],
    ["extensions.setSubscriptionFilter({})", "extensions.setSubscriptionFilter: it has no filterGroup."],
  ])("%s is an error", (expression, message) => {
    expect(() => evaluated(expression)).toThrow(message);
  });

  test("logs, response headers and calls without an effect are reported", () => {
    const seen = effects();
    evaluated(
      '(console.log("a", { b: 1 }), util.http.addResponseHeaders({ "X-Count": 7 }), extensions.evictAllApiCache())',
      seen,
    );
    expect(seen.told).toEqual(['info a {"b":1}', "extensions.evictAllApiCache"]);
    expect([...seen.headers]).toEqual([["x-count", "7"]]);
  });

  test("the log names the place in the handler where a utility fails", () => {
    const seen = effects();
    expect(() => evaluated('[\n  util.time.nowFormatted("Q")]', seen)).toThrow("Runtime Error");
    expect(seen.told).toEqual(["error test request failed: Unknown pattern letter: Q (line 3, column 13)"]);
  });

  test.each([
    ["export { a as request };\nconst a = () => 1;", 1],
    [
      'import def, * as all from "@aws-appsync/utils";\nexport const request = () => typeof all.util.error;',
      "function",
    ],
    [
      'import { util as u,\n  runtime } from "@aws-appsync/utils";\nexport function request() { return u.str.toUpper("a"); }',
      "A",
    ],
  ])("code may export and import in every form: %s", (text, value) => {
    expect(readHandlerCode(text, "test").call("request", {}, effects().made).value).toBe(value);
  });
});

describe("A template", () => {
  const rendered = (text: string, context: object = {}, { made } = effects()) =>
    new MappingTemplate(text, "the template").evaluate({ stash: {}, args: {}, ...context }, made);

  test.each([
    ["$util.toJson($ctx.args)", { args: { a: [1] } }, { a: [1] }],
    ['{ "a": $util.toJson($context.arguments.get("b")) }', { arguments: { b: "c" } }, { a: "c" }],
    [
      "#set($list = [])$util.qr($list.add(1))#foreach($each in [1, 2])$util.quiet($list.add($each))#end$util.toJson($list)",
      {},
      [1, 1, 2],
    ],
    ['#if($util.isNull($ctx.args.x))"none"#{else}"some"#end', {}, "none"],
    ['"$util.defaultIfNullOrBlank($ctx.args.x, "d")$util.typeOf($ctx.args)"', { args: { x: " " } }, "dMap"],
    ["$util.dynamodb.toMapValuesJson($ctx.args)", { args: { a: 1 } }, { a: { N: 1 } }],
    ["$util.toJson($utils.list.copyAndRemoveAll([1, 2], [2]))", {}, [1]],
    ['$util.toJson($util.map.copyAndRetainAllKeys($ctx.args, ["a"]))', { args: { a: 1, b: 2 } }, { a: 1 }],
    ['"$util.time.nowEpochSeconds()"', {}, "1767366245"],
    ["$util.toJson($util.parseJson('{\"a\":1}'))", {}, { a: 1 }],
  ])("%s", (text, context, value) => {
    expect(rendered(text, context)).toEqual(value);
  });

  test.each([
    ['$util.error("bad $ctx.args.x", "T")', "bad 1"],
    ['$util.validate($util.isNull($ctx.args.x), "given")', "given"],
    ["", "Template transformation yielded an empty response."],
    ["{ not json", "Unable to transform: the template made a text that is not JSON."],
    ['$util.matches("(", "x")', "Invalid regular expression"],
  ])("%p fails with its reason", (text, message) => {
    expect(() => rendered(text, { args: { x: 1 } })).toThrow(message);
  });

  test.each([
    ['#return({"a": 1})', { a: 1 }],
    ["#return", null],
  ])("%s ends it early", (text, value) => {
    const early = (() => {
      try {
        return rendered(text);
      } catch (error) {
        return error;
      }
    })();
    expect(early).toMatchObject({ value, skipTo: "NEXT" });
    expect(early).toBeInstanceOf(EarlyReturn);
  });

  test("logs and appended errors are reported, and leave no text", () => {
    const seen = effects();
    expect(rendered('$util.appendError("soft")$util.log.info("n is {}", 7)"x"', {}, seen)).toBe("x");
    expect(seen.told).toEqual(["appended soft", "info n is 7"]);
  });

  test("is read once", () => {
    const template = new VelocityText("$a", new Set());
    expect([1, 2].map((a) => template.render({ variables: { a }, owned: [] }))).toEqual(["1", "2"]);
  });
});

describe("A subscription filter", () => {
  const item = { n: 5, s: "abc", list: ["x", "y"], deep: { k: 1 } };
  test.each<[string, string, unknown, boolean]>([
    ["n", "eq", 5, true],
    ["n", "ne", 5, false],
    ["n", "le", 5, true],
    ["n", "lt", 5, false],
    ["n", "ge", 6, false],
    ["n", "gt", "4", false],
    ["n", "between", [5, 6], true],
    ["n", "in", [1, 2], false],
    ["n", "notIn", [1, 2], true],
    ["s", "beginsWith", "ab", true],
    ["s", "contains", "c", true],
    ["list", "contains", "x", true],
    ["list", "notContains", "x", false],
    ["missing", "notContains", "x", false],
    ["list", "containsAny", ["q", "y"], true],
    ["deep.k", "eq", 1, true],
  ])("%s %s %p: %p", (fieldName, operator, value, isWanted) => {
    expect(passes({ filterGroup: [{ filters: [{ fieldName, operator, value }] }] }, item)).toBe(isWanted);
  });
});
