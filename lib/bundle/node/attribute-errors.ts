import { relative, resolve, sep } from "node:path";
import type { Message, Metafile } from "esbuild";
import type { NodeArtifact } from "../artifact";
import type { EsbuildOutcome } from "./esbuild";
import { entryOf } from "./options";

/** Bundles these artifacts with some files left out, and describes the result in a metafile. */
type BuildWithout = (
  artifacts: readonly NodeArtifact[],
  files: readonly string[],
) => { readonly outcome: EsbuildOutcome; readonly outdir: string };

/**
 * Finds whom each error of a common build concerns, and bundles those that none does.
 *
 * esbuild lists the errors of all entries together. So the build is repeated without the files that have errors; who
 * still asks for one of them is concerned. That takes one build more, where trying each artifact alone may take a
 * hundred. Gives nothing where the errors are not in files.
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
          : filesLeftOut(artifact, metafile, outdir),
      );
    }
    // Whether exports and imports match is looked at only when all files can be read, so there may be more to learn.
    const more = outcome.errors.filter((error) => !broken.has(fileOf(error) ?? ""));
    if (more.length === 0) return undefined;
    known.push(...withoutRepeats(more));
  }
}

/** Some errors are found anew for each entry. */
function withoutRepeats(errors: readonly Message[]): Message[] {
  return [...new Map(errors.map((error) => [JSON.stringify([error.text, error.location]), error])).values()];
}

/** Relative to the app's folder; nothing for what a plugin made up. */
function fileOf({ location }: Message): string | undefined {
  return location === null || !["", "file"].includes(location.namespace) ? undefined : location.file;
}

/** The files left out of the build that a bundle asks for. */
function filesLeftOut(artifact: NodeArtifact, { inputs }: Metafile, outdir: string): ReadonlySet<string> {
  const leftOut = new Set<string>();
  const seen = new Set<string>();
  const walk = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { path, external } of inputs[file]?.imports ?? []) {
      // A file that stays outside is named by the way from the output to it.
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
  // Behind a file with errors nothing is known of who asks for what; better told to too many than to nobody.
  const told = new Set([...found.values()].flat());
  const untold = errors.filter((error) => !told.has(error));
  for (const [artifact, own] of found) found.set(artifact, [...own, ...untold]);
  return found;
}
