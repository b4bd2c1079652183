import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { baseStyle } from "../look/base-style";
import { mapStyle } from "../look/map-style";
import { iconLink } from "../look/tokens";

/** A file of the page. */
export interface PageFile {
  readonly type: string;
  readonly content: string;
}

const document = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>serverform console</title>
${iconLink}<link rel="stylesheet" href="/page.css"></head>
<body><div id="console"></div><script src="/page.js"></script></body></html>
`;

const paths = ["/", "/page.js", "/layout.js", "/page.css"] as const;

/** Whether a path is that of the page or of one of its files. They have no data of the app. */
export function isPagePath(path: string): boolean {
  return paths.some((each) => each === path);
}

/** The files of the page, by their path. */
export async function pageFiles(): Promise<ReadonlyMap<string, PageFile>> {
  const { script, layout, style } = existsSync(join(__dirname, "page.js"))
    ? builtIn(__dirname)
    : builtFromSources();
  return new Map<(typeof paths)[number], PageFile>([
    ["/", { type: "text/html; charset=utf-8", content: document }],
    ["/page.js", { type: "text/javascript; charset=utf-8", content: script }],
    // The page loads it with its first map.
    ["/layout.js", { type: "text/javascript; charset=utf-8", content: layout }],
    ["/page.css", { type: "text/css; charset=utf-8", content: baseStyle + mapStyle + style }],
  ]);
}

function builtIn(folder: string) {
  const read = (name: string): string => readFileSync(join(folder, name), "utf8");
  return { script: read("page.js"), layout: read("../map/layout.js"), style: read("page.css") };
}

/** Without a build of the package, as in tests. */
function builtFromSources() {
  const folder = mkdtempSync(join(tmpdir(), "serverform-"));
  try {
    const built = join(folder, "console");
    execFileSync(process.execPath, [join(__dirname, "../../../.build/console.mjs"), built]);
    return builtIn(built);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
