import { isAbsolute, relative, resolve, sep } from "node:path";
import type { IConstruct } from "constructs";
import { stackOf } from "../../kit/app";
import { checkObject, propKeys, refuseValue } from "../../kit/core";
import type { RDSTypesProps } from "./props";

/** Whether a file is in no folder of the app. */
function isOutside(root: string, file: string): boolean {
  const path = relative(root, resolve(root, file));
  return path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path);
}

const typesKeys = propKeys<RDSTypesProps>()({ path: true, camelCase: true });

/** Where and how the types of the schema are written; undefined when they are not. */
export function parseTypes(rds: IConstruct, types: unknown): Required<RDSTypesProps> | undefined {
  if (types === undefined) return undefined;
  if (typeof types === "string") return parseTypes(rds, { path: types });
  checkObject(rds, "types", types, typesKeys, 'a file: "functions/database.d.ts"');
  const { path, camelCase = false } = types;
  if (typeof path !== "string" || !/\.[cm]?ts$/.test(path)) {
    refuseValue(rds, "types.path", path, 'a file of TypeScript: "database.d.ts"');
  }
  if (typeof camelCase !== "boolean") refuseValue(rds, "types.camelCase", camelCase, "true or false");
  if (isOutside(stackOf(rds).app.appPath, path)) {
    stackOf(rds).app.addNotice(
      `serverform: types.path ${JSON.stringify(path)} of ${rds.node.path} is outside of the app's folder: serverform local and start write the file there`,
      rds,
    );
  }
  return { path, camelCase };
}
