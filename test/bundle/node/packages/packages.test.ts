/** @group processes */

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleArtifacts, type NodeArtifact } from "../../../../lib/bundle";
import { packagesOf } from "../../../support/packages";
import { folderWith, messages, nodeArtifact } from "../../support";
import { cases, type PackageCase } from "./handlers";

const modules = packagesOf("handlers");

const formats = ["cjs", "esm"] as const;

interface Row {
  readonly format: (typeof formats)[number];
  readonly built: readonly string[];
  readonly warnings: readonly string[];
  readonly answered: unknown;
}

/** Packages and what they need, as `npm install` puts them beside a bundle. */
function withDependencies(names: readonly string[], folder: string): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (from: string, name: string): void => {
    const place = [join(from, "node_modules", name), join(folder, name)].find((each) => existsSync(each));
    if (place === undefined || found.has(place)) return;
    found.add(place);
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(join(place, "package.json"), "utf8"),
    ) as { dependencies?: object; optionalDependencies?: object };
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) add(place, each);
  };
  for (const name of names) add(folder, name);
  return found;
}

/** The result of a handler in a process that has only the built artifact. */
function invoke({ outDir }: NodeArtifact, installed: ReadonlySet<string>, from: string): unknown {
  const folder = folderWith();
  cpSync(outDir, folder, { recursive: true });
  for (const place of installed) {
    const target = join(folder, "node_modules", place.slice(from.length + 1));
    mkdirSync(dirname(target), { recursive: true });
    cpSync(place, target, { recursive: true });
  }
  const script = `import(${JSON.stringify(pathToFileURL(join(folder, "functions/a.js")).href)})
    .then((module) => module.handler())
    .then((answer) => { require("node:fs").writeFileSync("answer.json", JSON.stringify(answer)); process.exit(); })
    .catch((error) => { console.error(error); process.exit(1); });`;
  const env = { PATH: process.env.PATH, AWS_LAMBDA_FUNCTION_NAME: "it", DD_TRACE_ENABLED: "false" };
  execFileSync(process.execPath, ["-e", script], { cwd: folder, env, stdio: ["ignore", "ignore", "pipe"] });
  return JSON.parse(readFileSync(join(folder, "answer.json"), "utf8"));
}

function rowOf(given: PackageCase, format: Row["format"], from: string): Row {
  const app = folderWith({ ...given.files, "functions/a.ts": given.source });
  symlinkSync(from, join(app, "node_modules"));
  if (given.generate !== undefined) {
    const { program, arguments: rest, environment } = given.generate;
    const env = { PATH: process.env.PATH, ...environment };
    execFileSync(process.execPath, [join(from, program), ...rest], { cwd: app, env, stdio: "pipe" });
  }
  const warnings: string[] = [];
  const artifact = nodeArtifact(app, "a", {
    format,
    minify: true,
    externalModules: given.nodeModules ?? [],
    runtime: given.runtime ?? "nodejs22.x",
  });
  const built = messages(bundleArtifacts([artifact], (text) => warnings.push(text)));
  const installed = withDependencies(given.nodeModules ?? [], from);
  return {
    format,
    built,
    warnings,
    answered: built.length === 0 ? invoke(artifact, installed, from) : undefined,
  };
}

describe("A handler that uses packages as their documents show it", () => {
  for (const given of cases) {
    const absent = given.packages.filter((name) => modules === undefined || !existsSync(join(modules, name)));
    const title = `${given.packages.join(", ")} ${given.packages.length === 1 ? "is" : "are"} bundled in both formats, and answers`;
    if (absent.length > 0 || modules === undefined) {
      test.skip(`${title} (not installed: ${absent.join(", ")}; see test/packages/handlers)`, () => {});
      continue;
    }
    test(title, () => {
      expect(formats.map((format) => rowOf(given, format, modules))).toEqual(
        formats.map((format) => ({ format, built: [], warnings: [], answered: given.answer })),
      );
    });
  }
});
