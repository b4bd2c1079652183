import * as fs from "node:fs";
import * as path from "node:path";
import { findUpwards } from "../../../bundle";
import { checkKeys, checkKind, keyTable } from "../../core/checks/check";
import { readJsonFile } from "../../core/project-files";
import { fail } from "../errors";

export interface ProjectSettings {
  /** Absolute directory of `cdktf.json`, or the working directory. */
  readonly appPath: string;
  /** The whole `context` of `cdktf.json`. */
  readonly context: Readonly<Record<string, unknown>>;
}

/** Reads the `cdktf.json` of a folder or its nearest parent. */
export function readProject(from: string = process.cwd()): ProjectSettings {
  const file = findUpwards(from, "cdktf.json");
  if (file === undefined) return { appPath: from, context: {} };
  return { appPath: path.dirname(file), context: contextOf(file) };
}

function contextOf(file: string): Readonly<Record<string, unknown>> {
  const { context = {} } = readObject(file);
  checkKind(file, "context", context, "map");
  const { serverform = {} } = context as Readonly<Record<string, unknown>>;
  checkKeys(file, "context.serverform", serverform, contextKeys);
  return context as Readonly<Record<string, unknown>>;
}

function readObject(file: string): Readonly<Record<string, unknown>> {
  const read = readJsonFile(file);
  return read.value ?? fail("app", "json-invalid", file, { reason: read.reason });
}

/** The keys that an app reads from `serverform` of the context. */
const contextKeys = keyTable({
  name: "text",
  stage: "text",
  region: "text",
  ssmPrefix: "text",
  backend: true,
  // Read by the command line.
  terraformBinary: "text",
});

/** The first value that is a string. An empty string counts. */
export function firstGiven(...texts: readonly unknown[]): string | undefined {
  return texts.find((text): text is string => typeof text === "string");
}

/** An environment variable. An empty one counts as missing, because CI systems pass unset variables as empty ones. */
export function environment(name: string): string | undefined {
  return process.env[name] || undefined;
}

/** Whether a test runner runs the program. A unit test declares many apps, and synthesizes few of them. */
export function isUnitTest(): boolean {
  const isRunner = ["JEST_WORKER_ID", "VITEST", "NODE_TEST_CONTEXT"].some((name) => environment(name));
  return isRunner || environment("NODE_ENV") === "test";
}

/** The `name` of `package.json` without its scope, in characters that resource names allow. */
export function packageName(appPath: string): string | undefined {
  const file = path.join(appPath, "package.json");
  if (!fs.existsSync(file)) return undefined;
  const { name } = readObject(file);
  if (typeof name !== "string") return undefined;
  const plain = name.replace(/^@[^/]*\//, "").replace(/[^A-Za-z0-9_-]+/g, "-");
  return plain.replace(/^-+|-+$/g, "") || undefined;
}
