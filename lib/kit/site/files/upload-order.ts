import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { decodePart } from "../../../facts/text/query-string";
import type { SiteFile } from "./scan";

/**
 * When a file is uploaded: what a file names must be there before the file itself.
 *
 * - `named`: its name changes with its content, so that nothing that is live names it yet
 * - `other`: scripts, styles and data under fixed names, which may name those
 * - `page`: what browsers load first
 * - `worker`: service workers and their lists, which load pages again as soon as they change
 */
export const uploadStages = ["named", "other", "page", "worker"] as const;

export type UploadStage = (typeof uploadStages)[number];

/** Folders in which frameworks put files whose names, or those of their folders, change with the build. */
const namedFolder = /(^|\/)(_next\/static|_app\/immutable|_astro|_nuxt)\//;
const hash = /[-._~]([A-Za-z0-9_-]{8,})(\.[A-Za-z0-9]+)+$/;
const worker = /(^|\/)([\w-]*[-_.])?(sw|service-?worker|ngsw(-worker)?)(\.[\w-]+)?\.(js|mjs|json)$/i;

/** The stage of a file. */
export function uploadStageOf(key: string): UploadStage {
  if (/\.html?$/i.test(key)) return "page";
  if (worker.test(key)) return "worker";
  return namedFolder.test(key) || isHash(hash.exec(key)?.[1]) ? "named" : "other";
}

/** Words have no digits, and are not written in both cases. */
const isHash = (text = ""): boolean => /\d/.test(text) || (/[a-z]/.test(text) && /[A-Z]/.test(text));

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
      ...(word.includes("%") ? (this.byName.get(decodePart(word)) ?? []) : []),
    ]);
  }
}
