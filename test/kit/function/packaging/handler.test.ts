import {
  checkGoHandler,
  checkPythonHandler,
  findNodeEntry,
  splitHandler,
} from "../../../../lib/kit/function/packaging/handler";
import { project } from "../../../support/environment";

describe("a handler", () => {
  test.each([
    ["notes.get", "notes", "get"],
    ["functions/notes.get", "functions/notes", "get"],
    ["functions/my.notes.get", "functions/my.notes", "get"],
    ["./notes.get", "./notes", "get"],
  ])("%s is the file %s and the function %s", (handler, file, name) => {
    expect(splitHandler("App", handler)).toEqual({ file, name });
  });
  test.each(["notes", "functions/notes", ".get", "notes.", "my.functions/notes"])(
    "may not be %p",
    (handler) => {
      expect(() => splitHandler("Main/Get", handler)).toThrow(
        /^Main\/Get: handler is .*, which is not a path with a function/,
      );
    },
  );
});

describe("the file of a Node handler", () => {
  test("is the first with one of the extensions, in their order", () => {
    const extensions = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"];
    extensions.forEach((extension, index) => {
      const present = extensions.slice(index).map((each) => [`src/notes${each}`, ""] as const);
      const folder = project(Object.fromEntries(present));
      expect(findNodeEntry("App", folder, "src", "notes.get")).toBe(`notes${extension}`);
    });
  });
  test("has a name that ends at the first dot, as the service reads it", () => {
    const folder = project({ "notes.ts": "", "notes.api.ts": "" });
    expect(findNodeEntry("App", folder, ".", "notes.api.get")).toBe("notes.ts");
  });
  test("may be anywhere below, but not a folder", () => {
    const folder = project({ "a/b.ts": "", "notes.ts/x": "" });
    expect(findNodeEntry("App", folder, ".", "./a/b.get")).toBe("a/b.ts");
    expect(() => findNodeEntry("App", folder, ".", "notes.get")).toThrow(/there is no file "notes"/);
  });
  test.each([
    ["another case", "functions/Notes.get"],
    ["a folder that is left out", "notes.get"],
    ["a letter too few", "function/notes.get"],
  ])("is suggested for %s", (_, handler) => {
    const folder = project({ "src/functions/notes.ts": "", "src/node_modules/notes.ts": "" });
    expect(() => findNodeEntry("App", folder, "src", handler)).toThrow(
      /Did you mean "functions\/notes\.get"\?/,
    );
  });
  test("is not suggested for a path that is like none", () => {
    const folder = project({ "src/functions/notes.ts": "" });
    const find = () => findNodeEntry("App", folder, "src", "accounts/close.all");
    expect(find).toThrow(/there is no file "src\/accounts\/close"/);
    expect(find).not.toThrow(/Did you mean/);
  });
});

test("a Python handler is a module", () => {
  const folder = project({ "src/main.py": "", "src/main/x.js": "" });
  expect(() => checkPythonHandler("App", folder, "src", "main.handler")).not.toThrow();
  expect(() => checkPythonHandler("App", folder, "src", "mian.handler")).toThrow(
    /handler is "mian\.handler".*\.py\.\n.*Did you mean "main\.handler"\?/,
  );
});

test.each(["cmd/main.go", "cmd", "cmd/main"])("a Go handler may be %s", (handler) => {
  const folder = project({ "src/cmd/main.go": "" });
  expect(() => checkGoHandler("App", folder, "src", handler)).not.toThrow();
});
