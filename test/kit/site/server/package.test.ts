import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Stack } from "../../../../lib/kit/app";
import { frameworks } from "../../../../lib/kit/site/server/frameworks";
import { generatedFolder } from "../../../../lib/kit/site/server/function-plan";
import { packageServer } from "../../../../lib/kit/site/server/package";
import type { PlannedServerSite, PlannedSiteServer } from "../../../../lib/kit/site/server/plan";
import { failure } from "../../../constructs/api/support/api";
import { temporaryFolder, testStack } from "../../../support/stack";

type Files = Readonly<Record<string, string>>;
type Name = "next" | "nitro";

/** Packages what a build has made. Nothing of these frameworks is bundled. */
function packaged(name: Name, files: Files, props: object = {}, prepare = (_: string) => {}) {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  prepare(folder);
  const site = testStack();
  const server = { ...frameworks[name].server, port: undefined } as PlannedSiteServer;
  const planned = { props, name, framework: frameworks[name], folder, server };
  const built = packageServer(site, planned as unknown as PlannedServerSite, server, {});
  const target = join(Stack.of(site).app.appPath, generatedFolder(site));
  const read = (file: string): unknown => JSON.parse(readFileSync(join(target, file), "utf8"));
  return { built, target, read };
}

const nitro = { ".output/server/index.mjs": "", ".output/public/a.css": "" };
const next = { ".next/standalone/server.js": "" };
const required = ".next/required-server-files.json";
const prerendered = ".next/prerender-manifest.json";

test("a server that runs by itself has its entry, and the type of the project's modules", () => {
  const { built, read } = packaged("nitro", nitro);
  expect(built).toEqual({ entry: ".output/server/index.mjs", handler: undefined, replaced: undefined });
  expect(read("server.json")).toEqual({ entry: ".output/server/index.mjs" });
  expect(read("server/package.json")).toEqual({ type: "commonjs" });
  const modules = packaged("nitro", { ...nitro, "package.json": '{ "type": "module" }' });
  expect(modules.read("server/package.json")).toEqual({ type: "module" });
});

test("a former package is gone", () => {
  const { target } = packaged("nitro", nitro);
  writeFileSync(join(target, "server/former.js"), "");
  packaged("nitro", nitro);
  expect(existsSync(join(target, "server/former.js"))).toBe(false);
});

test("pages and their data are packaged, and other files are left out", () => {
  const { target } = packaged("nitro", {
    ...nitro,
    ".output/public/index.html": "",
    ".output/public/b/_payload.json": "",
    ".output/public/b/c.js": "",
  });
  const files = readdirSync(join(target, "server/.output"), { recursive: true, withFileTypes: true });
  expect(
    files
      .filter((each) => each.isFile())
      .map(({ name }) => name)
      .sort(),
  ).toEqual(["_payload.json", "index.html"]);
});

test.each([
  ["{}", undefined],
  ['{ "preset": "node-server" }', undefined],
  ['{ "preset": "aws-lambda" }', { isStreaming: false }],
  ['{ "preset": "aws_lambda" }', { isStreaming: false }],
  ['{ "preset": "aws-lambda-streaming" }', { isStreaming: false }],
  ['{ "preset": "aws-lambda", "config": { "awsLambda": { "streaming": true } } }', { isStreaming: true }],
  ['{ "preset": "aws-lambda", "config": { "awsLambda": { "streaming": "yes" } } }', { isStreaming: false }],
])("Nitro has built with %s: %j", (content, handler) => {
  expect(packaged("nitro", { ...nitro, ".output/nitro.json": content }).built.handler).toEqual(handler);
});

test.each([
  ["{}", ".next/standalone/server.js"],
  ['{ "relativeAppDir": "" }', ".next/standalone/server.js"],
  ['{ "relativeAppDir": "apps/web" }', ".next/standalone/apps/web/server.js"],
])("Next.js has built with %s", (content, entry) => {
  const files = { [entry]: "", [required]: content };
  expect(packaged("next", files).built.entry).toBe(entry);
});

describe("pages of Next.js that are rendered again", () => {
  const routes = (seconds: unknown) =>
    JSON.stringify({
      routes: { "/": { initialRevalidateSeconds: false }, "/a": { initialRevalidateSeconds: seconds } },
    });

  test.each([0, 60])("are refused after %d seconds, with their route", (seconds) => {
    expect(failure(() => packaged("next", { ...next, [prerendered]: routes(seconds) }))).toMatchObject({
      code: "site-next-revalidation",
      prop: "path",
      message: expect.stringContaining("/a"),
    });
  });

  test.each([
    ["never", { [prerendered]: routes(false) }],
    [
      "with a cache of their own",
      { [prerendered]: routes(5), [required]: '{ "config": { "cacheHandler": "x" } }' },
    ],
  ])("are packaged: %s", (_, files) => {
    expect(() => packaged("next", { ...next, ...files })).not.toThrow();
  });

  test("are refused without a cache of their own", () => {
    const files = { ...next, [prerendered]: routes(5), [required]: '{ "config": { "cacheHandler": null } }' };
    expect(failure(() => packaged("next", files)).code).toBe("site-next-revalidation");
  });
});

test("a server that is missing is named, with the setting unless the server is the caller's", () => {
  const message = (files: Files, props = {}) => failure(() => packaged("next", files, props)).message;
  expect(message({})).toContain('output: "standalone" in next.config');
  expect(message({}, { server: { entry: "x.js" } })).not.toContain("next.config");
  expect(message({ "out/a.html": "" })).toContain('"out"');
});

test("a package has 250 MB at most, without counting folders", () => {
  const withBytes = (bytes: number) =>
    packaged("nitro", { ...nitro, ".output/server/large.bin": "" }, {}, (folder) =>
      truncateSync(join(folder, ".output/server/large.bin"), bytes),
    );
  const rest = JSON.stringify({ type: "commonjs" }).length;
  const limit = 262_144_000;
  expect(() => withBytes(limit - rest)).not.toThrow();
  expect(failure(() => withBytes(limit - rest + 1)).code).toBe("site-server-too-large");
});
