import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Message } from "esbuild";
import { type InstalledPackage, packageOf } from "./package-of";
import { isInFunction, parseProgram, visitParts } from "./syntax";

/**
 * Optional packages that are not installed, for example drivers of other databases.
 *
 * Such a package is an optional peer or an optional dependency of the package that loads it, or is loaded in a function
 * without being listed. Packages that a file of the project imports, or that a package requires, are not optional.
 */
export function optionalModules(appPath: string, errors: readonly Message[]): readonly string[] {
  const packages = new Map<string, InstalledPackage | undefined>();
  const wanted = new Map<string, boolean>();
  for (const { text, location } of errors) {
    const name = /^Could not resolve "((?:@[^/"]+\/)?[^./"#][^/"]*)/.exec(text)?.[1];
    if (name === undefined || location === null) continue;
    const file = resolve(appPath, location.file);
    const owner = packageOf(file, packages);
    const isOptional =
      owner !== undefined &&
      (owner.optional.has(name) ||
        (!owner.needed.has(name) && isLoadedLate(file, location.line, location.column)));
    wanted.set(name, isOptional && wanted.get(name) !== false);
  }
  return [...wanted].flatMap(([name, isOptional]) => (isOptional ? [name] : [])).sort();
}

/** Whether the module at this place is loaded only when a function is called. */
function isLoadedLate(file: string, line: number, column: number): boolean {
  let program: ReturnType<typeof parseProgram>;
  try {
    program = parseProgram(readFileSync(file, "utf8"));
  } catch {
    return false;
  }
  let isLate = false;
  if (program !== undefined)
    visitParts(program, (node, around) => {
      const start = node.type === "Literal" ? node.loc?.start : undefined;
      if (start?.line === line && start.column === column) isLate = isInFunction(around);
    });
  return isLate;
}
