import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import type { Construct } from "constructs";
import { bundleProgram, codeLimits } from "../../../bundle";
import { isInSsm } from "../../../facts/bindings";
import { Stack } from "../../app";
import { present } from "../../core/checks/absence";
import { readJsonFile } from "../../core/project-files";
import { isUnresolved } from "../../core/tokens/unresolved";
import { placeholderOf } from "../files/replacements";
import { fail } from "./errors";
import { generatedFolder } from "./function-plan";
import type { PlannedServerSite, PlannedSiteServer } from "./plan";

/** The entry point and settings with which a function runs the build. */
export interface BuiltServer {
  /** The file, below the folder `server` of the package. */
  readonly entry: string;
  /** The framework has made a handler of Lambda, so that no server is started. */
  readonly handler: { readonly isStreaming: boolean } | undefined;
  /** Files that get values when the server starts; undefined: none. */
  readonly replaced?: ServerReplacements | undefined;
}

/**
 * Makes the files of the package, when the site has been built.
 *
 * @param bound - the variables of the bound constructs
 */
export function packageServer(
  site: Construct,
  planned: PlannedServerSite,
  server: PlannedSiteServer,
  bound: Variables,
): BuiltServer {
  const { folder, framework } = planned;
  const { exported } = framework;
  const entry = planned.name === "next" ? nextEntry(folder, server.entry) : server.entry;
  const file = join(folder, entry);
  if (!existsSync(file)) {
    fail(site, "site-server-missing", "server", {
      file: relative(Stack.of(site).app.appPath, file),
      setting: planned.props.server ? undefined : server.setting,
      exported: existsSync(join(folder, exported)) ? exported : undefined,
    });
  }
  if (planned.name === "next") refuseRevalidation(site, folder);
  const root = emptyPackage(site);
  const made = makeEntry(site, { folder, entry, server, root });
  copyPages(folder, server, root);
  for (const { folder: files } of server.files)
    tellOfKept(site, laterKeys(bound), join(folder, files), "files");
  const replaced = replacedFiles(site, planned, { server, root, bound, handler: made.handler });
  const built = { ...made, replaced };
  const start = { entry: built.entry, port: server.port, replaced };
  writeFileSync(join(dirname(root), "server.json"), JSON.stringify(start));
  checkSize(site, [root, ...(server.packaging === "bundle" ? [] : [join(folder, server.packaging.copy)])]);
  return built;
}

/** Makes a package that answers each request with a page, in place of a build that has failed. */
export function packageFailure(
  site: Construct,
  { folder, server }: PlannedServerSite & { readonly server: PlannedSiteServer },
  page: string,
): BuiltServer {
  const root = emptyPackage(site);
  const headers = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
  const answer = JSON.stringify({ statusCode: 500, headers, body: page });
  writeFileSync(join(root, "failed.mjs"), `export const handler = async () => (${answer});\n`);
  // The package has this folder of the build, too.
  if (server.packaging !== "bundle") mkdirSync(join(folder, server.packaging.copy), { recursive: true });
  return { entry: "failed.mjs", handler: { isStreaming: false } };
}

/** The folder of the server in the package, without the files of an earlier build. */
function emptyPackage(site: Construct): string {
  const target = join(Stack.of(site).app.appPath, generatedFolder(site));
  rmSync(target, { recursive: true, force: true });
  const root = join(target, "server");
  mkdirSync(root, { recursive: true });
  return root;
}

type Variables = Readonly<Record<string, string>>;

/** The files in which the build has put texts for references, whose values only the deployment knows. */
function replacedFiles(
  site: Construct,
  { folder, props }: PlannedServerSite,
  given: Pick<Entry, "server" | "root"> & Pick<BuiltServer, "handler"> & { readonly bound: Variables },
): ServerReplacements | undefined {
  const { root, handler } = given;
  const variables = { ...given.bound, ...present(props.environment ?? {}) };
  const { packaging } = given.server;
  const isBundle = packaging === "bundle";
  const program = isBundle ? root : join(folder, packaging.copy);
  // The server knows the sizes of these pages, so that they must not change.
  if (!isBundle) tellOfKept(site, laterKeys(variables), root, "pages");
  if (handler !== undefined) {
    tellOfKept(site, laterKeys(variables), program, "a handler");
    return undefined;
  }
  // Code of this library reads these values from SSM. A file would hold them for anyone who can read it.
  tellOfKept(site, keysWhere(variables, isInSsm), program, "files");
  const where = isBundle ? { folder: root, base: root } : { folder: program, base: folder };
  return findReplaced(variables, isBundle ? "." : packaging.copy, where);
}

interface Entry {
  readonly folder: string;
  readonly entry: string;
  readonly server: PlannedSiteServer;
  readonly root: string;
}

function makeEntry(site: Construct, { folder, entry, server, root }: Entry): BuiltServer {
  if (server.packaging !== "bundle") {
    writeFileSync(join(root, "package.json"), JSON.stringify({ type: moduleType(folder) }));
    return { entry, handler: nitroHandler(folder, server.packaging.copy) };
  }
  const { program: text } = server;
  // The program imports the build, so it is next to the folder of the build.
  const program = text === undefined ? entry : "server.js";
  const errors = bundleProgram({ folder, entry: program, text, outdir: root });
  if (errors.length > 0) {
    const isNative = errors.some((each) => each.includes('".node" files'));
    const code = isNative ? "site-server-native" : "site-server-bundle-failed";
    fail(site, code, "server", { file: entry, errors: errors.join("\n") });
  }
  return { entry: program.replace(/\.[^./]+$/, ".mjs"), handler: undefined };
}

/** The module type of a project's files that end with `.js`. */
function moduleType(folder: string): string {
  const { type } = readJson<{ readonly type?: string }>(join(folder, "package.json"));
  return type ?? "commonjs";
}

/** In a workspace, Next.js writes the server below the path of the app in the workspace. */
function nextEntry(folder: string, entry: string): string {
  const { relativeAppDir: inside = "" } = readJson<{ readonly relativeAppDir: string }>(
    join(folder, ".next/required-server-files.json"),
  );
  return inside === "" ? entry : entry.replace(/server\.js$/, `${inside.split(sep).join("/")}/server.js`);
}

interface NextConfig {
  readonly config?: { readonly cacheHandler?: unknown };
}

interface PrerenderManifest {
  readonly routes?: Readonly<Record<string, { readonly initialRevalidateSeconds?: number | false }>>;
}

function refuseRevalidation(site: Construct, folder: string): void {
  const { config } = readJson<NextConfig>(join(folder, ".next/required-server-files.json"));
  if (config?.cacheHandler !== undefined && config.cacheHandler !== null) return;
  const { routes = {} } = readJson<PrerenderManifest>(join(folder, ".next/prerender-manifest.json"));
  for (const [route, { initialRevalidateSeconds: seconds }] of Object.entries(routes)) {
    if (typeof seconds === "number") fail(site, "site-next-revalidation", "path", { route, seconds });
  }
}

/** Nitro says what it has built: a server, or a handler of Lambda. */
function nitroHandler(folder: string, copied: string): BuiltServer["handler"] {
  const file = join(folder, dirname(copied), "nitro.json");
  const { preset = "", config } = readJson<{
    readonly preset?: string;
    readonly config?: { readonly awsLambda?: { readonly streaming?: boolean } };
  }>(file);
  if (!preset.replaceAll("_", "-").startsWith("aws-lambda")) return undefined;
  return { isStreaming: config?.awsLambda?.streaming === true };
}

/** A file that a framework writes. Without the file, all keys are undefined. */
const readJson = <Content>(file: string): Partial<Content> =>
  (readJsonFile(file).value ?? {}) as Partial<Content>;

/** Pages that the build has rendered, with their data. The server sends them, because only it knows their paths. */
function copyPages(folder: string, { pages }: PlannedSiteServer, root: string): void {
  if (pages === undefined || !existsSync(join(folder, pages))) return;
  const isPage = (path: string): boolean => statSync(path).isDirectory() || /\.(html|json)$/.test(path);
  cpSync(join(folder, pages), join(root, pages), { recursive: true, filter: isPage });
}

function checkSize(site: Construct, folders: readonly string[]): void {
  const bytes = folders.map(sizeOf).reduce((sum, each) => sum + each, 0);
  const { unzipped: limit } = codeLimits;
  if (bytes > limit) fail(site, "site-server-too-large", "server", { bytes, limit });
}

function sizeOf(folder: string): number {
  const sizes = readdirSync(folder, { recursive: true, withFileTypes: true }).map((each) =>
    each.isFile() ? statSync(join(each.parentPath, each.name)).size : 0,
  );
  return sizes.reduce((sum, each) => sum + each, 0);
}

/** Files of a server that hold texts in place of values, as the bridge reads it. Paths are below the folder of the server. */
interface ServerReplacements {
  readonly program: string;
  readonly files: readonly string[];
  readonly keys: readonly string[];
}

/** A folder with files of the server. */
interface ServerFiles {
  readonly folder: string;
  /** The folder to which the paths of the files are relative. */
  readonly base: string;
}

/**
 * Finds the files of a server into which the build has written texts in place of references, as bundlers do that put
 * variables into the code.
 *
 * @param program - the folder of the server's code, whose copy gets the values
 */
export function findReplaced(
  environment: Variables,
  program: string,
  { folder, base }: ServerFiles,
): ServerReplacements | undefined {
  const keys = keysWhere(environment, isUnresolved);
  if (keys.length === 0) return undefined;
  const files = filesWith(keys, folder).map((file) => relative(base, file).split(sep).join("/"));
  return files.length === 0 ? undefined : { program, files: files.sort(), keys };
}

/** Notes that files keep the texts, because no code of this library runs before they are sent. */
function tellOfKept(site: Construct, keys: readonly string[], folder: string, what: string): void {
  const files = filesWith(keys, folder).map((file) => relative(folder, file));
  if (files.length === 0) return;
  const shown = `${files.slice(0, 3).join(", ")}${files.length > 3 ? ` and ${files.length - 3} more` : ""}`;
  const text = `${what} (${shown}) with strings in place of the values of environment or bind, which stay there. Render those pages for each request, and read the variables in the server`;
  Stack.of(site).app.addNotice(`serverform: ${site.node.path}: the build has made ${text}`, site);
}

const keysWhere = (variables: Variables, isSo: (value: string) => boolean): string[] =>
  Object.entries(variables).flatMap(([key, value]) => (isSo(value) ? [key] : []));

/** The variables whose values the build does not know. */
const laterKeys = (variables: Variables): string[] =>
  keysWhere(variables, (value) => isUnresolved(value) || isInSsm(value));

/** No source has such a size; reading it would take long. */
const largest = 20 * 1024 * 1024;

function filesWith(keys: readonly string[], folder: string): readonly string[] {
  if (keys.length === 0 || !existsSync(folder)) return [];
  const searched = keys.map((key) => Buffer.from(placeholderOf(key)));
  const found: string[] = [];
  const search = (inside: string): void => {
    for (const name of readdirSync(inside)) {
      const path = join(inside, name);
      const stat = statSync(path, { throwIfNoEntry: false });
      // Installed packages were built before.
      if (stat === undefined || name === "node_modules") continue;
      if (stat.isDirectory()) search(path);
      else if (stat.size <= largest && !name.endsWith(".map")) {
        const content = readFileSync(path);
        if (searched.some((each) => content.includes(each))) found.push(path);
      }
    }
  };
  search(folder);
  return found;
}
