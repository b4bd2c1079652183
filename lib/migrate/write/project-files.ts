import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import { type RuntimeLiteral, runtimes } from "../../facts/aws/runtimes";
import { writtenText } from "../../facts/text/written-text";
import { fail } from "../errors";
import type { Application, FunctionModel } from "../model/application";
import type { Names } from "../model/names";
import type { Findings } from "../model/place";
import { Call, code, compact, computedParts, isComputed } from "../model/value";
import { ValuePrinter } from "./print-value";
import { stackFile, stackName } from "./stack-file";

export interface MigratedFile {
  /** Relative to the folder of the application. */
  readonly path: string;
  readonly text: string;
  /** Whether to refuse, keep or replace an existing file. */
  readonly ifPresent: "refuse" | "keep" | "replace";
}

export interface Migrated {
  readonly name: string;
  /** The number of translated parts, by kind. */
  readonly counts: Readonly<Record<string, number>>;
  readonly files: readonly MigratedFile[];
}

/** The files of an application: the stack, its entry, and settings. */
export function applicationFiles(
  application: Application,
  folder: string,
  names: Names,
  findings: Findings,
): Migrated {
  // Files of a package without "type": "module" are modules only by their extension.
  const isModule = isModulePackage(folder);
  const [ending, imported] = isModule ? ["ts", "js"] : ["mts", "mjs"];
  const stack = stackName;
  const file = stackName.toLowerCase();
  const text = stackFile(withHandlerFiles(application, folder, findings), names, findings);
  for (const [key, tag] of Object.entries(application.tags ?? {}))
    if (
      computedParts(tag).some(
        (part) => !("code" in part) || !/^(stack\.(stage|region)$|process\.)/.test(part.code),
      )
    )
      findings.todo(
        { file: application.source, line: 1 },
        `The tag \`${key}\` was not translated: pass it as \`tags\` to the stack.`,
      );
  const entry = mainFile(application, stack, `./stacks/${file}.${imported}`);
  // With a `baseUrl` of this folder, an import of "cdktf" finds the file cdktf.json.
  const config = join(folder, "tsconfig.json");
  const hasBase = existsSync(config) && /"baseUrl"\s*:/.test(readFileSync(config, "utf8"));
  const own = "tsconfig.serverform.json";
  return {
    name: application.name,
    counts: { function: application.functions.length, resource: application.resources.length },
    files: [
      { path: `stacks/${file}.${ending}`, text, ifPresent: "refuse" },
      { path: `main.${ending}`, text: entry, ifPresent: "refuse" },
      ...(application.codeFiles ?? []).map((each): MigratedFile => ({ ...each, ifPresent: "refuse" })),
      ...(hasBase ? [{ path: own, text: compilerOptions(), ifPresent: "refuse" } as const] : []),
      ...settingsFiles(`main.${ending}`, hasBase ? `--tsconfig ${own} ` : ""),
    ],
  };
}

/** The settings of an app, by the path of its entry. Options are for the program that runs it. */
export const settingsFiles = (entry: string, options = ""): readonly MigratedFile[] => [
  {
    path: "cdktf.json",
    text: `{ "language": "typescript", "app": "npx tsx ${options}${entry}" }\n`,
    ifPresent: "refuse",
  },
  ...(/\.[mc]?js$/.test(entry)
    ? []
    : [{ path: "tsconfig.json", text: compilerOptions(), ifPresent: "keep" } as const]),
];

/** A folder without a package becomes a module package, as with `serverform init`. */
export function isModulePackage(folder: string): boolean {
  const file = join(folder, "package.json");
  if (!existsSync(file)) return false;
  try {
    return (JSON.parse(writtenText(file)) as { type?: unknown } | null)?.type === "module";
  } catch {
    return false;
  }
}

/**
 * The compiler settings of `serverform init`, which the build copies into the package. They also hold for the handlers, whose
 * imports of types may lack `type`: with `verbatimModuleSyntax` the bundler would look for the packages of the types.
 */
function compilerOptions(): string {
  const settings: unknown = require("../../cli/init/templates/base/tsconfig.json");
  const kept = (key: string, value: unknown) => (key === "verbatimModuleSyntax" ? undefined : value);
  return `${JSON.stringify(settings, kept, 2)}\n`;
}

function mainFile(
  { name, region, functions, tags = {}, functionDefaults: all }: Application,
  stack: string,
  path: string,
): string {
  const functionDefaults = Object.fromEntries(Object.entries(all).filter(([, value]) => !isComputed(value)));
  // The stage and the region of the stack are those of the app.
  const printer = new ValuePrinter((part) => ("code" in part ? part.code.replace(/^stack\./, "app.") : ""));
  const ids = functions.flatMap(({ name: id, events }) => [
    id,
    ...events.map((event) => ("id" in event ? event.id : "")),
  ]);
  // Names in AWS contain the stage, the app and the id, and have at most 64 characters.
  const room = 54 - Math.max(0, ...ids.map((id) => id.length));
  const app = new Call("new App", [
    { name: appName(name, Math.min(Math.max(room, 12), longestName)), region },
  ]);
  const defaults = new Call("app.setDefaultFunctionProps", [functionDefaults]);
  return [
    'import { App } from "serverform";',
    `import { ${stack} } from "${path}";`,
    "",
    `const app = ${printer.print(app)};`,
    ...(Object.keys(functionDefaults).length === 0 ? [] : [`${printer.print(defaults)};`]),
    `${printer.print(new Call("app.stack", [code(stack), ...(Object.keys(tags).length === 0 ? [] : [{ tags }])]))};`,
    "app.synth();",
    "",
  ].join("\n");
}

/** Names of apps contain letters, digits and hyphens. They are prefixes of the names of resources, whose length AWS limits. */
export function appName(name: string, longest = longestName): string {
  const clean = name.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "");
  const full = /^[A-Za-z]/.test(clean) ? clean : ["app", clean].filter(Boolean).join("-");
  return full.length <= longest ? full : full.slice(0, longest + 1).replace(/-[^-]*$/, "");
}

const longestName = 32;

/** Extensions of handler files, by the kind of the runtime. The default is Node. */
const handlerEndings: Readonly<Record<string, readonly string[]>> = {
  node: ["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"],
  python: ["py"],
};

/** The functions with their source files. Reports missing handlers, packages and layers. */
function withHandlerFiles(application: Application, folder: string, findings: Findings): Application {
  const { functionDefaults, resources, codeFiles = [] } = application;
  const isThere = (path: string): boolean =>
    existsSync(join(folder, path)) ||
    codeFiles.some((file) => file.path === path || file.path.startsWith(`${path}/`));
  const report = (place: FunctionModel["place"], what: string): void =>
    findings.todo(place, `${what} is missing: build it first, or write its path.`);
  for (const { className, from, name, place, props } of resources)
    if (
      className === "Layer" &&
      from === "serverform" &&
      typeof props.code === "string" &&
      !isThere(props.code)
    )
      report(place, `The folder \`${props.code}\` of \`${name}\``);
  const functions = application.functions.map((each): FunctionModel => {
    const all = { ...functionDefaults, ...compact(each.props) };
    const { handler, srcPath = "", runtime = "nodejs22.x", bundle } = all;
    if (typeof handler !== "string" || typeof srcPath !== "string" || typeof runtime !== "string")
      return each;
    // A package from another tool exists only after its build.
    if (bundle === false) return each;
    if (srcPath !== "" && !isThere(srcPath)) {
      report(each.place, `The code \`${srcPath}\` of \`${each.name}\``);
      return each;
    }
    const kind = runtimes[runtime as RuntimeLiteral]?.kind ?? "";
    const source = kind === "go" ? goSource(join(folder, srcPath), handler) : undefined;
    if (source !== undefined) return { ...each, props: { ...each.props, handler: source } };
    const files =
      kind === "go"
        ? [handler]
        : (handlerEndings[kind] ?? []).map((ending) => handler.replace(/\.[^./]*$/, `.${ending}`));
    if (files.length > 0 && !files.some((file) => isThere(posix.join(srcPath, file))))
      report(each.place, `The file of the handler \`${posix.join(srcPath, handler)}\``);
    return each;
  });
  return { ...application, functions };
}

/**
 * The package or file of a Go handler's binary: the source in the `Makefile`, or else one of the usual names. Undefined if
 * none exists.
 */
function goSource(folder: string, handler: string): string | undefined {
  const makefile = join(folder, "Makefile");
  const text = existsSync(makefile) ? readFileSync(makefile, "utf8") : "";
  const built = [...text.matchAll(/\bgo build\b[^\n]*?-o\s+(\S+)\s+(\S+)/g)].find(
    ([, output = ""]) => posix.normalize(output) === posix.normalize(handler),
  );
  const name = posix.basename(handler);
  const candidates = [built?.[2] ?? "", `${handler}.go`, `cmd/${name}/main.go`, `${name}/main.go`, "main.go"];
  const found = candidates.find((path) => path !== "" && existsSync(join(folder, path)));
  return found === undefined ? undefined : posix.normalize(found);
}

/** The paths of the files of a migration: written, changed, and left unchanged. */
export interface WrittenFiles {
  readonly created: readonly string[];
  readonly changed: readonly string[];
  readonly kept: readonly string[];
}

/** Writes all files or none. Replaces existing files only with `ifPresent: "replace"`. */
export function writeFiles(folder: string, files: readonly MigratedFile[]): WrittenFiles {
  const isThere = ({ path }: MigratedFile) => existsSync(join(folder, path));
  const present = files.filter(isThere);
  const obstacles = present.filter(({ ifPresent }) => ifPresent === "refuse");
  if (obstacles.length > 0)
    fail("serverform migrate", "migrate-files-exist", "<folder>", { files: pathsOf(obstacles) });
  const created = files.filter((each) => !present.includes(each));
  const changed = present.filter(({ ifPresent }) => ifPresent === "replace");
  const undo: (() => void)[] = [];
  try {
    // Names of an application are parts of paths.
    const outside = files.find(({ path }) => relative(folder, join(folder, path)).startsWith(".."));
    if (outside !== undefined) throw new Error(`${outside.path} would be outside of it`);
    for (const { path, text } of created) create(join(folder, path), text, undo);
    for (const { path, text } of changed) replace(join(folder, path), text, undo);
  } catch (error) {
    for (const each of undo.reverse()) each();
    fail("serverform migrate", "migrate-folder-unusable", "<folder>", {
      value: folder,
      reason: (error as Error).message,
    });
  }
  const kept = present.filter(({ ifPresent }) => ifPresent === "keep");
  return { created: pathsOf(created), changed: pathsOf(changed), kept: pathsOf(kept) };
}

const pathsOf = (files: readonly MigratedFile[]): readonly string[] => files.map(({ path }) => path);

function create(target: string, text: string, undo: (() => void)[]): void {
  const made = mkdirSync(dirname(target), { recursive: true });
  if (made !== undefined) undo.push(() => rmSync(made, { recursive: true, force: true }));
  writeFileSync(target, text, { flag: "wx" });
  undo.push(() => rmSync(target, { force: true }));
}

function replace(target: string, text: string, undo: (() => void)[]): void {
  const before = readFileSync(target);
  undo.push(() => writeFileSync(target, before));
  writeFileSync(target, text);
}
