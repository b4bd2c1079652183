import { type StageParts, stageParts } from "../../../lib/local/stage/stage-parts";

const names = Object.keys(stageParts) as (keyof StageParts)[];

describe("The parts of a local stage", () => {
  test.each(names)("%s comes after the parts that it needs", (name) => {
    const above = names.slice(0, names.indexOf(name));
    expect(stageParts[name].needs.filter((need) => !above.includes(need))).toEqual([]);
  });
});
