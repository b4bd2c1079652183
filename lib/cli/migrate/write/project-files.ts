import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import type { Application } from "../model/application";
import type { Names } from "../model/names";
import type { Findings } from "../model/place";
import { Call, compact, isComputed } from "../model/value";
import { importsForCdk } from "../own-cdk";
import { ValuePrinter } from "./print-value";
import { stackFile, stackName } from "./stack-file";

/** A file that the migration writes. */
export interface MigratedFile {
  /** Relative to the folder of the application. */
  readonly path: string;
  readonly text: string;
  /** If the file exists, the command refuses, keeps it, or replaces its text. */
  readonly ifPresent: "refuse" | "keep" | "replace";
}

/** An application as files of this library. */
export interface Migrated {
  /** Name of the app. */
  readonly name: string;
  /** How much was translated, by what it is. */
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
  // Files of a package that is not "type": "module" are modules only by their ending.
  const isModule = isModulePackage(folder);
  const [ending, imported] = isModule ? ["ts", "js"] : ["mts", "mjs"];
  const stack = stackName;
  const file = stackName.toLowerCase();
  const text = stackFile(application, names, findings);
  reportMissingHandlers(application, folder, findings);
  const entry = mainFile(application, stack, `./stacks/${file}.${imported}`);
  return {
    name: application.name,
    counts: { function: application.functions.length, resource: application.resources.length },
    files: [
      { path: `stacks/${file}.${ending}`, text: importsForCdk(text), ifPresent: "refuse" },
      { path: `main.${ending}`, text: importsForCdk(entry), ifPresent: "refuse" },
      ...(application.codeFiles ?? []).map((each): MigratedFile => ({ ...each, ifPresent: "refuse" })),
      ...settingsFiles(`main.${ending}`),
    ],
  };
}

/** Endings of the files of handlers, by the beginning of the runtime. Without a runtime, functions have that of Node. */
const handlerEndings: Readonly<Record<string, readonly string[]>> = {
  nodejs: ["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"],
  python: ["py"],
};

function reportMissingHandlers(
  { functions, functionDefaults, codeFiles = [] }: Application,
  folder: string,
  findings: Findings,
): void {
  const written = new Set(codeFiles.map(({ path }) => path));
  for (const { props, place } of functions) {
    const { handler, srcPath = "", runtime = "nodejs" } = { ...functionDefaults, ...compact(props) };
    if (typeof handler !== "string" || typeof srcPath !== "string" || typeof runtime !== "string") continue;
    const endings = handlerEndings[/^[a-z]+/.exec(runtime)?.[0] ?? ""] ?? [];
    const files = endings.map((ending) => posix.join(srcPath, handler.replace(/\.[^./]*$/, `.${ending}`)));
    if (endings.length === 0 || files.some((file) => written.has(file) || existsSync(join(folder, file))))
      continue;
    findings.todo(
      place,
      `The file of the handler \`${posix.join(srcPath, handler)}\` is missing: build it first, or write its path.`,
    );
  }
}

/** The settings of an app, by the path of its entry. */
export const settingsFiles = (entry: string): readonly MigratedFile[] => [
  {
    path: "cdktf.json",
    text: `{ "language": "typescript", "app": "npx tsx ${entry}" }\n`,
    ifPresent: "refuse",
  },
  ...(/\.[mc]?js$/.test(entry)
    ? []
    : [{ path: "tsconfig.json", text: templateText("tsconfig.json"), ifPresent: "keep" } as const]),
];

/** A folder without a package becomes one of modules, as `serverform init` writes it. */
export function isModulePackage(folder: string): boolean {
  const file = join(folder, "package.json");
  if (!existsSync(file)) return false;
  try {
    return (JSON.parse(readFileSync(file, "utf8")) as { type?: unknown } | null)?.type === "module";
  } catch {
    return false;
  }
}

/** A file of the templates of `serverform init`. */
const templateText = (name: string): string =>
  readFileSync(join(__dirname, "../../init/templates/base", name), "utf8");

function mainFile({ name, region, functionDefaults: all }: Application, stack: string, path: string): string {
  const functionDefaults = Object.fromEntries(Object.entries(all).filter(([, value]) => !isComputed(value)));
  const printer = new ValuePrinter((part) => ("code" in part ? part.code : ""));
  const app = new Call("new App", [{ name: appName(name), region }]);
  const defaults = new Call("app.setDefaultFunctionProps", [functionDefaults]);
  return [
    'import { App } from "serverform";',
    `import { ${stack} } from "${path}";`,
    "",
    `const app = ${printer.print(app)};`,
    ...(Object.keys(functionDefaults).length === 0 ? [] : [`${printer.print(defaults)};`]),
    `app.stack(${stack});`,
    "app.synth();",
    "",
  ].join("\n");
}

/** Names of apps have letters, digits and hyphens. They begin the names of resources, whose length AWS limits. */
export function appName(name: string): string {
  const clean = name.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "");
  const full = /^[A-Za-z]/.test(clean) ? clean : `app-${clean}`;
  return full.length <= longestName ? full : full.slice(0, longestName + 1).replace(/-[^-]*$/, "");
}

const longestName = 32;
