import type { IConstruct } from "constructs";
import type { Where } from "../../facts/errors/error";
import { requireBinding } from "../app/binding";
import { checkKnownList } from "../core/checks/list";
import { type GrantName, hasPermissionTarget, resolvePermission } from "../iam/permissions";
import { fail } from "./errors";

/**
 * An entry of `bind`: a construct, with all that using it needs, or `[table, "grantReadData"]`, with one kind of access to
 * it. The function gets its names either way.
 */
export type BindingEntry = IConstruct | readonly [construct: IConstruct, access: GrantName | (string & {})];

/** The construct of an entry, and its access if that is limited. */
export function splitEntry(entry: BindingEntry): { construct: IConstruct; access: string | undefined } {
  if (!Array.isArray(entry)) return { construct: entry as IConstruct, access: undefined };
  const [construct, access] = entry as readonly [IConstruct, string];
  return { construct, access };
}

/** Refuses entries that cannot be bound, and access that a construct does not have. */
export function checkBindings(where: Where, prop: string, entries: unknown): void {
  checkKnownList(where, prop, entries);
  (entries as readonly BindingEntry[]).forEach((entry, index) => {
    const at = `${prop}[${index}]`;
    const { construct } = splitEntry(entry);
    const { className } = requireBinding(where, at, construct);
    if (!Array.isArray(entry)) return;
    if (!hasPermissionTarget(construct)) fail(where, "bind-without-access", at, { className });
    resolvePermission(where, at, entry);
  });
}
