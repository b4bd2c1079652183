import { createHash } from "node:crypto";
import { lstatSync, readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";

/** The reason why a build cannot be cached. */
export class NotCacheable extends Error {}

/** Length of a hash in a fact: 132 bits. */
const hashLength = 22;

/** The fact about a path at which no file exists. */
export const absent = "-";

/**
 * Facts about files, as text: the hash of a file's content, or the kind of a path and the target of its links.
 *
 * Each fact is looked up once, so an instance does not see later changes.
 */
export class FileFacts {
  private readonly contents = new Map<string, string>();
  private readonly states = new Map<string, string>();
  private readonly realFolders = new Map<string, string | undefined>();
  private readonly verified = new Map<string, boolean>();

  private readonly root: string;

  /** @param root - paths in facts are relative to this folder, so that they are true in another checkout */
  constructor(root: string) {
    this.root = resolve(root);
  }

  /** The hash of a file's content; another fact if the path is not a file, or is reached by a link. */
  content(path: string): string {
    const known = this.contents.get(path);
    if (known !== undefined) return known;
    const state = this.state(path);
    const fact = state === "f" ? `=${hashOf(readFileSync(path))}` : state;
    this.contents.set(path, fact);
    return fact;
  }

  /** `f` for a file, `d` for a folder, `-` for a missing path, and the real path behind a link. */
  state(path: string): string {
    const known = this.states.get(path);
    if (known !== undefined) return known;
    const fact = this.lookAt(path);
    this.states.set(path, fact);
    return fact;
  }

  /** Some facts as one text. */
  line(contents: Iterable<string>, states: Iterable<string>): string {
    const facts = [
      ...[...contents].map((path) => [this.content(path), path] as const),
      ...[...states].map((path) => [this.state(path), path] as const),
    ];
    const parts = facts.flatMap(([fact, path]) => [fact, this.named(path)]);
    if (parts.some((part) => /[\t\n]/.test(part))) throw new NotCacheable("a path has a tab or a line break");
    return Array.from(new Set(facts.map((_, index) => `${parts[2 * index]}\t${parts[2 * index + 1]}`))).join(
      "\n",
    );
  }

  /** Whether a text of facts is still true. */
  holds(line: string): boolean {
    const known = this.verified.get(line);
    if (known !== undefined) return known;
    const isTrue = line.split("\n").every((each) => this.isTrue(each));
    this.verified.set(line, isTrue);
    return isTrue;
  }

  private isTrue(text: string): boolean {
    const [fact = "", name = ""] = text.split("\t");
    const path = this.pathOf(name);
    return fact === (fact.startsWith("=") ? this.content(path) : this.state(path));
  }

  private lookAt(path: string): string {
    const folder = this.realFolder(dirname(path));
    const own = folder === undefined ? undefined : lookUp(path, lstatSync);
    if (folder === undefined || own === undefined) return absent;
    const isLink = own.isSymbolicLink();
    const stat = isLink ? lookUp(path, statSync) : own;
    if (stat === undefined) return absent;
    const kind = stat.isFile() ? "f" : stat.isDirectory() ? "d" : "o";
    if (!isLink && folder === dirname(path)) return kind;
    return `${kind}>${this.named(realpathSync(path))}`;
  }

  private realFolder(folder: string): string | undefined {
    if (this.realFolders.has(folder)) return this.realFolders.get(folder);
    let real: string | undefined;
    try {
      real = realpathSync.native(folder);
    } catch {
      // The file does not exist or may not be read.
    }
    this.realFolders.set(folder, real);
    return real;
  }

  /** Fast, because it runs for thousands of facts, nearly all about files below the root. */
  private pathOf(name: string): string {
    return sep === "/" && /^\w/.test(name) ? `${this.root}/${name}` : resolve(this.root, name);
  }

  private named(path: string): string {
    return relative(this.root, path).replaceAll(sep, "/");
  }
}

function lookUp(path: string, look: (path: string) => Stats): Stats | undefined {
  try {
    return look(path);
  } catch {
    return undefined;
  }
}

export const hashOf = (content: Uint8Array | string): string =>
  createHash("sha256").update(content).digest("base64url").slice(0, hashLength);

/** The real path of a file or folder, from its fact. */
export const realPathIn = (root: string, path: string, fact: string): string =>
  fact.includes(">") ? join(root, fact.slice(fact.indexOf(">") + 1)) : path;
