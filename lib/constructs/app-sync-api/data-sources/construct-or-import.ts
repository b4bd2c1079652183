import type { TerraformElement } from "cdktf";
import type { IConstruct } from "constructs";
import { findImport, refuseValue, requireProp } from "../../../kit/core";
import { hasPermissionTarget, permissionTarget } from "../../../kit/iam";
import { fail } from "../errors";
import type { DataSourcePlace } from "./kind";

/** A construct of the library, or an existing resource in place of it. */
interface Choice<Resource> {
  /** The prop, and the key of `cdk.dataSource`: `table`. */
  readonly key: string;
  /** Name of the construct's row in permissions: `Table`. */
  readonly row: string;
  /** Type of the resource: `aws_dynamodb_table`. */
  readonly type: string;
  readonly construct: unknown;
  readonly imported: unknown;
  objectOf(construct: IConstruct): Resource;
}

/** The choice: the resource, and the target for permissions. */
export interface Chosen<Resource> {
  readonly object: Resource;
  readonly target: IConstruct;
}

/** Refuses neither and both, and values of another kind. */
export function constructOrImport<Resource extends TerraformElement>(
  { api, prop }: DataSourcePlace,
  { key, row, type, construct, imported, objectOf }: Choice<Resource>,
): Chosen<Resource> {
  const at = `${prop}.${key}`;
  const importedAt = `${prop}.cdk.dataSource.${key}`;
  if (imported !== undefined) {
    if (construct !== undefined) fail(api, "props-exclude", at, { other: importedAt });
    const object = findImport<Resource>(api, importedAt, imported, type);
    if (object !== undefined) return { object, target: object };
    return refuseValue(api, importedAt, imported, `an object of type ${type}`);
  }
  requireProp(api, at, construct, `Pass a ${row}, or an existing one as ${importedAt}.`);
  if (isOfRow(construct, row)) return { object: objectOf(construct), target: construct };
  return refuseValue(api, at, construct, `a ${row} of this library`);
}

/** Whether a value is a construct of the library that permissions know by this name. */
export function isOfRow(value: unknown, row: string): value is IConstruct {
  return hasPermissionTarget(value) && value[permissionTarget]().row.name === row;
}
