import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { NodeArtifact } from "../artifact";
import { needsOwnOutdir } from "./options";

/** Makes a bundle independent of the folder that it was written to. */
export function relocate(artifact: NodeArtifact): void {
  if (artifact.sourcemap && !needsOwnOutdir(artifact)) relocateSourceMaps(artifact);
}

/**
 * Makes the paths in the source maps of an artifact independent of its location.
 *
 * esbuild writes paths from the map to the source on this machine. They are replaced with paths as if the deployed
 * folder were the folder of the app, which a reader of a stack trace also expects.
 */
function relocateSourceMaps({ outDir, appPath }: NodeArtifact): void {
  for (const name of readdirSync(outDir, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".js.map")) continue;
    const file = join(outDir, name);
    const map = JSON.parse(readFileSync(file, "utf8")) as { sources: string[] };
    const asIfAt = dirname(join(appPath, name));
    const sources = map.sources.map((source) =>
      relative(asIfAt, resolve(dirname(file), source)).replaceAll(sep, "/"),
    );
    writeFileSync(file, JSON.stringify({ ...map, sources }));
  }
}
