import { isTemplate, parseTerraformTemplate } from "../../../../lib/facts/expressions/parse";
import { ExpressionError } from "../../../../lib/facts/expressions/syntax";
import { evaluate, type Scope } from "../../../../lib/model/resources/expressions/evaluate";
import { Lookup } from "../../../../lib/model/resources/expressions/lookup";

const names: Readonly<Record<string, unknown>> = {
  aws_x: { "a-b": { id: "i1", list: [{ v: 1 }, { v: 2 }], block: { name: "n" } } },
  text: "words",
  empty: null,
  yes: true,
  n: 3,
  list: ["b", "a", "c"],
  map: { k: "v", "two words": "w" },
  lazy: new Lookup({ member: (key) => `lazy ${String(key)}`, whole: () => ({ all: true }) }),
};

const scope: Scope = {
  folder: "/nowhere",
  variable(name) {
    if (!Object.hasOwn(names, name)) throw new ExpressionError(`there is no ${name}`);
    return names[name];
  },
};

const valueOf = (text: string) => evaluate(parseTerraformTemplate(text), scope);

test.each([
  ["plain", "plain"],
  ["", ""],
  ["a-${text}-z", "a-words-z"],
  ["${n} and ${yes}", "3 and true"],
  ["$${text}", "${text}"],
  ["%%{if}", "%{if}"],
  ["%{if yes}a${n}%{else}b%{endif}", "a3"],
  ["%{if !yes}a%{endif}", ""],
  ["%{ for i, each in list }${i}${each} %{ endfor }", "0b 1a 2c "],
  ["list:%{~ for each in list ~}  ${each},  %{~ endfor ~}  end", "list:b,a,c,end"],
  ["a  ${~ text ~}  z", "awordsz"],
  ['${"%{if yes}in%{endif}"}', "in"],
  ["${n /* three */ + 1 // four\n}", 4],
  ["cost: $5, 10% {x}", "cost: $5, 10% {x}"],
  ['back\\slash "${text}"', 'back\\slash "words"'],
  ['${"in ${text} side"}', "in words side"],
  ['${"tab\\t, quote\\", \\u00e9 and $${x}"}', 'tab\t, quote", é and ${x}'],
])("template %j is %j", (text, value) => {
  expect(valueOf(text)).toBe(value);
});

test.each([
  ["aws_x.a-b.id", "i1"],
  ['aws_x["a-b"].id', "i1"],
  ["aws_x.a-b.list[1].v", 2],
  ["aws_x.a-b.list.0.v", 1],
  ["aws_x.a-b.list[*].v", [1, 2]],
  ["aws_x.a-b.list.*.v", [1, 2]],
  ["aws_x.a-b.list.*.v[1]", 2],
  ["aws_x.a-b.list [1] .v", 2],
  ["aws_x.a-b.list[n - 2].v", 2],
  ["aws_x.a-b.block[0].name", "n"],
  ["aws_x.a-b.block[*].name", ["n"]],
  ["empty[*].name", []],
  ['map["two words"]', "w"],
  ["lazy.part", "lazy part"],
  ["lazy", { all: true }],
  ["list", ["b", "a", "c"]],
  ["n", 3],
])("reference %s is %j", (expression, value) => {
  expect(valueOf(`\${${expression}}`)).toEqual(value);
});

test.each([
  ["1 + 2 * 3", 7],
  ["(1 + 2) * 3", 9],
  ["10 - 4 - 3", 3],
  ["7 % 4 / 2", 1.5],
  ["-n + 1.5e1", 12],
  ['text == "words"', true],
  ["list != map", true],
  ["1 < 2 && !(2 <= 1)", true],
  ["yes || unknown", true],
  ["false && unknown", false],
  ['n > 2 ? "big" : "small"', "big"],
  ["false ? unknown : null", null],
  ["true ? 1 : false ? 2 : 3", 1],
])("operation %s is %j", (expression, value) => {
  expect(valueOf(`\${${expression}}`)).toEqual(value);
});

test.each([
  ["[1, text, [true,],]", [1, "words", [true]]],
  ['{a = 1, "b c" : 2, (text) = 3}', { a: 1, "b c": 2, words: 3 }],
  ["{\n  a = 1\n  b = 2\n}", { a: 1, b: 2 }],
  ["[for each in list : upper(each)]", ["B", "A", "C"]],
  ['[for i, each in list : "${i}${each}" if each != "a"]', ["0b", "2c"]],
  ["{for k, v in map : v => k}", { v: "k", w: "two words" }],
  ["[for k, v in {b = 1, a = 2} : k]", ["a", "b"]],
  ["[for k, v in toset(list) : k]", ["a", "b", "c"]],
  ["{for each in list : length(each) => each...}", { 1: ["b", "a", "c"] }],
])("collection %s is %j", (expression, value) => {
  expect(valueOf(`\${${expression}}`)).toEqual(value);
});

test.each([
  ["${missing.x.y}", "there is no missing"],
  ["${map.none}", 'it has no attribute "none"'],
  ["${list[3]}", "a list of 3 has no element 3"],
  ["${text.part}", '"words" has no attributes'],
  ["a ${list}", "a list cannot be converted to text"],
  ["a ${empty}", "null cannot be converted to text"],
  ["${mystery(1)}", "the function mystery is not supported"],
  ["${text + 1}", '"words" is not a number'],
  ["${text ? 1 : 2}", '"words" is neither true nor false'],
  ["${", "the end is not supported"],
  ["${text", '"}" is missing before the end'],
  ['${"open}', "a quote is not closed"],
  ['${"\\q"}', "\\q is not supported"],
  ["${text.}", "a name is missing after a dot"],
  ["${[for x of list : x]}", '"in" is missing in a for'],
  ["%{if true}a", "%{endif} is missing"],
  ['${"%{for x in list}a"}', "%{endfor} is missing"],
  ["%{while true}", "%{while} is not a directive of Terraform"],
  ["${provider::aws}", '"(" is missing after provider::aws'],
])("%j is refused: %s", (text, reason) => {
  expect(() => valueOf(text)).toThrow(new ExpressionError(reason));
});

test.each([
  ["plain", false],
  ["$5 {x}", false],
  ["${x}", true],
  ["$${x}", true],
  ["%{if}", true],
])("%j needs to be read: %s", (text, expected) => {
  expect(isTemplate(text)).toBe(expected);
});
