import { readFileSync } from "node:fs";
import { join } from "node:path";
import { jsonOf } from "../../facts/text/json";
import { isValues, type Model, type Resource, text, type Values } from "../../model";

/** A database of the app, as synthesis describes it. */
export interface DeclaredDatabase {
  /** The name of its construct: its id, or its path if another database has the id. */
  readonly id: string;
  /** Where the types of its schema are written, relative to the app's folder. */
  readonly types: { readonly path: string; readonly camelCase: boolean } | undefined;
  /** The function that migrates it. @default - it has no migrations */
  readonly migrator: MigratorAddress | undefined;
}

/** Where a function is in the Terraform JSON. */
interface MigratorAddress {
  readonly stack: string;
  /** The name of its resource. */
  readonly name: string;
}

/** The databases that an output folder declares. */
export function declaredDatabases(outputFolder: string): readonly DeclaredDatabase[] {
  const entries = entriesOf(outputFolder);
  return entries.flatMap((entry) => {
    if (entry.type !== "RDS" || !isValues(entry.data)) return [];
    const { types, migrator } = entry.data;
    const path = isValues(types) ? text(types, "path") : undefined;
    const isCamel = isValues(types) && types.camelCase === true;
    return {
      id: String(entry.id),
      types: path === undefined ? undefined : { path, camelCase: isCamel },
      migrator: isValues(migrator) ? migratorAddress(entries, migrator) : undefined,
    };
  });
}

/** Finds the function by the address of its construct, which no other construct has. */
function migratorAddress(entries: readonly Values[], { node, stack }: Values): MigratorAddress | undefined {
  const entry = entries.find(({ type, addr }) => type === "Function" && addr === node);
  const arn = isValues(entry?.data) ? text(entry.data, "arn") : undefined;
  const name = /^\$\{aws_lambda_function\.([\w-]+)\.arn\}$/.exec(arn ?? "")?.[1];
  return name === undefined ? undefined : { stack: String(stack), name };
}

function entriesOf(folder: string): readonly Values[] {
  try {
    const entries = jsonOf(readFileSync(join(folder, "serverform.json"), "utf8"));
    return Array.isArray(entries) ? entries.filter(isValues) : [];
  } catch {
    // Other programs write no such file.
    return [];
  }
}

/** The function that migrates a database. */
export function migratorOf(model: Model, { migrator }: DeclaredDatabase): Resource | undefined {
  return model
    .ofType("aws_lambda_function")
    .find(({ stack, name }) => stack === migrator?.stack && name === migrator.name);
}
