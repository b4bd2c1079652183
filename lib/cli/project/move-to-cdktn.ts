import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** The names of this library's package for CDKTF and for CDK Terrain. */
const [forCdktf, forCdktn] = ["serverform", "serverform-cdktn"] as const;

/** The package that replaces one for CDKTF; undefined for packages outside of the CDK. */
export function packageForCdktn(name: string): string | undefined {
  if (name === forCdktf) return forCdktn;
  if (name === "cdktf" || name === "cdktf-cli") return name.replace("cdktf", "cdktn");
  return name.startsWith("@cdktf/provider-") ? name.replace("@cdktf", "@cdktn") : undefined;
}

export interface MovedFile {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  /** Lines that still contain CDKTF: `main.ts:3`. The user decides about them. */
  readonly left: readonly string[];
}

const skipped = new Set(["node_modules", "cdktf.out", ".serverform", ".git", ".gen", "dist", "coverage"]);

/** Files that may import packages, and settings that may name them. */
const wanted = /(?:\.[cm]?[jt]sx?|tsconfig[^/]*\.json|package\.json)$/;

/** The files of a project that contain CDKTF or this package, with changed imports. */
export function moveFiles(root: string): readonly MovedFile[] {
  return filesBelow(root).flatMap((path) => {
    const before = readFileSync(path, "utf8");
    const file = relative(root, path);
    const after = file === "package.json" ? before : moveImports(before);
    const left = file === "package.json" ? [] : namingCdktf(file, after);
    return after === before && left.length === 0 ? [] : [{ file, before, after, left }];
  });
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesBelow(path);
    return entry.isFile() && wanted.test(entry.name) ? [path] : [];
  });
}

const importOf = new RegExp(
  String.raw`\b(from\s*|import\s*|import\(\s*|require\(\s*|declare module\s+|jest\.(?:mock|unmock|requireActual)\(\s*)` +
    `(["'])(@cdktf/provider-[a-z0-9-]+|cdktf|${forCdktf})(?=["'/])`,
  "g",
);

/** A file's text with changed imports of CDKTF and of this package. */
export function moveImports(text: string): string {
  return text.replace(
    importOf,
    (_, before: string, quote: string, name: string) => `${before}${quote}${packageForCdktn(name) ?? name}`,
  );
}

/** The remaining lines with CDKTF; the file and the folder of CDK Terrain keep the names of CDKTF. */
export function namingCdktf(file: string, text: string): readonly string[] {
  return text
    .split("\n")
    .flatMap((line, index) =>
      /\bcdktf\b/.test(line.replace(/\bcdktf\.(?:json|out)\b/g, "")) ? [`${file}:${index + 1}`] : [],
    );
}
