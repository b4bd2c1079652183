import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Text that goes into an existing file, before or after a text that the file contains exactly once. */
export type Insertion = { readonly path: string; readonly text: string } & (
  | { readonly before: string }
  | { readonly after: string }
);

/** The files and lines of a new thing. */
export interface Plan {
  /** Texts of new files, by path from the root of the repository. */
  readonly files: Readonly<Record<string, string>>;
  readonly insertions: readonly Insertion[];
  /** Commands to run and files to edit afterwards, a line each. */
  readonly next: readonly string[];
}

/** Refuses a name, a kind or a tree, with a message for the developer. */
export class NewError extends Error {}

/** The repository, or a copy of it. */
export class Tree {
  constructor(readonly root: string) {}

  has(path: string): boolean {
    return existsSync(join(this.root, path));
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), "utf8");
  }

  /** The texts of all files that a plan writes, by path. Refuses a plan that does not fit the tree. */
  texts({ files, insertions }: Plan): ReadonlyMap<string, string> {
    const taken = Object.keys(files).find((path) => this.has(path));
    if (taken !== undefined) throw new NewError(`${taken} exists. Choose another name.`);
    const texts = new Map(Object.entries(files));
    for (const insertion of insertions) {
      const { path } = insertion;
      texts.set(path, inserted(texts.get(path) ?? this.read(path), insertion));
    }
    return texts;
  }

  /** Writes the files and lines of a plan, or nothing. Returns the paths that it wrote. */
  write(plan: Plan): readonly string[] {
    const texts = this.texts(plan);
    for (const [path, text] of texts) {
      mkdirSync(dirname(join(this.root, path)), { recursive: true });
      writeFileSync(join(this.root, path), text);
    }
    return [...texts.keys()];
  }
}

function inserted(before: string, insertion: Insertion): string {
  const anchor = "after" in insertion ? insertion.after : insertion.before;
  const [head, tail, ...more] = before.split(anchor);
  if (head === undefined || tail === undefined || more.length > 0) {
    throw new NewError(
      `${insertion.path} contains ${JSON.stringify(anchor)} ${more.length > 0 ? "more than once" : "nowhere"}. ` +
        "Change the anchor in test/new/kinds.",
    );
  }
  return "after" in insertion
    ? `${head}${anchor}${insertion.text}${tail}`
    : `${head}${insertion.text}${anchor}${tail}`;
}
