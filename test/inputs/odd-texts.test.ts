import { constructDescriptions } from "../../lib/constructs/list";
import { oddTextsOf } from "./odd-texts";

// Every text prop of every construct, with an empty, an odd and a huge text.
test.each(constructDescriptions.map(({ className }) => className))(
  "%s accepts no empty, odd or huge text without a reason",
  (name) => {
    expect(oddTextsOf(name)).toEqual([]);
  },
);
