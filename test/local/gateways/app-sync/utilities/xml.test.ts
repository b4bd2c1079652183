import { xmlToMap } from "../../../../../lib/local/gateways/app-sync/utilities/util";
import { cpuMsOf } from "../../../../support/cpu-time";

test.each<[string, unknown]>([
  ["", {}],
  ["<a/>", { a: "" }],
  ["<a></a>", { a: "" }],
  ["<a> x </a>", { a: "x" }],
  ["<a>5</a><b>-1.5</b><c>007</c><d>1e3</d>", { a: 5, b: -1.5, c: "007", d: "1e3" }],
  ["<a>123456789012345</a><b>1234567890123456</b>", { a: 123456789012345, b: "1234567890123456" }],
  ["<a>true</a><b>false</b><c>True</c>", { a: true, b: false, c: "True" }],
  ["<a>1</a><a>2</a><a>3</a>", { a: [1, 2, 3] }],
  ["<a><b>1</b><b>2</b></a>", { a: { b: [1, 2] } }],
  ["<a b='1' c=\"x y\"/>", { a: { b: 1, c: "x y" } }],
  ["<a b='1'>text</a>", { a: { b: 1, content: "text" } }],
  ["<a>one<b>2</b></a>", { a: { b: 2, content: "one" } }],
  ["<?xml version='1.0'?><!DOCTYPE a><!-- <b> --><a>1</a>", { a: 1 }],
  ["<a><![CDATA[<b>&amp;]]>x</a>", { a: "<b>&amp;x" }],
  ["<a>&lt;&gt;&amp;&quot;&apos;&#65;&#x1F600;&other;</a>", { a: "<>&\"'A😀&other;" }],
  ["<a>1</a >", { a: 1 }],
  ["<a b='x>y'><c/></a>", { a: { b: "x>y", c: "" } }],
  ["<x:a y:b='1'/>", { "x:a": { "y:b": 1 } }],
])("%s is %j", (xml, expected) => {
  expect(xmlToMap(xml)).toEqual(expected);
});

test.each([
  ["<a>", "The XML element <a> has no end."],
  ["<a></b>", "The XML has </b>, which does not end <a>."],
  ["</a>", "The XML has </a>, which does not end <>."],
  ["<a", "The XML ends before >."],
  ["<a><![CDATA[x</a>", "The XML ends before ]]>."],
  ["<!-- x", "The XML ends before -->."],
])("%s is refused: %s", (xml, message) => {
  expect(() => xmlToMap(xml)).toThrow(message);
});

test("200 elements may be in each other, and not 201", () => {
  const deep = (count: number) => "<a>".repeat(count) + "</a>".repeat(count);
  expect(() => xmlToMap(deep(200))).not.toThrow();
  expect(() => xmlToMap(deep(201))).toThrow("deeper than 200");
  expect(() => xmlToMap("<a></a>".repeat(300))).not.toThrow();
});

test("a long list takes little time", () => {
  let found: unknown;
  expect(cpuMsOf(() => (found = xmlToMap("<a/>".repeat(60_000))))).toBeLessThan(1000);
  expect((found as { a: unknown[] }).a).toHaveLength(60_000);
});

test("names of inherited members are names like others", () => {
  const found = xmlToMap("<__proto__><x>1</x></__proto__><constructor>2</constructor>") as object;
  expect(Object.entries(found)).toEqual([
    ["__proto__", { x: 1 }],
    ["constructor", 2],
  ]);
  expect(({} as { x?: number }).x).toBeUndefined();
});
