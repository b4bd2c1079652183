import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import type { Message } from "esbuild";
import { escapePattern } from "../../facts/text/escape-pattern";
import type { NodeArtifact } from "../artifact";
import { type BundleFailure, failurePerHandler } from "../failure";
import { type EsbuildOutcome, type EsbuildRequest, runBuilds, succeeded } from "./esbuild/esbuild";
import { exportNameOf } from "./handler";
import { findUncallable } from "./handler-values";
import { buildOptions, entryOf, outputOf } from "./options";
import { pluginsOf } from "./requests";
import { importPathOf, moduleFoldersOf } from "./source-file";

export function findMissingExports(artifacts: readonly NodeArtifact[]): readonly BundleFailure[] {
  return artifacts.flatMap((artifact) => [...missingIn(artifact), ...findUncallable(artifact)]);
}

/**
 * The end of a bundle lists most exports. For the others, esbuild bundles an import of the name: it resolves re-exports, and
 * recognizes CommonJS files, whose exports are known only at runtime.
 */
function missingIn(artifact: NodeArtifact): readonly BundleFailure[] {
  const file = join(artifact.outDir, outputOf(artifact));
  const names = artifact.functions.map(({ handler }) => exportNameOf(handler, artifact.entry));
  const end = readEnd(file);
  const unseen = [...new Set(names)].filter((name) => !showsExport(end, name, artifact.format));
  const bundle = unseen.length === 0 ? "" : readFileSync(file, "latin1");
  const doubtful = unseen.filter((name) => !showsExport(bundle, name, artifact.format));
  if (doubtful.length === 0) return [];
  const missing = askForExports(artifact, doubtful, pluginsOf(artifact));
  if (missing.length === 0) return withoutNamedExports(artifact, bundle, doubtful);
  return missingExports(artifact, missing, pluginsOf(artifact));
}

/** Finds handlers that their source file does not export. Uses esbuild without bundling packages. */
export function findUnexported(artifacts: readonly NodeArtifact[]): readonly BundleFailure[] {
  return artifacts.flatMap((artifact) => {
    const plugins = pluginsOf(artifact);
    const names = new Set(artifact.functions.map(({ handler }) => exportNameOf(handler, artifact.entry)));
    return missingExports(artifact, askForExports(artifact, [...names], plugins), plugins);
  });
}

function missingExports(
  artifact: NodeArtifact,
  missing: readonly string[],
  plugins: string | undefined,
): readonly BundleFailure[] {
  if (missing.length === 0) return [];
  const exports = listExports(artifact, plugins);
  return failurePerHandler(artifact, "handler-export-missing", "handler", (handler) => {
    const name = exportNameOf(handler, artifact.entry);
    return missing.includes(name) ? { value: handler, name, file: entryOf(artifact), exports } : undefined;
  });
}

/**
 * A CommonJS file becomes the default export of an ES module. Its other exports are known from its text, but Lambda would not
 * find them.
 */
function withoutNamedExports(
  artifact: NodeArtifact,
  bundle: string,
  names: readonly string[],
): readonly BundleFailure[] {
  if (artifact.format !== "esm" || /\bexport\s*\*/.test(bundle)) return [];
  return failurePerHandler(artifact, "handler-commonjs", "handler", (handler) =>
    names.includes(exportNameOf(handler, artifact.entry))
      ? { value: handler, file: entryOf(artifact) }
      : undefined,
  );
}

/** The last part of a file, where a bundle lists its exports. Reading whole bundles would be slow. */
function readEnd(file: string): string {
  const descriptor = openSync(file, "r");
  try {
    const { size } = fstatSync(descriptor);
    const buffer = Buffer.alloc(Math.min(size, 8192));
    readSync(descriptor, buffer, 0, buffer.length, size - buffer.length);
    return buffer.toString("latin1");
  } finally {
    closeSync(descriptor);
  }
}

/** True only if the export certainly exists. */
function showsExport(bundle: string, name: string, format: NodeArtifact["format"]): boolean {
  const listed = lastMatch(
    bundle,
    /\bexport\s*\{([^}]*)\}|\b0\s*&&\s*\(module\.exports\s*=\s*\{([^}]*)\}\)/g,
  );
  const names = listed.split(",").map((each) => each.trim().replace(/^.* as /s, ""));
  if (names.includes(name)) return true;
  // In an ES module, this text belongs to a CommonJS file in the bundle.
  return format === "cjs" && new RegExp(`\\bexports\\.${escapePattern(name)}\\s*=`).test(bundle);
}

function lastMatch(text: string, pattern: RegExp): string {
  let last = "";
  for (const match of text.matchAll(pattern)) last = match[1] ?? match[2] ?? "";
  return last;
}

function askForExports(
  artifact: NodeArtifact,
  names: readonly string[],
  plugins: string | undefined,
): readonly string[] {
  const entry = JSON.stringify(importPathOf(artifact));
  const contents = names.map(
    (name, index) => `export { ${JSON.stringify(name)} as e${index} } from ${entry};`,
  );
  const { errors, warnings } = look(artifact, plugins, {
    entryPoints: undefined,
    stdin: { contents: contents.join("\n"), resolveDir: artifact.appPath, sourcefile: question },
  });
  const complaints = [...errors, ...warnings].filter(isAboutExport);
  return names.filter((_, index) => complaints.some(({ location }) => location?.line === index + 1));
}

const question = "<handlers>";

/** An error if the file has other exports, and only a warning if it has none. */
const isAboutExport = ({ id, text, location }: Message): boolean =>
  location?.file === question && (id === "import-is-undefined" || text.startsWith("No matching export"));

function listExports(artifact: NodeArtifact, plugins: string | undefined): readonly string[] {
  const outcome = look(artifact, plugins, { entryPoints: [importPathOf(artifact)], metafile: true });
  if (!succeeded(outcome)) return [];
  const outputs = Object.values(outcome.metafile?.outputs ?? {});
  return outputs.flatMap(({ entryPoint, exports }) => (entryPoint === undefined ? [] : exports)).sort();
}

function look(
  artifact: NodeArtifact,
  plugins: string | undefined,
  options: EsbuildRequest["options"],
): EsbuildOutcome {
  const [outcome] = runBuilds([
    {
      plugins,
      options: {
        ...buildOptions(artifact),
        nodePaths: moduleFoldersOf(artifact),
        format: "esm",
        splitting: false,
        sourcemap: false,
        packages: "external",
        outdir: artifact.outDir,
        write: false,
        ...options,
      },
    },
  ]);
  return outcome ?? { errors: [], warnings: [] };
}
