import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { MigrateOptions } from "../../cli";
import { ServerformError } from "../../facts/errors/error";
import { functionModules } from "../../facts/errors/foreign-packages";
import { ownValue } from "../../facts/errors/own-value";
import type { Findings } from "../model/place";
import { isModulePackage, type Migrated, type MigratedFile, settingsFiles } from "../write/project-files";
import { type AppConfig, appFile, appFileOfConfig, readAppConfig } from "./app-file";
import { changeImports, leftoverText } from "./change-imports";
import { changeStacks } from "./change-stacks";
import { renamedExports } from "./construct-rules";
import {
  importPath,
  reportMissingFiles,
  type StackFile,
  sourceFolders,
  stackFilesOf,
  writtenPaths,
} from "./stack-files";
import { EditedText, lineAt, SstStackFile } from "./stack-source";
import { child, children, nameOf, parseModule, type SyntaxNode, stringOf, textField, walk } from "./syntax";

/** Reads an application of SST v1, and writes its stacks with the names of this library. */
export async function readSstV1(
  folder: string,
  findings: Findings,
  { handlers: rewritesHandlers = false }: MigrateOptions,
): Promise<Migrated> {
  const config = readAppConfig(folder, findings);
  const files = stackFilesOf(folder, config.main);
  const entry = mainPath(config);
  const paths = new Map([
    ...writtenPaths(files, config.main),
    ...(config.main === config.file ? [[config.main, entry] as const] : []),
  ]);
  const sources = sourceFolders(files.map(({ program }) => program));
  const writer: Writer = { folder, sources, paths, isModule: isModulePackage(folder), findings };
  const written = files.map((file) => changedFile(file, writer));
  const handlers = handlersOf(folder, new Set(files.map(({ path }) => path)), (text, file) =>
    readable(text, file, findings),
  );
  for (const handler of handlers) handlerFindings(handler, rewritesHandlers, findings);
  packageFindings(folder, findings);
  return {
    name: config.name,
    counts: { "stack file": files.length, handler: handlers.length },
    files: [
      ...written.map((file) =>
        file.path === entry ? { ...file, text: appFileOfConfig(config, file.text) } : file,
      ),
      ...(config.main === config.file ? [] : [entryFile(config, entry, files, writer)]),
      ...settingsFiles(entry),
      ...(rewritesHandlers
        ? handlers.map(({ path, text }): MigratedFile => ({ path, text, ifPresent: "replace" }))
        : []),
    ],
  };
}

interface Writer {
  readonly folder: string;
  /** The base folders of handlers. */
  readonly sources: readonly string[] | undefined;
  /** The paths of the written files, by the paths of the stacks. */
  readonly paths: ReadonlyMap<string, string>;
  readonly isModule: boolean;
  readonly findings: Findings;
}

const mainPath = ({ main }: AppConfig): string => (/\.[mc]?js$/.test(main) ? "main.js" : "main.ts");

function entryFile(
  config: AppConfig,
  entry: string,
  files: readonly StackFile[],
  { paths, isModule }: Writer,
): MigratedFile {
  const program = files.find(({ path }) => path === config.main)?.program;
  const exported = children(program, "body").find(({ type }) => type === "ExportDefaultDeclaration");
  const isAsync = child(exported, "declaration")?.async === true;
  const path = importPath(entry, paths.get(config.main) ?? config.main, isModule);
  return { path: entry, text: appFile(config, path, isAsync), ifPresent: "refuse" };
}

/** A file of stacks at its new path: first its code changes, then its imports. */
function changedFile(
  { path, text, program, imports }: StackFile,
  { folder, sources, paths, isModule, findings }: Writer,
): MigratedFile {
  const written = paths.get(path) ?? path;
  const source = new SstStackFile(text, program, /\.[cm]?tsx?$/.test(path));
  reportMissingFiles(source, folder, sources);
  changeStacks(source);
  const changed = source.edited.text;
  const { edited, leftovers } = changeImports({
    text: changed,
    program: parseModule(changed, path),
    needed: source.needed,
    pathOf: (specifier) => {
      const file = imports.get(specifier);
      if (file !== undefined) return importPath(written, paths.get(file) ?? file, isModule);
      return specifier.startsWith(".")
        ? importPath(written, join(dirname(path), specifier), isModule)
        : undefined;
    },
  });
  const result = edited.text;
  source.report(findings, written, (offset) => edited.offset(offset), result);
  for (const { name, node } of leftovers)
    findings.todo({ file: written, line: lineAt(result, edited.offset(node.start)) }, leftoverText(name));
  return { path: written, text: result, ifPresent: "refuse" };
}

/** A handler that cannot be parsed is left unchanged, since the stacks do not need it. */
function readable(text: string, file: string, findings: Findings): SyntaxNode | undefined {
  try {
    return parseModule(text, file);
  } catch (error) {
    if (!(error instanceof ServerformError)) throw error;
    findings.todo(
      { file, line: 1 },
      "The file cannot be parsed: compare its imports of SST's clients by hand.",
    );
    return undefined;
  }
}

function handlerFindings(
  { path, imports, missing }: ChangedHandler,
  isRewritten: boolean,
  findings: Findings,
): void {
  for (const { line, from, to } of imports) {
    if (isRewritten) findings.note({ file: path, line }, `\`${from}\` became \`${to}\`.`);
    else
      findings.todo(
        { file: path, line },
        `Import from \`${to}\` in place of \`${from}\`; \`--handlers\` does it.`,
      );
  }
  for (const { line, text } of missing) findings.todo({ file: path, line }, text);
}

/** A file whose imports of SST's clients change. */
interface ChangedHandler {
  /** Relative to the folder of the app. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly { readonly line: number; readonly from: string; readonly to: string }[];
  /** Imports without a counterpart. */
  readonly missing: readonly { readonly line: number; readonly text: string }[];
}

const skipped = new Set([
  "node_modules",
  "dist",
  "build",
  "cdktf.out",
  "out",
  "serverform-stacks",
  "coverage",
]);
const code = /\.[cm]?[jt]sx?$/;

/** The package of SST's clients, and the module in it. */
const clientModule = /^(?:@serverless-stack\/node|sst\/node)\/(.+)$/;

const modules: ReadonlySet<string> = new Set(functionModules);

/** Names that those modules do not have, by module. */
const missingNames: Readonly<Record<string, ReadonlySet<string>>> = {
  site: new Set(["NextjsSite", "RemixSite", "SvelteKitSite", "AstroSite", "SolidStartSite", "Site"]),
};

/** The files that import SST's clients, except stacks. */
function handlersOf(
  folder: string,
  stacks: ReadonlySet<string>,
  parse: (text: string, file: string) => SyntaxNode | undefined,
): readonly ChangedHandler[] {
  const found: ChangedHandler[] = [];
  const visit = (path: string): void => {
    for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
      const inner = path === "" ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory() && !skipped.has(entry.name) && !entry.name.startsWith(".")) visit(inner);
      else if (entry.isFile() && code.test(entry.name) && !stacks.has(inner)) {
        const text = readFileSync(join(folder, inner), "utf8");
        const program = /(@serverless-stack|sst)\/node\//.test(text) ? parse(text, inner) : undefined;
        const changed = program && changedHandler(inner, text, program);
        if (changed !== undefined) found.push(changed);
      }
    }
  };
  visit("");
  return found;
}

function changedHandler(path: string, text: string, program: SyntaxNode): ChangedHandler | undefined {
  const edited = new EditedText(text);
  const imports: { line: number; from: string; to: string }[] = [];
  const missing: { line: number; text: string }[] = [];
  walk(program, (node, above) => {
    const from = stringOf(node);
    const [, module = ""] = clientModule.exec(from ?? "") ?? [];
    const owner = above.at(-1);
    if (from === undefined || module === "" || owner === undefined || !isImport(node, owner)) return;
    const line = lineAt(text, node.start);
    const names = namesOf(owner).filter(({ name }) => ownValue(missingNames, module)?.has(name) === true);
    if (!modules.has(module) || names.length > 0) {
      const what = names.map(({ name }) => `\`${name}\` of `).join("");
      missing.push({ line, text: `${what}\`${from}\` has no counterpart.` });
      if (!modules.has(module)) return;
    }
    const to = `serverform/node/${module}`;
    const quote = text.charAt(node.start);
    edited.replace(node, `${quote}${to}${quote}`);
    for (const { name, node: specifier } of namesOf(owner)) {
      const renamed = ownValue(renamedExports, name);
      const local = nameOf(child(specifier, "local")) ?? name;
      if (renamed !== undefined && names.length === 0) edited.replace(specifier, `${renamed} as ${local}`);
    }
    imports.push({ line, from, to });
  });
  return imports.length + missing.length === 0 ? undefined : { path, text: edited.text, imports, missing };
}

/** Whether a text is the module of an import, an export, `require` or `import()`. */
function isImport(node: SyntaxNode, owner: SyntaxNode): boolean {
  if (child(owner, "source") === node) return true;
  if (/^TSExternalModuleReference$|^TSModuleDeclaration$/.test(owner.type)) return true;
  const callee = child(owner, "callee");
  const isLoader =
    callee?.type === "Import" ||
    nameOf(callee) === "require" ||
    /mock$/i.test(nameOf(child(callee, "property")) ?? "");
  return owner.type === "CallExpression" && isLoader && children(owner, "arguments")[0] === node;
}

const namesOf = (owner: SyntaxNode): readonly { readonly name: string; readonly node: SyntaxNode }[] =>
  owner.type !== "ImportDeclaration"
    ? []
    : children(owner, "specifiers").flatMap((node) => {
        const name = nameOf(child(node, "imported")) ?? textField(child(node, "imported"), "value");
        return name === undefined ? [] : [{ name, node }];
      });

/** Commands of SST, and those of this library. */
const commands: Readonly<Record<string, string>> = {
  bind: "serverform bind --",
  build: "serverform build",
  console: "serverform local",
  deploy: "serverform deploy",
  dev: "serverform local",
  diff: "serverform diff",
  env: "serverform env --",
  "load-config": "serverform bind",
  remove: "serverform remove",
  secrets: "serverform secrets",
  start: "serverform start",
};

/** Reports the scripts of `package.json` that call SST. */
function packageFindings(folder: string, findings: Findings): void {
  const file = join(folder, "package.json");
  if (!existsSync(file)) return;
  const text = readFileSync(file, "utf8");
  for (const { index, 1: name = "", 2: command = "" } of text.matchAll(
    /"([^"]+)"\s*:\s*"(?:[^"]*&&\s*)?(?:npx )?sst ([a-z-]+)/g,
  )) {
    const here = ownValue(commands, command);
    if (here !== undefined)
      findings.note(
        { file: "package.json", line: lineAt(text, index) },
        `The script \`${name}\` calls \`sst ${command}\`: write \`${here}\`.`,
      );
  }
}
