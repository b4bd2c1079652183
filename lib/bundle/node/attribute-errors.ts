import { relative, resolve, sep } from "node:path";
import type { Message, Metafile } from "esbuild";
import type { NodeArtifact } from "../artifact";
import type { EsbuildOutcome } from "./esbuild/esbuild";
import { entryOf } from "./options";

/** Bundles artifacts with some files marked as external, and returns a metafile. */
type BuildWithout = (
  artifacts: readonly NodeArtifact[],
  files: readonly string[],
) => { readonly outcome: EsbuildOutcome; readonly outdir: string };

/**
 * Assigns the errors of a common build to artifacts, and bundles the artifacts without errors.
 *
 * esbuild lists the errors of all entries together. So the build is repeated without the files that have errors, and an
 * artifact that imports one of these files gets its errors. This takes one more build, where building each artifact
 * separately may take a hundred. Returns undefined if an error has no file.
 */
export function attributeErrors(
  artifacts: readonly NodeArtifact[],
  errors: readonly Message[],
  build: BuildWithout,
): ReadonlyMap<NodeArtifact, readonly Message[]> | undefined {
  const known = withoutRepeats(errors);
  for (;;) {
    const places = known.map(fileOf);
    if (places.includes(undefined)) return undefined;
    const broken = new Set(places.filter((file) => file !== undefined));
    const whole = artifacts.filter((artifact) => !broken.has(entryOf(artifact)));
    if (whole.length === 0) return attribute(artifacts, known, (artifact) => new Set([entryOf(artifact)]));
    const { outcome, outdir } = build(whole, [...broken]);
    const { metafile } = outcome;
    if (metafile !== undefined) {
      return attribute(artifacts, known, (artifact) =>
        broken.has(entryOf(artifact))
          ? new Set([entryOf(artifact)])
          : externalFilesOf(artifact, metafile, outdir),
      );
    }
    // esbuild checks imports against exports only if all files can be parsed, so there may be new errors.
    const more = outcome.errors.filter((error) => !broken.has(fileOf(error) ?? ""));
    if (more.length === 0) return undefined;
    known.push(...withoutRepeats(more));
  }
}

/** esbuild reports some errors once per entry. */
function withoutRepeats(errors: readonly Message[]): Message[] {
  return [...new Map(errors.map((error) => [JSON.stringify([error.text, error.location]), error])).values()];
}

/** Relative to the folder of the app; undefined for virtual files of plugins. */
function fileOf({ location }: Message): string | undefined {
  return location === null || !["", "file"].includes(location.namespace) ? undefined : location.file;
}

/** The external files that a bundle imports. */
function externalFilesOf(artifact: NodeArtifact, { inputs }: Metafile, outdir: string): ReadonlySet<string> {
  const leftOut = new Set<string>();
  const seen = new Set<string>();
  const walk = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { path, external } of inputs[file]?.imports ?? []) {
      // The path of an external file is relative to the output.
      if (external) leftOut.add(relative(artifact.appPath, resolve(outdir, path)).replaceAll(sep, "/"));
      else walk(path);
    }
  };
  walk(entryOf(artifact));
  return leftOut;
}

function attribute(
  artifacts: readonly NodeArtifact[],
  errors: readonly Message[],
  filesOf: (artifact: NodeArtifact) => ReadonlySet<string>,
): ReadonlyMap<NodeArtifact, readonly Message[]> {
  const found = new Map<NodeArtifact, readonly Message[]>();
  for (const artifact of artifacts) {
    const files = filesOf(artifact);
    const own = errors.filter((error) => files.has(fileOf(error) ?? ""));
    if (own.length > 0) found.set(artifact, own);
  }
  // The imports of a file with errors are unknown, so errors without an artifact go to all failed artifacts.
  const assigned = new Set([...found.values()].flat());
  const unassigned = errors.filter((error) => !assigned.has(error));
  for (const [artifact, own] of found) found.set(artifact, [...own, ...unassigned]);
  return found;
}
