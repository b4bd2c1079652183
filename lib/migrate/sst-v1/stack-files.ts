import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { constructPackages } from "./names";
import { isCdkPackage } from "./stack-source";
import {
  child,
  children,
  objectMembersOf,
  parseModule,
  type SyntaxNode,
  stringOf,
  unwrapped,
} from "./syntax";

/** A file that the stacks are made of. */
export interface StackFile {
  /** Relative to the folder of the app. */
  readonly path: string;
  readonly text: string;
  readonly program: SyntaxNode;
  /** The files that it imports, by what it writes for them. */
  readonly imports: ReadonlyMap<string, string>;
  /** Whether it imports SST or AWS CDK itself. */
  readonly isForeign: boolean;
}

const endings = [".ts", ".tsx", ".mts", ".js", ".jsx", ".mjs", ".cts", ".cjs", ".json"];

/** The file behind a relative import. Undefined if no file has the name. */
function fileOf(folder: string, base: string): string | undefined {
  const typed = base.replace(/\.(m|c)?jsx?$/, "");
  const candidates = [
    base,
    ...endings.map((ending) => base + ending),
    ...(typed === base ? [] : [".ts", ".tsx", ".mts"].map((ending) => typed + ending)),
    ...endings.map((ending) => join(base, `index${ending}`)),
  ];
  return candidates.find((each) => {
    const path = join(folder, each);
    return existsSync(path) && statSync(path).isFile();
  });
}

/** The paths that a name may stand for, by `baseUrl` and `paths` of `tsconfig.json`. */
function pathAliases(folder: string): (name: string) => readonly string[] {
  const file = join(folder, "tsconfig.json");
  if (!existsSync(file)) return () => [];
  // The file may have comments, so it is read as an object of JavaScript.
  const [statement] = children(parseModule(`(${readFileSync(file, "utf8")})`, "tsconfig.json"), "body");
  const valueOf = (node: SyntaxNode | undefined, key: string): SyntaxNode | undefined =>
    objectMembersOf(node).find((each) => each.key === key)?.value;
  const options = valueOf(unwrapped(child(statement, "expression")), "compilerOptions");
  const base = stringOf(valueOf(options, "baseUrl"));
  const paths = objectMembersOf(valueOf(options, "paths")).flatMap(({ key, value }) =>
    children(value, "elements").map((each) => ({ key, target: stringOf(each) ?? "" })),
  );
  return (name) => [
    ...paths.flatMap(({ key, target }) => {
      const [head = "", tail] = key.split("*");
      const isMatch = tail === undefined ? name === head : name.startsWith(head) && name.endsWith(tail);
      const middle = tail === undefined ? "" : name.slice(head.length, name.length - tail.length);
      return isMatch ? [normalize(join(base ?? ".", target.replace("*", middle)))] : [];
    }),
    ...(base === undefined ? [] : [normalize(join(base, name))]),
  ];
}

/** The files that a module of stacks loads, and that must change: those with constructs, and those that import them. */
export function stackFilesOf(folder: string, main: string): readonly StackFile[] {
  const files = new Map<string, StackFile>();
  const aliases = pathAliases(folder);
  const visit = (path: string): void => {
    if (files.has(path) || path.endsWith(".json")) return;
    const text = readFileSync(join(folder, path), "utf8");
    const program = parseModule(text, path);
    const sources = sourcesIn(program);
    const imports = new Map<string, string>();
    for (const source of sources) {
      const file = source.startsWith(".")
        ? fileOf(folder, normalize(join(dirname(path), source)))
        : aliases(source).flatMap((each) => fileOf(folder, each) ?? [])[0];
      if (file !== undefined && !file.startsWith("..")) imports.set(source, file);
    }
    const isForeign = sources.some((each) => constructPackages.has(each) || isCdkPackage(each));
    files.set(path, { path, text, program, imports, isForeign });
    for (const file of imports.values()) visit(file);
  };
  visit(main);
  const changed = new Set<string>();
  for (let size = -1; size !== changed.size; ) {
    size = changed.size;
    for (const { path, isForeign, imports } of files.values())
      if (isForeign || path === main || [...imports.values()].some((each) => changed.has(each)))
        changed.add(path);
  }
  // The folders of stacks are left behind as a whole, so that they can be deleted.
  const folders = [...changed].map((path) => dirname(path)).filter((each) => each !== ".");
  const isBeside = (path: string): boolean => folders.some((each) => path.startsWith(`${each}/`));
  return [...files.values()].filter(({ path }) => changed.has(path) || isBeside(path));
}

/** The module names in the imports and exports of a file. */
function sourcesIn(program: SyntaxNode): readonly string[] {
  return children(program, "body").flatMap((each) => stringOf(child(each, "source")) ?? []);
}

/** The paths of the written files, by those of the stacks: beside the folder of the entry, at the same depth. */
export function writtenPaths(files: readonly StackFile[], main: string): ReadonlyMap<string, string> {
  const others = files.map(({ path }) => path).filter((path) => path !== main);
  const [folder = ""] = others[0]?.split("/") ?? [];
  // The entry of `sst.config.ts` is beside the folder of its stacks.
  const isShared = dirname(main) === "." && others.every((path) => path.startsWith(`${folder}/`));
  const from = isShared ? folder : dirname(main);
  const target = join(dirname(from), "serverform-stacks");
  return new Map(
    files.map(({ path }) => {
      const inner = relative(from, path);
      return [path, join(target, inner.startsWith("..") ? path.replaceAll("../", "") : inner)];
    }),
  );
}

/**
 * A relative import of a written file.
 *
 * Modules need the ending of a file, and other packages leave it out.
 */
export function importPath(from: string, to: string, isModule: boolean): string {
  const path = relative(dirname(from), to).replaceAll("\\", "/");
  const named = isModule
    ? path.replace(/\.([mc]?)tsx?$/, ".$1js").replace(/\.jsx$/, ".js")
    : path.replace(/\.[jt]sx?$/, "").replace(/\/index$/, "");
  return named.startsWith(".") ? named : `./${named}`;
}
