import { alignColumns } from "../../../lib/cli/ui/columns";

describe("alignColumns", () => {
  test("pads every column except the last one", () => {
    const rows = [
      ["GET", "/notes", "list"],
      ["DELETE", "/notes/{id}", ""],
    ];
    expect(alignColumns(rows)).toEqual(["GET     /notes       list", "DELETE  /notes/{id}"]);
  });

  test("returns nothing for no rows", () => {
    expect(alignColumns([])).toEqual([]);
  });
});
