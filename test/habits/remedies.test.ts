/** @group slow */

import type { Stack } from "../../lib";
import { codedMistakes } from "./coded-mistakes";
import { makers } from "./make";
import { mistakes } from "./mistakes";
import { type Props, type Repair, repair } from "./repairs";
import { slips } from "./slips";

/** The remedies of a mistake, applied one after the other. */
function repaired(target: keyof typeof makers, props: object | Props): Repair {
  const declare = makers[target] as (stack: Stack, props: object) => unknown;
  return repair(declare, typeof props === "function" ? (props as Props) : () => props);
}

const habits = [...mistakes, ...slips].map((each) => [each.in, JSON.stringify(each.props), each] as const);

describe("The remedy of a mistake, taken literally", () => {
  let built = 0;

  test.each(habits)("is accepted: %s %s", (_, __, { in: target, props }) => {
    const { end, messages } = repaired(target, props);
    expect([end, messages]).not.toEqual(["stuck", messages]);
    if (end === "built") built += 1;
  });

  test("leads to an app that is built, in three of four cases", () => {
    expect(built / habits.length).toBeGreaterThan(0.73);
  });
});

test.each(codedMistakes)("the remedy of %s in %s leads to an app that is built", (code, target, props) => {
  const { end, messages } = repaired(target, props);
  expect(messages[0]).toContain(`[${code}]`);
  expect([end, messages]).toEqual(["built", messages]);
});
