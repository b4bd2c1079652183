import { readXml, type XmlElement, XmlError } from "../../../lib/local/wire/xml";
import { cpuMsOf } from "../../support/cpu-time";

/** An element in short: its name, its attributes, and its text or elements. */
const short = ({ name, attributes, elements, text }: XmlElement): unknown[] => [
  name,
  ...(attributes.length > 0 ? [Object.fromEntries(attributes)] : []),
  ...(text === "" ? [] : [text]),
  ...elements.map(short),
];
const read = (xml: string) => readXml(xml, true).elements.map(short);

test.each<[string, unknown[]]>([
  ["<a/>", ["a"]],
  ["<a />", ["a"]],
  ["<a></a\n>", ["a"]],
  ["<a> x </a>", ["a", " x "]],
  ["<a>1<b>2</b>3<b/></a>", ["a", "13", ["b", "2"], ["b"]]],
  ['<?xml version="1.0"?>\n<!-- <b> --><a><?b <c>?></a>\n', ["a"]],
  ["<a>1<!-- <b>2</b> -->3</a>", ["a", "13"]],
  ["<a>1<![CDATA[<b>&amp;]] >]]>2</a>", ["a", "1<b>&amp;]] >2"]],
  ["<a>&lt;&gt;&amp;&quot;&apos;&#65;&#x1F600;&#x0000041;</a>", ["a", "<>&\"'A😀A"]],
  ["<a>&amp;lt;</a>", ["a", "&lt;"]],
  ["<a>1\r\n2\r3&#13;</a>", ["a", "1\n2\n3\r"]],
  ["<a b='1' c = \"x>y'&lt;\"\n/>", ["a", { b: "1", c: "x>y'<" }]],
  ["<x:a xmlns:x='y'><x:b.c-d/></x:a>", ["x:a", { "xmlns:x": "y" }, ["x:b.c-d"]]],
  ["<é1/>", ["é1"]],
  ["<__proto__><constructor/></__proto__>", ["__proto__", ["constructor"]]],
])("%j is read", (xml, expected) => {
  expect(read(xml)).toEqual([expected]);
});

test.each([
  ["<a", "The XML ends before >."],
  ["<a>", "The XML element <a> has no end."],
  ["<a><b></a>", "The XML has </a>, which does not end <b>."],
  ["</a>", "The XML has </a>, which does not end <>."],
  ["</>", "The XML has </>, which does not end <>."],
  ["<a><!-- x</a>", "The XML ends before -->."],
  ["<a><![CDATA[x</a>", "The XML ends before ]]>."],
  ["<a b=1/>", "The XML has <a b=1/>, which is not a tag."],
  ["<a b='<'/>", "The XML has <a b='<'/>, which is not a tag."],
  ["<a b='1'c='2'/>", "The XML has <a b='1'c='2'/>, which is not a tag."],
  ["< a/>", "The XML has < a/>, which is not a tag."],
  ["<1/>", "The XML has <1/>, which is not a tag."],
  ["<a b='1' b='2'/>", "The XML has <a> with an attribute twice."],
])("%j is refused: %s", (xml, message) => {
  for (const isStrict of [true, false]) expect(() => readXml(xml, isStrict)).toThrow(new XmlError(message));
});

test.each<[string, string, unknown]>([
  ["<!DOCTYPE a><a/>", "The XML has a document type.", [["a"]]],
  ["<a>&b;</a>", "The XML has &b;, which stands for no character.", [["a", "&b;"]]],
  ["<a>b & c</a>", "The XML has &, which stands for no character.", [["a", "b & c"]]],
  [
    "<a>&constructor;</a>",
    "The XML has &constructor;, which stands for no character.",
    [["a", "&constructor;"]],
  ],
  ["<a>&#x110000;</a>", "The XML has &#x110000;, which stands for no character.", [["a", "&#x110000;"]]],
  ["<a>&#1;</a>", "The XML has &#1;, which stands for no character.", [["a", "\u0001"]]],
  ["<a>\u0001</a>", "The XML has a character that XML forbids.", [["a", "\u0001"]]],
  ["<a>]]></a>", "The XML has ]]> in a text.", [["a", "]]>"]]],
  ["<a><!-- -- --></a>", "The XML has -- in a comment.", [["a"]]],
  ["<a><!-- ---></a>", "The XML has -- in a comment.", [["a"]]],
  [" <?xml version='1.0'?><a/>", "The XML has a declaration that is not at its start.", [["a"]]],
])("%j is refused where XML is read strictly: %s", (xml, message, lenient) => {
  expect(() => readXml(xml, true)).toThrow(new XmlError(message));
  expect(readXml(xml, false).elements.map(short)).toEqual(lenient);
});

test("entities that a document declares are never expanded", () => {
  const bomb =
    '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;"><!ENTITY d SYSTEM "file:///etc/hosts">]><a>&c;&d;</a>';
  expect(() => readXml(bomb, true)).toThrow("The XML has a document type.");
  expect(readXml(bomb, false)).toMatchObject({ elements: [{ text: "&c;&d;" }] });
});

test.each([
  "<a>",
  "<a ",
  "<a b='",
  "<a/>",
  "<!--",
  "<![CDATA[",
  "<?",
  "<!",
  "</",
  "&",
  "&a",
  "&#1",
  "]]>",
  "<a/>\r",
  "<a b='1'/>",
  " ",
])("a long text of %j takes little time", (part) => {
  const ms = cpuMsOf(() => {
    for (const text of [part.repeat(30_000), `<a>${part.repeat(30_000)}`, `<a ${part.repeat(30_000)}`]) {
      try {
        readXml(text, false);
      } catch (error) {
        expect(error).toBeInstanceOf(XmlError);
      }
    }
  });
  expect(ms).toBeLessThan(1000);
});
