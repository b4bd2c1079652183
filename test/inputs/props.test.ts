/** @group generated */

import { names, outcomeOfValid, problemsOf } from "./verdicts";

// Every prop of every construct, of the app and its stacks, nested ones too, with wrong kinds, null, empty, huge and odd values and references.

describe.each(names)("%s", (name) => {
  test("accepts the props from which the inputs are made", () => {
    expect(outcomeOfValid(name)).toMatchObject({ kind: "accepted" });
  });

  test("refuses each prop of a wrong kind with an error of the library", () => {
    expect(problemsOf(name)).toEqual([]);
  });
});
