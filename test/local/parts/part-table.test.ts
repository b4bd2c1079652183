import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { partNames, partTable } from "../../../lib/local/parts/part-table";

const folder = join(__dirname, "../../../lib/local/parts");

describe("The parts of the local server", () => {
  test.each(partNames)("%s comes after the parts that it needs", (name) => {
    const above = partNames.slice(0, partNames.indexOf(name));
    expect(partTable[name].needs.filter((need) => !above.includes(need))).toEqual([]);
  });

  test("each part that a file defines is in the table, under its own name", () => {
    const defined = readdirSync(folder).flatMap((file) =>
      [
        ...readFileSync(join(folder, file), "utf8").matchAll(/^export const (\w+) = define(?:Part|Step)/gm),
      ].map(([, name]) => name),
    );
    expect(defined.sort()).toEqual([...partNames].sort());
  });
});
