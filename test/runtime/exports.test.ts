import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { constructDescriptions } from "../../lib/constructs/list";
import { functionModules } from "../../lib/facts/errors/foreign-packages";
import type { ConstructDescription } from "../../lib/kit/description";

const root = resolve(__dirname, "../..");
const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>;
};
const modules = Object.entries(exports).filter(([name]) => name.startsWith("./node/"));

test.each(modules)("%s is made from sources of its name", (name, files) => {
  const places = Object.values(files);
  const sources = places.map((file) =>
    file.replace(
      /^\.\/dist\/(.*?)(?:\.d)?\.(m?)[jt]s$/,
      (_, module: string, m: string) => `lib/${module}.${m}ts`,
    ),
  );
  expect(sources.filter((source) => !existsSync(join(root, source)))).toEqual([]);
  expect(new Set(places.map((file) => file.replace(/(\.d)?\.m?[jt]s$/, "")))).toEqual(
    new Set([name.replace("./node/", "./dist/runtime/node/")]),
  );
});

test("a message knows every module that replaces one of another library", () => {
  const known = functionModules.map((name) => `./node/${name}`);
  expect(modules.map(([name]) => name).sort()).toEqual([...known].sort());
});

test("the module of every construct that can be bound exists", () => {
  const descriptions: readonly ConstructDescription[] = constructDescriptions;
  const clients = descriptions.flatMap(({ binding }) => binding?.client ?? []);
  expect(clients.filter((client) => !(`./node/${client}` in exports))).toEqual([]);
});
