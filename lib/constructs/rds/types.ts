import type { IConstruct } from "constructs";
import { checkKeys, isPlainObject, propKeys } from "../../core/check";
import { fail } from "./errors";
import type { RDSTypesProps } from "./props";

const typesKeys = propKeys<RDSTypesProps>()({ path: true, camelCase: true });

/** Where and how the types of the schema are written; undefined when they are not. */
export function parseTypes(rds: IConstruct, types: unknown): Required<RDSTypesProps> | undefined {
  if (types === undefined) return undefined;
  if (typeof types === "string") return parseTypes(rds, { path: types });
  if (!isPlainObject(types)) {
    return fail(rds, "prop-invalid", "types", {
      value: types,
      expected: 'a file: "functions/database.d.ts"',
    });
  }
  checkKeys(rds, "types", types, typesKeys);
  const { path, camelCase = false } = types;
  if (typeof path !== "string" || !/\.[cm]?ts$/.test(path)) {
    fail(rds, "prop-invalid", "types.path", {
      value: path,
      expected: 'a file of TypeScript: "database.d.ts"',
    });
  }
  if (typeof camelCase !== "boolean") {
    fail(rds, "prop-invalid", "types.camelCase", { value: camelCase, expected: "true or false" });
  }
  return { path, camelCase };
}
