import type { Construct } from "constructs";
import { constructDescriptions } from "../../lib/constructs/list";
import { attempt } from "./attempt";
import { bases } from "./bases";
import { hostiles } from "./inputs";
import { problemOf } from "./verdicts";

/** Methods that take nothing, or that CDKTF and constructs have. */
const excluded = new Set(["constructor", "toString", "getConstructMetadata", "policySource"]);

/** The public methods of a class and of those that it extends, up to those of constructs. */
function methodsOf(construct: Construct): readonly string[] {
  const found = new Set<string>();
  let prototype: object = Object.getPrototypeOf(construct);
  while (prototype.constructor.name !== "Construct") {
    for (const [name, member] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      if (typeof member.value === "function" && member.value.length > 0 && !excluded.has(name))
        found.add(name);
    }
    prototype = Object.getPrototypeOf(prototype);
  }
  return [...found].sort();
}

const values = hostiles.filter(({ kind }) => kind !== "token");

describe.each(constructDescriptions.map(({ className }) => className))("the methods of %s", (name) => {
  const base = bases[name];
  const createIn = (stack: Construct) => {
    if (base === undefined) throw new Error(name);
    return new base.create(stack, "It", base.valid(stack as never) as never);
  };

  test("end in errors of the library, whatever the first argument is", () => {
    const problems: string[] = [];
    let methods: readonly string[] = [];
    attempt((stack) => {
      methods = methodsOf(createIn(stack));
    });
    for (const method of methods) {
      for (const { name: value, value: argument } of values) {
        const call = (...rest: unknown[]) =>
          attempt((stack) => {
            const it = createIn(stack) as unknown as Record<string, (...given: unknown[]) => unknown>;
            it[method]?.(...rest.map((each) => (each === "stack" ? stack : each)));
          });
        for (const given of [[argument], ["stack", argument], ["one", argument]]) {
          const problem = problemOf(call(...given), true);
          if (problem !== undefined) {
            const written = given.map((each) => (each === argument ? value : String(each)));
            problems.push(`${method}(${written.join(", ")}): ${problem}`);
          }
        }
      }
    }
    expect(problems).toEqual([]);
  });
});
