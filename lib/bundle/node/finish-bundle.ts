import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { NodeArtifact } from "../artifact";
import { needsOwnOutdir, outputOf } from "./options";
import { mapWithLine, shimLine, withLine } from "./shims";

/**
 * Finishes a bundle that esbuild has written: adds the shims that it uses, and makes it independent of the folder that it was
 * written to.
 */
export function finishBundle(artifact: NodeArtifact): void {
  if (needsOwnOutdir(artifact)) return;
  const file = join(artifact.outDir, outputOf(artifact));
  const bundle = readFileSync(file);
  const line = shimLine(bundle, artifact);
  if (line !== "") writeFileSync(file, withLine(bundle, line, artifact));
  if (artifact.sourcemap) finishSourceMap(artifact, `${file}.map`, line !== "");
}

/**
 * Makes the paths in the source map of an artifact independent of its location.
 *
 * esbuild writes paths from the map to the source on this machine. They are replaced with paths as if the deployed
 * folder were the folder of the app, which a reader of a stack trace also expects.
 */
function finishSourceMap({ outDir, appPath }: NodeArtifact, file: string, hasLine: boolean): void {
  if (!existsSync(file)) return;
  const written = JSON.parse(readFileSync(file, "utf8")) as { sources: string[]; mappings: string };
  const map = hasLine ? mapWithLine(written) : written;
  const asIfAt = dirname(join(appPath, relative(outDir, file)));
  const sources = map.sources.map((source) =>
    relative(asIfAt, resolve(dirname(file), source)).replaceAll(sep, "/"),
  );
  writeFileSync(file, JSON.stringify({ ...map, sources }));
}
