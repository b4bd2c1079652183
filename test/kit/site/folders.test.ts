import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { belowSite, isFolder, siteBuildCommand, siteFolder } from "../../../lib/kit/site/folders";
import { failure } from "../../constructs/api/support/api";
import { temporaryFolder, testStack } from "../../support/stack";

describe("belowSite", () => {
  const below = (path: string) => belowSite(testStack(), "buildOutput", "/app/web", path);

  test.each([
    [".", "/app/web"],
    ["dist", "/app/web/dist"],
    ["a/../b", "/app/web/b"],
    ["../web/dist", "/app/web/dist"],
    ["..dist", "/app/web/..dist"],
  ])("%j is %s", (path, expected) => {
    expect(below(path)).toBe(expected);
  });

  test.each([
    ["", "prop-invalid"],
    ["..", "site-output-outside"],
    ["../other", "site-output-outside"],
    ["a/../../web2", "site-output-outside"],
    ["/app/web/dist", "site-output-outside"],
  ])("%j is refused with %s", (path, code) => {
    expect(failure(() => below(path))).toMatchObject({ code, prop: "buildOutput" });
  });
});

test.each([
  [undefined, "prop-required"],
  [5, "prop-required"],
  ["", "prop-required"],
  ["none", "site-path-missing"],
  ["<file>", "site-path-missing"],
])("siteFolder refuses %p with %s", (given, code) => {
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "");
  const path = given === "<file>" ? file : given;
  expect(failure(() => siteFolder(testStack(), path))).toMatchObject({ code, prop: "path" });
});

test("a path that is too long is not a folder", () => {
  expect([isFolder("/".padEnd(9000, "a")), isFolder(temporaryFolder())]).toEqual([false, true]);
});

describe("siteBuildCommand", () => {
  const command = (files: Readonly<Record<string, string>>) => {
    const folder = temporaryFolder();
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return siteBuildCommand(testStack(), folder);
  };
  const scripts = '{ "scripts": { "build": "" } }';

  test("is that of the package manager with a lock file", () => {
    expect(command({ "package.json": scripts })).toBe("npm run build");
    expect(command({ "package.json": scripts, "yarn.lock": "" })).toBe("yarn build");
  });

  test.each(["{}", '{ "scripts": { "dev": "" } }', '{ "scripts": null }', "no JSON"])(
    "needs a script: %s",
    (content) => {
      expect(failure(() => command({ "package.json": content })).code).toBe("site-build-script-missing");
    },
  );

  test("leaves a folder that is missing to the check of `path`", () => {
    expect(siteBuildCommand(testStack(), "none")).toBe("npm run build");
  });
});
