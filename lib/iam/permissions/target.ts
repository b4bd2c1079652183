import type { IConstruct } from "constructs";
import { isProviderObject } from "../../core/override";
import { hasPermissionTarget, permissionTarget } from "./permissions";
import { findProviderTarget } from "./provider-target";
import type { PermissionTarget } from "./row";

/** A thing that permissions name, with what error messages call it. */
export interface NamedTarget {
  readonly target: PermissionTarget;
  readonly construct: IConstruct;
  readonly label: string;
}

/** What a construct is in the table of permissions, or undefined when it has no row. */
export function findTarget(construct: IConstruct): NamedTarget | undefined {
  const target = hasPermissionTarget(construct)
    ? construct[permissionTarget]()
    : findProviderTarget(construct);
  return target && { target, construct, label: describeConstruct(construct) };
}

/** What error messages call a construct: `Table "dev-notes-Main/Notes"`. */
export function describeConstruct(construct: IConstruct): string {
  const type = isProviderObject(construct) ? construct.terraformResourceType : construct.constructor.name;
  return `${type} "${construct.node.path}"`;
}
