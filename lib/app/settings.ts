import * as fs from "node:fs";
import * as path from "node:path";

/** The project folder, and the context of its `cdktf.json`. */
export interface ProjectSettings {
  /** Absolute directory of `cdktf.json`, or the working directory. */
  readonly appPath: string;
  /** The whole `context` of `cdktf.json`. */
  readonly context: Readonly<Record<string, unknown>>;
}

/** Reads the `cdktf.json` of a folder or its nearest parent. */
export function readProject(from: string = process.cwd()): ProjectSettings {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const file = path.join(folder, "cdktf.json");
    if (fs.existsSync(file)) return { appPath: folder, context: contextOf(file) };
    if (folder === path.dirname(folder)) return { appPath: from, context: {} };
  }
}

function contextOf(file: string): Record<string, unknown> {
  const { context } = JSON.parse(fs.readFileSync(file, "utf8")) as { context?: Record<string, unknown> };
  return context ?? {};
}

/** The first value that is a string. An empty string counts. */
export function firstGiven(...texts: readonly unknown[]): string | undefined {
  return texts.find((text): text is string => typeof text === "string");
}

/** An environment variable. An empty one counts as not set, because CI systems pass unset variables as empty ones. */
export function environment(name: string): string | undefined {
  return process.env[name] || undefined;
}

/** The `name` of `package.json` without its scope, in characters that resource names allow. */
export function packageName(appPath: string): string | undefined {
  const file = path.join(appPath, "package.json");
  if (!fs.existsSync(file)) return undefined;
  const { name } = JSON.parse(fs.readFileSync(file, "utf8")) as { name?: unknown };
  if (typeof name !== "string") return undefined;
  const plain = name.replace(/^@[^/]*\//, "").replace(/[^A-Za-z0-9_-]+/g, "-");
  return plain.replace(/^-+|-+$/g, "") || undefined;
}
