import { readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { dirname, join, posix, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

export interface SourceMapFolders {
  /** The folder with the code, to which positions in stack traces refer. */
  readonly folder: string;
  /** Folder with source maps that are not deployed, with the same structure as the code's folder. */
  readonly mapsFolder?: string;
}

/** A place in a file: the text before it ends with the path, and may begin with other characters. */
const position = /(?<![^\s():])((?:file:\/\/)?[^\s():]+):(\d+):(\d+)/g;
/** A line of a stack, or a message in JSON with a stack. */
const hasStack = /^(?:\s+at |\{.*(?:\\n|")\s+at )/;

export class SourcePositions {
  private readonly maps = new Map<string, SourceMap | undefined>();

  constructor(private readonly folders: SourceMapFolders) {}

  /** Translates a line of a stack, and those in a message in JSON. Returns other lines unchanged. */
  position(line: string): string {
    if (!hasStack.test(line)) return line;
    return line.replace(position, (whole, file: string, row: string, column: string) => {
      const text = pathOf(file);
      const start = text.indexOf(this.folders.folder + sep);
      const found = start === -1 ? undefined : this.find(text.slice(start), Number(row), Number(column));
      return found === undefined ? whole : text.slice(0, start) + found;
    });
  }

  private find(file: string, row: number, column: number): string | undefined {
    const path = relative(this.folders.folder, file).replaceAll(sep, "/");
    const entry = this.mapOf(path)?.findEntry(row - 1, column - 1);
    if (entry === undefined || !("originalSource" in entry)) return undefined;
    // The paths in a map are relative as if the deployed folder were the app's folder.
    const source = posix.normalize(posix.join(dirname(path), entry.originalSource));
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  }

  private mapOf(path: string): SourceMap | undefined {
    if (!this.maps.has(path)) this.maps.set(path, this.readMap(path));
    return this.maps.get(path);
  }

  private readMap(path: string): SourceMap | undefined {
    const { mapsFolder, folder } = this.folders;
    for (const root of [mapsFolder, folder]) {
      if (root === undefined) continue;
      try {
        return new SourceMap(JSON.parse(readFileSync(`${join(root, path)}.map`, "utf8")) as SourceMapPayload);
      } catch {
        // Without a complete map, the stack keeps the position in the bundle.
      }
    }
    return undefined;
  }
}

function pathOf(file: string): string {
  if (!file.startsWith("file://")) return file;
  try {
    return fileURLToPath(file);
  } catch {
    // The line comes from the handler, and may contain any path.
    return file;
  }
}
