import { realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** The path of a file, or of a missing one, without links. */
export function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), relative(parent, path));
  }
}

/** The paths in a project that a run of the app has read, relative to its root. */
export class ReadPaths {
  private readonly read = new Set<string>();
  private readonly around = new Set<string>();
  private readonly realRoot: string;

  constructor(private readonly root: string) {
    this.realRoot = realPathOf(root);
  }

  add(path: string): void {
    this.addWithin(this.root, path);
    this.addWithin(this.realRoot, realPathOf(path));
  }

  /** Adds a folder that was read with its subfolders. Returns whether it is not the whole project. */
  addWithContent(path: string): boolean {
    this.add(path);
    const contains = (root: string, folder: string): boolean =>
      root === folder || root.startsWith(folder.endsWith(sep) ? folder : folder + sep);
    return !contains(this.root, resolve(path)) && !contains(this.realRoot, realPathOf(path));
  }

  /**
   * Adds what a text in JSON may name, relative to the project and to a folder: the server reads some files that the app only names.
   *
   * A path with a reference in it may lead to anything in the folder before the reference.
   */
  addNamed(text: string, folder: string): void {
    const texts = [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].flatMap(([, given = ""]) => given.split('\\"'));
    for (const each of new Set(texts)) {
      const named = each.replaceAll("${path.module}", ".").replace(/[^/]*\$\{.*/s, "");
      this.addWithin(this.root, resolve(this.root, named));
      this.addWithin(this.root, resolve(folder, named));
    }
  }

  /** Whether a folder itself was read, so that its whole content counts. */
  hasRead(folder: string): boolean {
    return this.read.has(folder);
  }

  /** Whether anything in a folder was read. */
  hasReadIn(folder: string): boolean {
    return this.around.has(folder);
  }

  private addWithin(root: string, path: string): void {
    const inside = relative(root, path);
    if (this.isInside(inside)) this.addRelative(inside);
  }

  private isInside(path: string): boolean {
    return path !== "" && path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path);
  }

  private addRelative(path: string): void {
    if (this.read.has(path)) return;
    this.read.add(path);
    for (let at = dirname(path); at !== "." && !this.around.has(at); at = dirname(at)) this.around.add(at);
  }
}
