import { Construct, type IConstruct } from "constructs";
import { servicePrefixes } from "../../../facts/aws/service-prefixes";
import { isBindable } from "../../app/binding/target";
import { checkSameApp } from "../../app/scope/same-app";
import { isPlainObject } from "../../core/checks/check";
import { isUnresolved } from "../../core/tokens/unresolved";
import { fail } from "../errors";
import { grantStatements } from "./grant";
import { parseStatement } from "./parse-statement";
import { permissionKinds, publicName } from "./permission-kinds";
import { typesWithRow } from "./provider-target";
import { isPolicyStatement, type Statement } from "./statement";
import { describeConstruct, findTarget, type NamedTarget } from "./target";

/**
 * Checks permissions and returns their policy statements.
 *
 * @param where - the construct whose props these are, for error messages
 * @param prop - their prop, for example `permissions`
 */
export function resolvePermissions(
  where: IConstruct | string,
  prop: string,
  permissions: unknown,
): readonly Statement[] {
  if (permissions === "*") return [{ effect: "Allow", actions: ["*"], resources: ["*"] }];
  if (!Array.isArray(permissions) || isUnresolved(permissions)) {
    return fail(where, "permissions-invalid", prop, { value: permissions });
  }
  return permissions.flatMap((entry: unknown, index) => resolvePermission(where, `${prop}[${index}]`, entry));
}

/** The statements of one entry. */
export function resolvePermission(
  where: IConstruct | string,
  prop: string,
  entry: unknown,
): readonly Statement[] {
  if (typeof entry === "string") {
    return [{ effect: "Allow", actions: [parseAction(where, prop, entry)], resources: ["*"] }];
  }
  if (Construct.isConstruct(entry)) return grantStatements(where, prop, requireTarget(where, prop, entry));
  if (Array.isArray(entry) && entry.length === 2) {
    const [construct, access]: readonly unknown[] = entry;
    if (Construct.isConstruct(construct)) {
      return grantStatements(where, prop, requireTarget(where, prop, construct), { access });
    }
  }
  if (isPolicyStatement(entry) || isPlainObject(entry)) return [parseStatement(where, prop, entry)];
  return fail(where, "permission-invalid", prop, { value: entry });
}

/** The action that a string entry means: `s3` is `s3:*`. */
function parseAction(where: IConstruct | string, prop: string, value: string): string {
  if (value === "*" || value === "*:*") return fail(where, "permission-all-in-list", prop, { value });
  if (isUnresolved(value)) return fail(where, "permission-invalid", prop, { value });
  const [service = "", ...names] = value.split(":");
  if (!servicePrefixes.includes(service)) {
    return fail(where, "permission-service-unknown", prop, { value, service, services: servicePrefixes });
  }
  if (names.length === 0) return `${service}:*`;
  if (names.length === 1 && /^[A-Za-z0-9*?]+$/.test(names[0] ?? "")) return value;
  return fail(where, "permission-action-invalid", prop, { value, service });
}

function requireTarget(where: IConstruct | string, prop: string, construct: IConstruct): NamedTarget {
  checkSameApp(where, prop, construct);
  const target = findTarget(construct);
  if (target !== undefined) return target;
  const value = describeConstruct(construct);
  if (isBindable(construct)) return fail(where, "permission-bind-instead", prop, { value });
  const known = permissionKinds
    .get()
    .filter(({ row }) => row !== undefined)
    .map(publicName);
  return fail(where, "permission-construct-unknown", prop, { value, known, types: typesWithRow() });
}
