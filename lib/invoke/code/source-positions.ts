import { readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { dirname, join, posix, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

export interface MapPlaces {
  /** Where the code runs. */
  readonly folder: string;
  /** Where maps lie that are not deployed, by the path of the code in its folder. */
  readonly mapsFolder?: string;
}

const place = /((?:file:\/\/)?\/[^\s():]+):(\d+):(\d+)/;

/** Finds the places in the source that places in a bundle come from. */
export class SourcePositions {
  private readonly maps = new Map<string, SourceMap | undefined>();

  constructor(private readonly places: MapPlaces) {}

  /** A line of a stack; other lines are given back as they are. */
  position(line: string): string {
    if (!/^\s+at /.test(line)) return line;
    return line.replace(place, (whole, file: string, row: string, column: string) => {
      const found = this.find(pathOf(file), Number(row), Number(column));
      return found ?? whole;
    });
  }

  private find(file: string, row: number, column: number): string | undefined {
    const { folder } = this.places;
    if (!file.startsWith(folder + sep)) return undefined;
    const path = relative(folder, file).replaceAll(sep, "/");
    const entry = this.mapOf(path)?.findEntry(row - 1, column - 1);
    if (entry === undefined || !("originalSource" in entry)) return undefined;
    // Maps are written as if the deployed folder were the app's folder.
    const source = posix.normalize(posix.join(dirname(path), entry.originalSource));
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  }

  private mapOf(path: string): SourceMap | undefined {
    if (!this.maps.has(path)) this.maps.set(path, this.readMap(path));
    return this.maps.get(path);
  }

  private readMap(path: string): SourceMap | undefined {
    const { mapsFolder, folder } = this.places;
    for (const root of [mapsFolder, folder]) {
      if (root === undefined) continue;
      try {
        return new SourceMap(JSON.parse(readFileSync(`${join(root, path)}.map`, "utf8")) as SourceMapPayload);
      } catch {
        // There is none, or none that is whole: the place in the bundle is told instead.
      }
    }
    return undefined;
  }
}

const pathOf = (file: string): string => (file.startsWith("file://") ? fileURLToPath(file) : file);
