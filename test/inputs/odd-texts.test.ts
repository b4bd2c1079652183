/** @group generated */

import { constructDescriptions } from "../../lib/constructs/list";
import { oddTextsOf, oddTextsOfApp } from "./odd-texts";

// Every text prop of every construct, with an empty, an odd and a huge text.
test.each(constructDescriptions.map(({ className }) => className))(
  "%s accepts no empty, odd or huge text without a reason",
  (name) => {
    expect(oddTextsOf(name)).toEqual([]);
  },
);

test("App and Stack accept no empty, odd or huge text without a reason", () => {
  expect(oddTextsOfApp()).toEqual([]);
});
