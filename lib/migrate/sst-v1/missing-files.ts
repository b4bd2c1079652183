import { existsSync, readdirSync, statSync } from "node:fs";
import { join, normalize } from "node:path";
import type { SstStackFile } from "./stack-source";
import { child, children, nameOf, type SyntaxNode, stringOf, walk } from "./syntax";

/** Keys whose value is a handler. */
const handlerKey =
  /^(handler|function|consumer|job|authenticator|onCreate|onUpdate|onDelete|\$connect|\$default|\$disconnect|(GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS|ANY) +\/.*|(Query|Mutation|Subscription) +\w+)$/;

/** Keys of objects whose values are handlers. */
const handlerMap = /^(routes|consumers|subscribers|notifications|targets|triggers|resolvers|dataSources)$/;

const handler = /^[\w@./-]+\.[\w$]+$/;

/** The folders from which the handlers of the stacks are counted. Undefined if they are known only when the stacks run. */
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

/** A file of another case is meant: file systems of other machines find it. */
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

/** The path of the only file that has the name in another case, without its extension. */
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
