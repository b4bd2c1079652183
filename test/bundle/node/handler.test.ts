import { deployedNodeHandler, exportNameOf, findEntry } from "../../../lib/bundle";
import { folderWith } from "../support";

describe("A Node handler", () => {
  const app = folderWith({
    "src/functions/notes.js": "",
    "src/functions/notes.ts": "",
    "src/functions/old.cjs": "",
    "src/a.b/c.mts": "",
  });

  test.each([
    ["functions/notes.get", "functions/notes.ts"],
    ["functions/notes.api.get", "functions/notes.ts"],
    ["functions/old.get", "functions/old.cjs"],
    ["a.b/c.get", "a.b/c.mts"],
    ["functions/gone.get", undefined],
    ["functions/notes", "functions/notes.ts"],
  ])("%s is in the file %s", (handler, file) => {
    expect(findEntry(app, "src", handler)).toBe(file);
  });

  test.each([
    ["functions/notes.get", "get"],
    ["functions/notes.api.get", "api"],
    ["a.b/c.get", "get"],
    ["functions/notes", ""],
  ])("%s is the export %j", (handler, name) => {
    expect(exportNameOf(handler)).toBe(name);
  });

  test.each([
    [".", "functions/notes.get", "functions/notes.get"],
    ["services/api", "functions/notes.get", "services/api/functions/notes.get"],
  ])("below %s, %s is deployed as %s", (srcPath, handler, deployed) => {
    expect(deployedNodeHandler(srcPath, handler)).toBe(deployed);
  });
});
