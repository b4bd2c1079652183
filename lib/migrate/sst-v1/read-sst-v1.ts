import { dirname, join } from "node:path";
import type { MigrateOptions } from "../../cli";
import { ServerformError } from "../../facts/errors/error";
import type { Findings } from "../model/place";
import { isModulePackage, type Migrated, type MigratedFile, settingsFiles } from "../write/project-files";
import { type AppConfig, appFile, appFileOfConfig, readAppConfig } from "./app-file";
import { changeImports, leftoverText } from "./change-imports";
import { changeStacks } from "./change-stacks";
import { type ChangedHandler, handlersOf, packageFindings } from "./handlers";
import {
  importPath,
  reportMissingFiles,
  type StackFile,
  sourceFolders,
  stackFilesOf,
  writtenPaths,
} from "./stack-files";
import { lineAt, SstStackFile } from "./stack-source";
import { child, children, parseModule, type SyntaxNode } from "./syntax";

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

/** The facts that all written files of an app share. */
interface Writer {
  readonly folder: string;
  /** The folders from which handlers are counted. */
  readonly sources: readonly string[] | undefined;
  /** The paths of the written files, by those of the stacks. */
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

/** A handler that cannot be parsed stays unchanged, since the stacks do not need it. */
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
