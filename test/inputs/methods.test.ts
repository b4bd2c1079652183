/** @group generated */

import { constructDescriptions } from "../../lib/constructs/list";
import { attempted, attempts } from "./attempt";
import { bases } from "./bases";
import { type Hostile, ofEachClass } from "./inputs";
import { publicMethods } from "./prop-types";
import { problemOf } from "./verdicts";

const isNoToken = ({ kind }: Hostile): boolean => kind !== "token";

describe.each(constructDescriptions.map(({ className }) => className))("the methods of %s", (name) => {
  const base = bases[name];
  const attemptOne = attempts((stack): unknown => {
    if (base === undefined) throw new Error(name);
    return new base.create(stack, attempted, base.valid(stack) as never);
  });

  test("end in errors of the library for any first argument", () => {
    const problems: string[] = [];
    for (const [position, { name: method, takesScope }] of publicMethods(name).entries()) {
      for (const { name: value, value: argument } of ofEachClass(position).filter(isNoToken)) {
        const call = (...rest: unknown[]) =>
          attemptOne((created, stack) => {
            const it = created as Record<string, (...given: unknown[]) => unknown>;
            it[method]?.(...rest.map((each) => (each === "stack" ? stack : each)));
          });
        for (const given of [[argument], [takesScope ? "stack" : "one", argument]]) {
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
