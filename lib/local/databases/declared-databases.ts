import { readFileSync } from "node:fs";
import { join } from "node:path";
import { jsonOf } from "../json";
import { isValues, text } from "../model/values";

/** A database of the app, as synthesis describes it. */
export interface DeclaredDatabase {
  /** The id of its construct. */
  readonly id: string;
  readonly stack: string;
  /** Where the types of its schema are written, relative to the app's folder. */
  readonly types: { readonly path: string; readonly camelCase: boolean } | undefined;
  readonly isMigrated: boolean;
}

/** The databases that an output folder declares. */
export function declaredDatabases(outputFolder: string): readonly DeclaredDatabase[] {
  return entriesOf(outputFolder).flatMap((entry) => {
    if (!isValues(entry) || entry.type !== "RDS" || !isValues(entry.data)) return [];
    const { types, migrator } = entry.data;
    const path = isValues(types) ? text(types, "path") : undefined;
    const isCamel = isValues(types) && types.camelCase === true;
    return {
      id: String(entry.id),
      stack: String(entry.stack),
      types: path === undefined ? undefined : { path, camelCase: isCamel },
      isMigrated: isValues(migrator),
    };
  });
}

function entriesOf(folder: string): readonly unknown[] {
  try {
    const entries = jsonOf(readFileSync(join(folder, "serverform.json"), "utf8"));
    return Array.isArray(entries) ? entries : [];
  } catch {
    // Other programs write no such file.
    return [];
  }
}

/** The end of the path of the construct of a migrator, by which it can be invoked here. */
export const migratorPath = (id: string): string => `${id}/MigrationFunction`;
