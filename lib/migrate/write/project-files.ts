import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Application } from "../model/application";
import type { Names } from "../model/names";
import type { Findings } from "../model/place";
import { Call, code, computedParts, isComputed } from "../model/value";
import { withHandlerFiles } from "./handler-files";
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

/** The settings of an app, by the path of its entry. Options are those of the program that runs it. */
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

/** The settings of the compiler that `serverform init` writes. The build puts them into the package. */
const compilerOptions = (): string =>
  `${JSON.stringify(require("../../cli/init/templates/base/tsconfig.json"), null, 2)}\n`;

function mainFile(
  { name, region, functions, tags = {}, functionDefaults: all }: Application,
  stack: string,
  path: string,
): string {
  const functionDefaults = Object.fromEntries(Object.entries(all).filter(([, value]) => !isComputed(value)));
  // The stage and the region of a stack are those of the app.
  const printer = new ValuePrinter((part) => ("code" in part ? part.code.replace(/^stack\./, "app.") : ""));
  const ids = functions.flatMap(({ name: id, events }) => [
    id,
    ...events.map((event) => ("id" in event ? event.id : "")),
  ]);
  // Names in AWS have the stage, the app and the id, within 64 characters.
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

/** Names of apps have letters, digits and hyphens. They begin the names of resources, whose length AWS limits. */
export function appName(name: string, longest = longestName): string {
  const clean = name.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "");
  const full = /^[A-Za-z]/.test(clean) ? clean : `app-${clean}`;
  return full.length <= longest ? full : full.slice(0, longest + 1).replace(/-[^-]*$/, "");
}

const longestName = 32;
