import { createRequire } from "node:module";
import { fail } from "../../../errors";

/** The versions of the package whose modules this library knows. */
export const supportedVersions = "^4.0.0";

/** The modules of the package that this library changes. */
const modules = [
  "./db",
  "./validations/index",
  "./validations/scan",
  "./actions/updateItem",
  "./actions/batchWriteItem",
] as const;

/** Modules that a version of the package does not have, or has elsewhere. */
export function missingModules(packagePath: string): readonly string[] {
  return modules.filter((name) => !canResolve(packagePath, name));
}

/** Refuses a version of the package that would answer by itself, in place of the evaluator of this library. */
export function checkPackage(packagePath: string): void {
  const missing = missingModules(packagePath);
  if (missing.length === 0) return;
  const version = versionOf(packagePath);
  const given = { version, missing, supported: supportedVersions };
  fail("serverform local", "local-tables-package-version", "aws_dynamodb_table", given);
}

function versionOf(packagePath: string): string {
  if (!canResolve(packagePath, "./package.json")) return "unknown";
  const { version } = createRequire(packagePath)("./package.json") as { readonly version?: string };
  return version ?? "unknown";
}

function canResolve(from: string, name: string): boolean {
  try {
    createRequire(from).resolve(name);
    return true;
  } catch {
    return false;
  }
}
