import { elementsIn, rootIn, textIn } from "../../../../../lib/local/services/s3/protocol/request-xml";
import { cpuMsOf } from "../../../../support/cpu-time";

const body = (text: string) => Buffer.from(text);

test.each([
  ['<?xml version="1.0"?>\n<Delete xmlns="x"><Quiet>true</Quiet></Delete>\n', "<Quiet>true</Quiet>"],
  ["<Delete/>", ""],
  ["<Delete></Delete>", ""],
])("the content of %j is %j", (text, expected) => {
  expect(rootIn(body(text), "Delete")).toBe(expected);
});

test.each(["", "<Delete", "<Delete>", "</Delete>", "<Deleted></Deleted>", "<Delete></Delete", "<Delete/>x"])(
  "%j is refused",
  (text) => {
    expect(() => rootIn(body(text), "Delete")).toThrow();
  },
);

test("elements and their texts", () => {
  const xml = "<Tag><Key>a</Key></Tag><Tag><Key /></Tag><Tag>";
  expect(elementsIn(xml, "Tag")).toEqual(["<Key>a</Key>", "<Key />"]);
  expect(elementsIn(xml, "Tag").map((each) => textIn(each, "Key"))).toEqual(["a", ""]);
});

test("a body of elements without end takes little time", () => {
  const ms = cpuMsOf(() => {
    expect(() => rootIn(body("<Delete ".repeat(100_000)), "Delete")).toThrow();
    expect(elementsIn("<Tag>".repeat(100_000), "Tag")).toEqual([]);
    expect(textIn("<Key>".repeat(100_000), "Key")).toBeUndefined();
  });
  expect(ms).toBeLessThan(2000);
});
