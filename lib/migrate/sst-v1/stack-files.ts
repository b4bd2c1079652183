import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { constructPackages } from "./construct-rules";
import { isCdkPackage, type SstStackFile } from "./stack-source";
import {
  child,
  children,
  nameOf,
  objectMembersOf,
  parseModule,
  type SyntaxNode,
  stringOf,
  unwrapped,
  walk,
} from "./syntax";

export interface StackFile {
  /** Relative to the folder of the app. */
  readonly path: string;
  readonly text: string;
  readonly program: SyntaxNode;
  /** The imported files, by the specifiers in the code. */
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
  // The file may contain comments, so it is parsed as a JavaScript object.
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
    const sources = children(program, "body").flatMap((each) => stringOf(child(each, "source")) ?? []);
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
  // The old folders of stacks stay as a whole, so that they can be deleted.
  const folders = [...changed].map((path) => dirname(path)).filter((each) => each !== ".");
  const isBeside = (path: string): boolean => folders.some((each) => path.startsWith(`${each}/`));
  return [...files.values()].filter(({ path }) => changed.has(path) || isBeside(path));
}

/** The paths of the written files, by the paths of the stacks: next to the folder of the entry, at the same depth. */
export function writtenPaths(files: readonly StackFile[], main: string): ReadonlyMap<string, string> {
  const others = files.map(({ path }) => path).filter((path) => path !== main);
  const [folder = ""] = others[0]?.split("/") ?? [];
  // The entry of `sst.config.ts` is next to the folder of its stacks.
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

/** A relative import of a written file. Modules need the extension of a file, other packages leave it out. */
export function importPath(from: string, to: string, isModule: boolean): string {
  const path = relative(dirname(from), to).replaceAll("\\", "/");
  const named = isModule
    ? path.replace(/\.([mc]?)tsx?$/, ".$1js").replace(/\.jsx$/, ".js")
    : path.replace(/\.[jt]sx?$/, "").replace(/\/index$/, "");
  return named.startsWith(".") ? named : `./${named}`;
}

const handlerKey =
  /^(handler|function|consumer|job|authenticator|onCreate|onUpdate|onDelete|\$connect|\$default|\$disconnect|(GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS|ANY) +\/.*|(Query|Mutation|Subscription) +\w+)$/;

/** Keys of objects whose values are handlers. */
const handlerMap = /^(routes|consumers|subscribers|notifications|targets|triggers|resolvers|dataSources)$/;

const handler = /^[\w@./-]+\.[\w$]+$/;

/** The base folders of the handlers in the stacks. Undefined if they are known only at run time. */
export function sourceFolders(programs: readonly SyntaxNode[]): readonly string[] | undefined {
  const folders = new Set([""]);
  let isKnown = true;
  for (const program of programs)
    walk(program, (node) => {
      if (nameOf(child(node, "key")) !== "srcPath") return;
      const folder = stringOf(child(node, "value"));
      if (folder === undefined) isKnown = false;
      else folders.add(folder);
    });
  return isKnown ? [...folders] : undefined;
}

/** Reports handlers and folders of sites that the application does not have. */
export function reportMissingFiles(
  file: SstStackFile,
  folder: string,
  sources: readonly string[] | undefined,
): void {
  walk(file.program, (node, above) => {
    const text = stringOf(node);
    if (text === undefined) return;
    if (sources !== undefined && isHandler(node, above) && handler.test(text))
      reportHandler(file, node, { text, folder, sources });
    else if (isSitePath(file, node, above) && !existsSync(join(folder, text)))
      file.todo(node, `The folder \`${text}\` of the site is not in the application.`);
  });
}

const keyOf = (node: SyntaxNode | undefined): string | undefined =>
  node?.type === "ObjectProperty" ? (nameOf(child(node, "key")) ?? stringOf(child(node, "key"))) : undefined;

function isHandler(node: SyntaxNode, above: readonly SyntaxNode[]): boolean {
  const property = above.at(-1);
  const key = keyOf(property);
  if (key === undefined || child(property, "value") !== node) return false;
  return handlerKey.test(key) || handlerMap.test(keyOf(above.at(-3)) ?? "");
}

/** `path` of a site. */
function isSitePath(file: SstStackFile, node: SyntaxNode, above: readonly SyntaxNode[]): boolean {
  const site = above.at(-3);
  const name = file.importOf(child(site, "callee"))?.path.at(-1) ?? "";
  return (
    keyOf(above.at(-1)) === "path" &&
    child(above.at(-1), "value") === node &&
    children(site, "arguments")[2] === above.at(-2) &&
    name.endsWith("Site")
  );
}

interface Handler {
  readonly text: string;
  readonly folder: string;
  readonly sources: readonly string[];
}

/** Suggests a file whose name differs only in case: file systems of other machines find it. */
function reportHandler(file: SstStackFile, node: SyntaxNode, { text, folder, sources }: Handler): void {
  const [, path = "", name = ""] = /^(.+)\.([\w$]+)$/.exec(text) ?? [];
  const bases = [path, text];
  const all = sources.flatMap((source) => bases.map((base) => normalize(join(source, base))));
  if (all.some((each) => isFile(folder, each))) return;
  const others = new Set(sources.flatMap((source) => inAnyCase(join(folder, source), path) ?? []));
  const [other] = others;
  if (other !== undefined && others.size === 1) {
    file.note(node, `The file of \`${text}\` is \`${other}\`: most file systems tell the cases apart.`);
    file.edited.replace(node, JSON.stringify(`${other}.${name}`));
  } else {
    const places = sources.map((each) => `\`${normalize(join(each, path))}\``).join(" or ");
    file.todo(node, `No file ${places} is in the application, in which \`${text}\` would be.`);
  }
}

/** Whether a path is a file or a folder, with any extension. */
function isFile(folder: string, path: string): boolean {
  if (existsSync(join(folder, path))) return true;
  const [, parent = ".", base = path] = /^(.*)\/([^/]+)$/.exec(path) ?? [];
  return entriesOf(join(folder, parent)).some((each) => withoutExtension(each) === base);
}

/** The path of the only file whose name differs in case, without its extension. */
function inAnyCase(folder: string, path: string): string | undefined {
  const found: string[] = [];
  for (const part of path.split("/")) {
    const isSame = (each: string): boolean => each.toLowerCase() === part.toLowerCase();
    const names = entriesOf(join(folder, ...found)).map((each) =>
      isDirectory(join(folder, ...found, each)) ? each : withoutExtension(each),
    );
    const same = part === "." || part === ".." ? [part] : [...new Set(names)].filter(isSame);
    const [name] = same;
    if (name === undefined || same.length > 1) return undefined;
    found.push(name);
  }
  return found.join("/");
}

const withoutExtension = (name: string): string => name.replace(/\.[^.]+$/, "");

const isDirectory = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

const entriesOf = (folder: string): readonly string[] => (isDirectory(folder) ? readdirSync(folder) : []);
