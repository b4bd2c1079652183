/** @group generated */

import { constructDescriptions } from "../../lib/constructs/list";
import { attempted, attempts } from "./attempt";
import { bases } from "./bases";
import { hostiles } from "./inputs";
import { publicMethods } from "./prop-types";
import { problemOf } from "./verdicts";

const values = hostiles.filter(({ kind }) => kind !== "token");

describe.each(constructDescriptions.map(({ className }) => className))("the methods of %s", (name) => {
  const base = bases[name];
  const attemptOne = attempts((stack): unknown => {
    if (base === undefined) throw new Error(name);
    return new base.create(stack, attempted, base.valid(stack) as never);
  });

  test("end in errors of the library, whatever an argument is", () => {
    const problems: string[] = [];
    for (const [at, { name: method, takesScope }] of publicMethods(name).entries()) {
      for (const [index, { name: value, value: argument }] of values.entries()) {
        const call = (...rest: unknown[]) =>
          attemptOne((created, stack) => {
            const it = created as Record<string, (...given: unknown[]) => unknown>;
            it[method]?.(...rest.map((each) => (each === "stack" ? stack : each)));
          });
        // In turn, as the first argument and as the second one, beside a valid first one.
        const given = (at + index) % 2 === 0 ? [argument] : [takesScope ? "stack" : "one", argument];
        const problem = problemOf(call(...given), true);
        if (problem === undefined) continue;
        const written = given.map((each) => (each === argument ? value : String(each)));
        problems.push(`${method}(${written.join(", ")}): ${problem}`);
      }
    }
    expect(problems).toEqual([]);
  });
});
