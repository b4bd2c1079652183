import { alignColumns } from "../../../lib/cli/ui/columns";

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
