import type { Random } from "../../support/random";

/** Texts that mean something to a parser: repeated, cut and joined. */
const parts: readonly string[] = [
  "/",
  " ",
  "\t",
  ".",
  "..",
  ":",
  "0",
  "-",
  "a",
  "\\",
  '"',
  "'",
  "%",
  "%2F",
  "%25",
  "%00",
  "%c3%28",
  "*",
  "a*",
  "{",
  "}",
  "[",
  "(",
  "${",
  "$",
  "$.",
  "<",
  "<a>",
  "</a>",
  "<!--",
  "-->",
  "<![CDATA[",
  "]]>",
  "<a b='",
  "&#1;",
  "&amp;",
  "=",
  "&",
  ",",
  ";",
  "@",
  "#",
  "::",
  "\n",
  "\r\n",
  "\u0000",
  "\ud800",
  "\udc00",
  "\ufeff",
  "\u2028",
  "\u202e",
  "é",
  "😀",
  "1e999",
  "not ",
  "a0 ",
];

/** Texts that resemble those that a part of the server looks for. */
const lookalikes: readonly string[] = [
  "x\n    at x (file:///%252Fx:1:1)",
  "\n at x (file:///%2Fx:1:1)",
  '{"stack":["    at file:///%2Fx:1:1"]}',
  "REPORT RequestId: 0",
  '{"_aws":{"Timestamp":"x","CloudWatchMetrics":[{}]}}',
  "AWS4-HMAC-SHA256 Credential=/////aws4_request, SignedHeaders=, Signature=",
  "Bearer a.b.c",
  "Bearer eyJhbGciOiJub25lIn0.e30.",
  "Basic Og==",
  "arn:aws:lambda:::function:",
  "arn:aws:sqs:us-east-1:123456789012:dev-shop-Jobs",
  "multipart/form-data; boundary=",
  'application/json; charset=utf-8; x="',
  "bytes=0-,-1,99999999999999999999-",
  "2026-02-30T25:61:61.0000000000Z",
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "b"><!ENTITY c "&b;&b;">]><a>&c;</a>',
  "fragment F on Query { ...F } { ...F }",
  "{ __schema { types { fields { type { fields { name } } } } } }",
  'SELECT * FROM "x" WHERE a = \'',
  "attribute_exists(#a) AND NOT ((#b = :c) OR size(#d) BETWEEN :e AND :f)",
  "SET #a = if_not_exists(#b, :c) + :d REMOVE e[999999999] ADD f :g",
  "cognito:groups[*]",
  "\u001b[31m\u0007",
  "localhost:99999",
  "[::1]:",
  "http://[",
];

/** Names that objects of JavaScript have. */
const names: readonly string[] = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "then",
  "length",
  "",
];

/** A text that a parser may take badly: odd, long, or one that it looks for. */
export function hostileText(random: Random, most: number): string {
  const kind = random.below(6);
  if (kind === 0) return random.pick(names);
  if (kind === 1) return random.pick(lookalikes).slice(0, most);
  const some = Array.from({ length: 1 + random.below(3) }, () => random.pick(parts)).join("");
  const count = random.pick([1, 10, 1000, Math.floor(most / some.length)]);
  const repeated = some.repeat(Math.max(1, Math.min(count, Math.floor(most / some.length))));
  if (kind === 2) return `${random.pick(lookalikes)}${repeated}`.slice(0, most);
  if (kind === 3) return `${repeated}${random.pick(parts)}${random.pick(lookalikes)}`.slice(-most);
  return repeated;
}

/** JSON that a reader may take badly: deep, wide, of another type, or with names of objects. */
export function hostileJson(random: Random, most: number): string {
  switch (random.below(8)) {
    case 0:
      return nested("[", "]", "1", random.pick([50, 1_000, most / 2]));
    case 1:
      return nested('{"a":', "}", "1", random.pick([50, 1_000, most / 6]));
    case 2:
      return `[${Array.from({ length: random.pick([100, most / 20]) }, () => '{"b":{"d":1}}').join()}]`;
    case 3:
      return `{${Array.from({ length: random.pick([100, most / 20]) }, (_, at) => `"a.b${at}":${at}`).join()}}`;
    case 4:
      return random.pick([
        "null",
        "0",
        "-0",
        "1e999",
        "9".repeat(400),
        "true",
        '""',
        "[]",
        "{}",
        "",
        "nul",
        "{",
      ]);
    case 5:
      return `{"${random.pick(names)}":{"${random.pick(names)}":${hostileJson(random, most / 2)}}}`;
    default:
      return JSON.stringify({ a: hostileText(random, most / 2), b: { c: hostileText(random, most / 8) } });
  }
}

/** XML with an element of another one that is repeated, hidden, nested or written in another way. */
export function mutatedXml(random: Random, base: string, most: number): string {
  const element = random.pick([...base.matchAll(/<(\w+)>[^<]*<\/\1>/g)].map(([found]) => found));
  const [, name = ""] = /^<(\w+)/.exec(element) ?? [];
  const count = random.pick([2, 1_000, Math.floor(most / element.length / 2)]);
  const other = random.pick([
    element.repeat(count),
    nested(`<${name}>`, `</${name}>`, "a", count),
    `<!--${element}-->`,
    element.replace(/>(.*)</, ">&#x41;$1<![CDATA[$1]]><"),
    element.replaceAll(name, `s3:${name}`),
    `<${name} ${Array.from({ length: count }, (_, at) => `a${at}='<>'`).join(" ")}/>`,
    `<${name}>${"&a;".repeat(count)}</${name}>`,
    `<${hostileText(random, 100)}/>`,
    "",
  ]);
  const head = random.pick(["", "\ufeff", '<?xml version="1.0" encoding="UTF-16"?>', "<!DOCTYPE a [", "x"]);
  return (head + base.replace(element, () => other)).slice(0, most);
}

function nested(open: string, close: string, inner: string, depth: number): string {
  return open.repeat(depth) + inner + close.repeat(depth);
}

/** Marks JSON that is written unchanged. */
const raw = "@raw@";

/** A value in JSON with one member or more replaced by values that a reader may not expect. */
export function mutated(random: Random, base: unknown, most: number): string {
  const raws: string[] = [];
  const hostile = (): unknown => {
    if (random.chance(0.5)) return hostileText(random, most);
    // Bodies of messages are JSON in a text, and data of records in Base64.
    if (random.chance(0.4)) return hostileJson(random, most);
    if (random.chance(0.2)) return Buffer.from(hostileJson(random, most)).toString("base64");
    raws.push(hostileJson(random, most));
    return `${raw}${raws.length - 1}`;
  };
  const change = (value: unknown, chance: number): unknown => {
    if (random.chance(chance)) return hostile();
    if (Array.isArray(value)) {
      const changed = value.map((each) => change(each, chance));
      return random.chance(0.05) ? Array.from({ length: 1 + most / 2_000 }, () => changed[0]) : changed;
    }
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).map(([name, each]) => {
      const named = random.chance(chance / 4) ? hostileText(random, 100) : name;
      return [named, change(each, chance)] as const;
    });
    return Object.fromEntries(entries);
  };
  const text = JSON.stringify(change(base, random.pick([0.05, 0.2, 0.4]))) ?? "";
  return text.replace(/"@raw@(\d+)"/g, (_, at: string) => raws[Number(at)] ?? "");
}
