import { readFileSync } from "node:fs";
import { join } from "node:path";
import { jsonOf } from "../../facts/text/json";
import { isValues, type Model, type Resource, text, type Values } from "../../model";

/** A database of the app, as in the synthesized output. */
export interface DeclaredDatabase {
  /** The name of its construct: its id, or its path if another database has the id. */
  readonly id: string;
  /** The path for the types of its schema, relative to the app's folder. */
  readonly types: { readonly path: string; readonly camelCase: boolean } | undefined;
  /** Its migrator. @default - it has no migrations */
  readonly migrator: MigratorAddress | undefined;
}

/** The location of a function in the Terraform JSON. */
interface MigratorAddress {
  readonly stack: string;
  readonly name: string;
}

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

/** Finds the function by its unique construct address. */
function migratorAddress(entries: readonly Values[], { node, stack }: Values): MigratorAddress | undefined {
  const entry = entries.find(({ type, addr }) => type === "Function" && addr === node);
  const arn = isValues(entry?.data) ? text(entry.data, "arn") : undefined;
  const name = /^\$\{aws_lambda_function\.([\w-]+)\.arn\}$/.exec(arn ?? "")?.[1];
  return name === undefined ? undefined : { stack: String(stack), name };
}

/** The constructs of an app as its synthesis has written them, in the order of their declaration. */
export function entriesOf(folder: string): readonly Values[] {
  try {
    const entries = jsonOf(readFileSync(join(folder, "serverform.json"), "utf8"));
    return Array.isArray(entries) ? entries.filter(isValues) : [];
  } catch {
    // Other programs do not write this file.
    return [];
  }
}

export function migratorOf(model: Model, { migrator }: DeclaredDatabase): Resource | undefined {
  return model
    .ofType("aws_lambda_function")
    .find(({ stack, name }) => stack === migrator?.stack && name === migrator.name);
}
