import { alignColumns, fitColumns, withoutMiddle } from "../../../lib/cli/ui/columns";

describe("alignColumns", () => {
  test("pads every column except the last one", () => {
    const rows = [
      ["GET", "/notes", "list"],
      ["DELETE", "/notes/{id}", ""],
    ];
    expect(alignColumns(rows)).toEqual(["GET     /notes       list", "DELETE  /notes/{id}"]);
  });

  test("gives no width to a column that is empty or missing in all rows", () => {
    expect(alignColumns([["a", "", "c"], ["b"]])).toEqual(["a    c", "b"]);
  });

  test("returns nothing for no rows", () => {
    expect(alignColumns([])).toEqual([]);
  });
});

describe("fitColumns", () => {
  const rows = [
    ["GET", "/a/long/path/that/goes/on", "functions/notes.ts list"],
    ["DELETE", "/b", "x"],
  ];

  test("changes nothing where all fits", () => {
    expect(fitColumns(rows, 80)).toEqual(alignColumns(rows));
  });

  test.each([30, 40, 50])("keeps to %i characters; the widest columns give way first", (width) => {
    const lines = fitColumns(rows, width);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(width);
    expect(lines[1]).toMatch(/^DELETE {2}\/b/);
  });

  test("keeps both ends of a long name", () => {
    expect(withoutMiddle("functions/orders/place.ts handler", 21)).toBe("functions/…ts handler");
    expect(withoutMiddle("short", 5)).toBe("short");
  });
});
