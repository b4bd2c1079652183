import { readFileSync } from "node:fs";
import { posix } from "node:path";
import type { SiteFile } from "./scan";

/** Files that may name others in a text. */
const text = /\.(html?|css|m?js|json|webmanifest|xml|txt|svg)$/i;

/** Finds which of some files the text of a file names. Paths are compared by their last part, since sites may have a base path. */
export class NamedFiles<Item extends { readonly file: SiteFile }> {
  private readonly byName = new Map<string, Item[]>();

  constructor(items: readonly Item[]) {
    for (const item of items) {
      const name = posix.basename(item.file.key);
      this.byName.set(name, [...(this.byName.get(name) ?? []), item]);
    }
  }

  in({ key, absolute }: SiteFile): readonly Item[] {
    if (!text.test(key)) return [];
    const words = readFileSync(absolute, "utf8").match(/[^\s"'`<>()\\/?#&,;=:]+\.[A-Za-z0-9]+/g) ?? [];
    return [...new Set(words)].flatMap((word) => [
      ...(this.byName.get(word) ?? []),
      ...(word.includes("%") ? (this.byName.get(decoded(word)) ?? []) : []),
    ]);
  }
}

function decoded(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}
