import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { NodeArtifact } from "../artifact";

/**
 * Makes the paths in an artifact's source maps the same wherever the artifact lies.
 *
 * esbuild writes how to get from the map to the source on this machine. Instead, a map says where the source would be
 * if the deployed folder were the app's folder, which is also what a reader of a stack trace expects.
 */
export function relocateSourceMaps({ outDir, appPath }: NodeArtifact): void {
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
