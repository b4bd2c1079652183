import { existsSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative, resolve, sep } from "node:path";
import type { Message, Metafile } from "esbuild";
import { writtenText } from "../../facts/text/written-text";
import type { NodeArtifact } from "../artifact";
import { entryOf, outputOf } from "./options";

/**
 * Finds files that a bundle loads at run time, and that are not deployed: binaries of packages, and files next to a source.
 *
 * Use a new instance for each build, whose bundles share packages and sources.
 */
export class LeftBehind {
  private readonly binaries = new Map<string, boolean>();
  private readonly texts = new Map<string, string | undefined>();
  private readonly found = new Map<NodeArtifact, readonly Message[]>();

  constructor(private readonly inputs: Metafile["inputs"]) {}

  /** The warnings about the bundle of an artifact. */
  in(artifact: NodeArtifact): readonly Message[] {
    const found = this.found.get(artifact) ?? this.lookIn(artifact);
    this.found.set(artifact, found);
    return found;
  }

  private lookIn(artifact: NodeArtifact): readonly Message[] {
    const own = [...inputsOf(artifact, this.inputs)];
    const packages = new Set(own.flatMap((file) => packageFolderOf(file) ?? []));
    const withBinaries = [...packages].filter((folder) => this.hasBinary(resolve(artifact.appPath, folder)));
    const sources = own.filter((file) => packageFolderOf(file) === undefined);
    return [
      ...withBinaries.flatMap((folder) => binaryWarning(artifact, folder, own, this.inputs) ?? []),
      ...sources.flatMap((file) => {
        const text = this.textOf(resolve(artifact.appPath, file));
        return text === undefined ? [] : readsIn(artifact, file, text);
      }),
    ];
  }

  private hasBinary(folder: string): boolean {
    const found = this.binaries.get(folder) ?? hasBinary(folder);
    this.binaries.set(folder, found);
    return found;
  }

  /** The text of a source that uses its own folder. Most do not. */
  private textOf(source: string): string | undefined {
    if (!this.texts.has(source)) {
      const text = existsSync(source) ? readFileSync(source, "utf8") : "";
      this.texts.set(source, /__dirname|import\.meta/.test(text) ? text : undefined);
    }
    return this.texts.get(source);
  }
}

/** The inputs of the bundle of an artifact, as the metafile names them. */
function inputsOf(artifact: NodeArtifact, inputs: Metafile["inputs"]): ReadonlySet<string> {
  const found = new Set<string>();
  const queue = [entryOf(artifact)];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    const input = inputs[file];
    if (found.has(file) || input === undefined) continue;
    found.add(file);
    for (const { path, external } of input.imports) if (external !== true) queue.push(path);
  }
  return found;
}

/** The folder of the package of a file, such as `node_modules/@img/sharp`; undefined for a file of the project. */
function packageFolderOf(file: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];
}

/** Packages that find and load binaries. */
const loaders = new Set([
  "bindings",
  "node-gyp-build",
  "node-gyp-build-optional-packages",
  "node-pre-gyp",
  "@mapbox/node-pre-gyp",
  "prebuild-install",
  "pkg-prebuilds",
  "@neon-rs/load",
]);

const forOneSystem = /(?:^|[-/])(?:linux|darwin|win32)(?:musl)?[-/](?:x64|arm64)(?:$|-)/;

/** Whether the manifest of a package shows that it contains a program for one system. */
function hasBinary(folder: string): boolean {
  const manifest = readManifest(folder);
  const { dependencies = {}, optionalDependencies = {}, binary, gypfile, napi } = manifest;
  return (
    Object(binary) === binary ||
    Object(napi) === napi ||
    gypfile === true ||
    Object.keys({ ...dependencies, ...optionalDependencies }).some((name) => loaders.has(name)) ||
    Object.keys(optionalDependencies).some((name) => forOneSystem.test(name))
  );
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, unknown>>;
  readonly optionalDependencies?: Readonly<Record<string, unknown>>;
  readonly binary?: unknown;
  readonly gypfile?: unknown;
  readonly napi?: unknown;
}

function readManifest(folder: string): Manifest {
  try {
    return Object(JSON.parse(writtenText(join(folder, "package.json")))) as Manifest;
  } catch {
    // esbuild has reported the unreadable manifest.
    return {};
  }
}

/** The warning is about the file that imports the package. Undefined for a package that the bundle does not import. */
function binaryWarning(
  artifact: NodeArtifact,
  folder: string,
  files: readonly string[],
  inputs: Metafile["inputs"],
): Message | undefined {
  const importer = files.find(
    (file) =>
      !isWithin(file, folder) && inputs[file]?.imports.some(({ path }) => isWithin(path, folder)) === true,
  );
  if (importer === undefined) return undefined;
  const name = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
  const text =
    `${name} loads a binary, which a bundle does not contain. ` +
    `Add ${JSON.stringify(name)} to bundle.nodeModules of the function, which installs it for Linux and the function's architecture.`;
  return messageAt(artifact, importer, `"${name}`, text) ?? messageAt(artifact, importer, `'${name}`, text);
}

const isWithin = (path: string, folder: string): boolean => path.startsWith(`${folder}/`);

const literal = String.raw`(?:"[^"\n]*"|'[^'\n]*'|\x60[^\x60$\n]*\x60)`;

/** Paths that begin with the folder of the source: `join(__dirname, "a", "b.html")`, `new URL("./b.html", import.meta.url)`. */
const reads = [
  new RegExp(
    String.raw`\b(?:join|resolve)\(\s*(?:__dirname|import\.meta\.dirname)\s*,\s*(${literal}(?:\s*,\s*${literal})*)`,
    "g",
  ),
  new RegExp(String.raw`\b(?:__dirname|import\.meta\.dirname)\s*\+\s*(${literal})`, "g"),
  new RegExp(String.raw`\bnew URL\(\s*(${literal})\s*,\s*import\.meta\.url\s*\)`, "g"),
  /\$\{(?:__dirname|import\.meta\.dirname)\}(\/[^`$"'\n]*)/g,
];

/** The bundler leaves calls of the result of `createRequire` unchanged. */
const required = /\brequire\(\s*((?:"\.{1,2}\/[^"\n]*"|'\.{1,2}\/[^'\n]*'))\s*\)/g;

/** Files that a source reads from its folder, and that are not next to the bundle. */
function readsIn(artifact: NodeArtifact, file: string, text: string): readonly Message[] {
  const { appPath, srcPath, copyFiles, hooks } = artifact;
  const source = resolve(appPath, file);
  // Commands may create files anywhere.
  if (artifact.isOfPackage === true || hooks?.afterBundling !== undefined) return [];
  const isOwnRequire = /\brequire\s*=\s*createRequire\(\s*import\.meta\.url/.test(text);
  return [...reads, ...(isOwnRequire ? [required] : [])].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((found) => {
      const path = posix.normalize(pathIn(found[1] ?? ""));
      const read = join(dirname(source), path);
      if (path === "." || path === "./" || !existsSync(read)) return [];
      const deployed = posix.join(posix.dirname(outputOf(artifact)), path);
      const isCopied = copyFiles.some(({ from, to = from }) => {
        const target = posix.normalize(to);
        return target === "." || deployed === target || deployed.startsWith(`${target.replace(/\/$/, "")}/`);
      });
      if (isCopied) return [];
      const from = relative(join(appPath, srcPath), read).split(sep).join("/");
      const isOutside = `${deployed}/`.startsWith("../");
      const entry = from === deployed ? { from } : { from, to: isOutside ? posix.basename(path) : deployed };
      const remedy = `Add ${JSON.stringify(entry)} to copyFiles of the function${isOutside ? ", and read it below process.env.LAMBDA_TASK_ROOT" : ""}.`;
      const warning = `The package does not have ${JSON.stringify(path)} beside the bundle, which is ${outputOf(artifact)}. ${remedy}`;
      return messageAt(artifact, file, found[0], warning) ?? [];
    }),
  );
}

/** The path of string literals: `"a", "b.html"` is `a/b.html`. */
const pathIn = (text: string): string =>
  text.startsWith("/")
    ? `.${text}`
    : (text.match(new RegExp(literal, "g")) ?? [])
        .map((each) => each.slice(1, -1))
        .join("/")
        .replace(/^\//, "./");

/** A warning about the first place of a text in a source. Undefined if the source does not contain it. */
function messageAt({ appPath }: NodeArtifact, file: string, part: string, text: string): Message | undefined {
  const content = readFileSync(resolve(appPath, file), "utf8");
  const index = content.indexOf(part);
  if (index < 0) return undefined;
  const before = content.slice(0, index).split("\n");
  const column = before.at(-1)?.length ?? 0;
  const lineText = content.split("\n")[before.length - 1] ?? "";
  const length = Math.max(0, Math.min(part.split("\n")[0]?.length ?? 0, lineText.length - column));
  const location = { file, namespace: "file", line: before.length, column, length, lineText, suggestion: "" };
  return { id: "", pluginName: "", text, location, notes: [], detail: undefined };
}
