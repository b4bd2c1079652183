import { codeSourceOf } from "../../../lib/local/functions/read-jobs";
import { testModel } from "../support/model";

const zip = "/out/stacks/Main/assets/notes.zip";
const artifact = { stack: "Main", name: "notes" };

describe("The code of a function", () => {
  test.each([
    ["source_dir", "/out/notes"],
    ["source_file", "/out/notes/index.js"],
  ])("is in the folder that the archive takes by %s", (attribute, value) => {
    const archive = { [attribute]: value, output_path: zip };
    const other = { source_dir: "/out/other", output_path: "/out/other.zip" };
    const model = testModel({ "data.archive_file": { other, archive } });
    expect(codeSourceOf(model, zip)).toEqual({ artifact, folder: "/out/notes", zip });
  });
  test("is in the zip alone if there is no archive", () => {
    expect(codeSourceOf(testModel({}), zip)).toEqual({ artifact, folder: undefined, zip });
  });
  test("is nowhere on this machine where the function has no zip", () => {
    expect(codeSourceOf(testModel({}), undefined)).toEqual({});
  });
});
