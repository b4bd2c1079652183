/** @group generated */

import { constructDescriptions } from "../../lib/constructs/list";
import { idleProps } from "./effects";

/** Props that change nothing in the configuration, each with its reason. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/\.enableLiveDev$/, "`serverform start` reads it"],
  [/\.disablePlaceholder$/, "`serverform start` reads it"],
  [/\.server\.port$/, "it is part of the package of the site"],
];

const names = constructDescriptions.map(({ className }) => className);

// `PAIRS=all` also looks for props that have no effect beside one value of another prop, in some minutes.
test.each(names)(
  "Each prop of %s that is taken changes something, or a notice says why it does not",
  (name) => {
    const idle = idleProps(name, process.env.PAIRS === "all");
    const found = idle.map(
      ({ path, beside }) => `${name}.${path}${beside === undefined ? "" : ` beside ${beside}`}`,
    );
    expect(found.filter((each) => !reasons.some(([form]) => form.test(each)))).toEqual([]);
  },
);
