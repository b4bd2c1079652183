import type { IConstruct } from "constructs";
import { isProviderObject } from "../../core/terraform/override";
import { hasPermissionTarget, permissionTarget } from "./permissions";
import { findProviderTarget } from "./provider-target";
import type { PermissionTarget } from "./row";

/** A target of permissions, with its name for error messages. */
export interface NamedTarget {
  readonly target: PermissionTarget;
  readonly construct: IConstruct;
  readonly label: string;
}

/** The permission target of a construct; undefined if the table has no row for it. */
export function findTarget(construct: IConstruct): NamedTarget | undefined {
  const target = hasPermissionTarget(construct)
    ? construct[permissionTarget]()
    : findProviderTarget(construct);
  return target && { target, construct, label: describeConstruct(construct) };
}

/** The name of a construct in error messages: `Table "dev-notes-Main/Notes"`. */
export function describeConstruct(construct: IConstruct): string {
  const type = isProviderObject(construct) ? construct.terraformResourceType : construct.constructor.name;
  return `${type} "${construct.node.path}"`;
}
