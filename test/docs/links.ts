import { posix } from "node:path";

/** Markdown of one file with its relative links as another file has them. Both are relative to the root of the repository. */
export function withLinksOf(text: string, from: string, to: string): string {
  return text.replace(
    /\]\((?!https?:|mailto:)([^)#\s]*)(#[^)\s]*)?\)/g,
    (_link, path: string, anchor = "") => {
      const target = path === "" ? from : posix.join(posix.dirname(from), path);
      const link = target === to ? "" : posix.relative(posix.dirname(to), target);
      return `](${link}${anchor})`;
    },
  );
}
