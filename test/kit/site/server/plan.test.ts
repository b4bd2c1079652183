import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { planServerSite, type SiteProps } from "../../../../lib/kit/site";
import { failure } from "../../../constructs/api/support/api";
import { temporaryFolder, testStack } from "../../../support/stack";

function plan(
  props: Partial<SiteProps> = {},
  packageJson: object | string = { dependencies: { astro: "1" } },
) {
  const path = temporaryFolder();
  const content = typeof packageJson === "string" ? packageJson : JSON.stringify(packageJson);
  writeFileSync(join(path, "package.json"), content);
  mkdirSync(join(path, "dist"));
  return planServerSite(testStack(), { path, buildCommand: "build", ...props });
}
const refused = (...given: Parameters<typeof plan>) => failure(() => plan(...given));

describe("the framework", () => {
  test.each([
    [{ dependencies: { vite: "1", astro: "1" } }, "astro"],
    [{ devDependencies: { nitropack: "1" } }, "nitro"],
    [{ dependencies: { a: "1" }, devDependencies: { vite: "1" } }, "vite"],
  ])("of %j is %s", (packageJson, name) => {
    expect(plan({}, packageJson).name).toBe(name);
  });

  test.each([[{}], ["no JSON"], [{ dependencies: null }]])("is unknown in %j", (packageJson) => {
    expect(refused({}, packageJson)).toMatchObject({ code: "site-framework-unknown", prop: "framework" });
  });

  test("that is given counts, and is one of the list", () => {
    expect(plan({ framework: "vite" })).toMatchObject({ name: "vite", server: undefined, fn: undefined });
    expect(refused({ framework: "other" as never }).prop).toBe("framework");
  });
});

describe("the server", () => {
  test("is that of the framework, none, or the caller's", () => {
    expect(plan().server).toMatchObject({ entry: "dist/server/entry.mjs", port: undefined });
    expect(plan({ server: false })).toMatchObject({ server: undefined, fn: undefined });
    expect(plan({ server: { entry: "server.js" } }).server).toMatchObject({
      entry: "server.js",
      packaging: "bundle",
      files: [{ folder: "dist/client" }],
    });
    expect(plan({ server: { entry: undefined, port: 80 } as never }).server).toMatchObject({
      entry: "dist/server/entry.mjs",
      port: 80,
    });
  });

  test("does not start the program of the framework if it has an entry of its own", () => {
    const framework = "react-router";
    expect(plan({ framework }).server).toHaveProperty("program");
    expect(plan({ framework, server: { entry: "server.js" } }).server).not.toHaveProperty("program");
  });

  test.each([
    ["vite", "dist"],
    ["static", "public"],
  ] as const)("beside files of %s has those of %s", (framework, folder) => {
    expect(plan({ framework, server: { entry: "server.js" } }).server?.files).toEqual([{ folder }]);
  });

  test.each([1, 3000, 65_535])("may listen on port %d", (port) => {
    expect(plan({ server: { entry: "server.js", port } }).server?.port).toBe(port);
  });

  test.each([0, -1, 65_536, 80.5, "80"])("cannot listen on port %p", (port) => {
    const server = { entry: "server.js", port: port as number };
    expect(refused({ server })).toMatchObject({ code: "prop-invalid", prop: "server.port" });
  });

  test.each<[Partial<SiteProps>, string, string]>([
    [{ server: true as never }, "server", "prop-invalid"],
    [{ server: { port: 80 } as never, framework: "vite" }, "server.entry", "site-server-none"],
    [{ server: { entry: "../server.js" } }, "server.entry", "site-output-outside"],
    [{ server: false, bind: [] }, "bind", "site-server-needed"],
    [{ framework: "vite", permissions: "*" }, "permissions", "site-server-needed"],
    [{ server: false, defaults: { function: {} } }, "defaults.function", "site-server-needed"],
    [{ buildCommand: "" }, "buildCommand", "prop-invalid"],
    [{ cdk: { regenerationQueue: {} } as never }, "cdk", "key-rejected"],
  ])("%j is refused at %s with %s", (props, prop, code) => {
    expect(refused(props)).toMatchObject({ prop, code });
  });

  test("says why there is no function", () => {
    expect(refused({ server: false, bind: [] }).message).toContain("server is false");
    expect(refused({ framework: "vite", bind: [] }).message).toContain("its framework builds files only");
  });
});

describe("the base path", () => {
  test.each([
    [undefined, ""],
    ["/docs", "docs"],
    ["/a/b-c_d.e~1", "a/b-c_d.e~1"],
  ])("%j is %j", (basePath, base) => {
    expect(plan({ basePath }).base).toBe(base);
  });

  test.each(["", "/", "docs", "/docs/", "//docs", "/a b"])("%j is refused", (basePath) => {
    expect(refused({ basePath })).toMatchObject({ code: "prop-invalid", prop: "basePath" });
  });
});

test("files that never change are kept for a year, pages are not kept, and others are kept by CloudFront for a day", () => {
  const { cacheControlOf } = plan({ basePath: "/docs" });
  expect(["docs/_astro/a.js", "docs/a.html", "docs/a.js", "_astro/a.js"].map(cacheControlOf)).toEqual([
    "public,max-age=31536000,immutable",
    "max-age=0,no-cache,no-store,must-revalidate",
    "public,max-age=0,s-maxage=86400,stale-while-revalidate=8640",
    "public,max-age=0,s-maxage=86400,stale-while-revalidate=8640",
  ]);
  expect(plan().cacheControlOf("_astro/a.js")).toBe("public,max-age=31536000,immutable");
});

test("there is a build unless the files are the sources", () => {
  const path = temporaryFolder();
  const of = (framework: "static" | "vite") => planServerSite(testStack(), { path, framework }).buildCommand;
  expect(of("static")).toBeUndefined();
  expect(failure(() => of("vite")).code).toBe("site-build-script-missing");
});
