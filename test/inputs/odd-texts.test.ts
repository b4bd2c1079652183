/** @group generated */

import { constructDescriptions } from "../../lib/constructs/list";
import { rootBases } from "./bases";
import { oddTextsOf } from "./odd-texts";

// Every text prop of App, Stack and every construct, with an empty, an odd and a huge text.
test.each([...Object.keys(rootBases), ...constructDescriptions.map(({ className }) => className)])(
  "%s accepts no empty, odd or huge text without a reason",
  (name) => {
    expect(oddTextsOf(name)).toEqual([]);
  },
);
