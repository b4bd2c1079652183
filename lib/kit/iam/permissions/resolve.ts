import { Construct, type IConstruct } from "constructs";
import { servicePrefixes } from "../../../facts/aws/service-prefixes";
import type { Where } from "../../../facts/errors/error";
import { isBindable } from "../../app/binding/target";
import { checkSameApp } from "../../app/scope/same-app";
import { isPlainObject } from "../../core/checks/check";
import { isUnresolved } from "../../core/tokens/unresolved";
import { fail } from "../errors";
import { describeConstruct, findTarget, keyStatementsFor, type NamedTarget } from "./keys";
import { parseStatement } from "./parse-statement";
import { typesWithRow } from "./provider-target";
import type { Access, Grant, PermissionRow, PermissionTarget } from "./row";
import { permissionKinds, publicName } from "./row";
import { isPolicyStatement, type Statement } from "./statement";

/**
 * Checks permissions and returns their policy statements.
 *
 * @param where - the construct whose props these are, for error messages
 * @param prop - their prop, for example `permissions`
 */
export function resolvePermissions(where: Where, prop: string, permissions: unknown): readonly Statement[] {
  if (permissions === "*") return [{ effect: "Allow", actions: ["*"], resources: ["*"] }];
  if (!Array.isArray(permissions) || isUnresolved(permissions)) {
    return fail(where, "permissions-invalid", prop, { value: permissions });
  }
  return permissions.flatMap((entry: unknown, index) => resolvePermission(where, `${prop}[${index}]`, entry));
}

/** The statements of one entry. */
export function resolvePermission(where: Where, prop: string, entry: unknown): readonly Statement[] {
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
function parseAction(where: Where, prop: string, value: string): string {
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

function requireTarget(where: Where, prop: string, construct: IConstruct): NamedTarget {
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

/** The statements for a target, or for one kind of access to it. */
function grantStatements(
  where: Where,
  prop: string,
  named: NamedTarget,
  only?: { readonly access: unknown },
): readonly Statement[] {
  const { row } = named.target;
  const access = only === undefined ? row.byDefault : requireAccess(where, prop, named, row, only.access);
  const grants = access.grants.flatMap((grant) => {
    const resources = findResources(where, prop, named, grant);
    if (resources === undefined) return [];
    const { actions, conditions } = grant;
    return [{ effect: "Allow" as const, actions, resources, ...(conditions && { conditions }) }];
  });
  const { keyActions = [] } = access;
  if (keyActions.length === 0) return grants;
  const { laterKeys } = named.target;
  const [first, ...rest] = [...grants, ...keyStatementsFor(named, keyActions)];
  if (laterKeys === undefined || first === undefined) return first === undefined ? [] : [first, ...rest];
  const later = () =>
    keyStatementsFor({ ...named, target: { ...named.target, keys: laterKeys() } }, keyActions);
  return [{ ...first, whenComplete: later }, ...rest];
}

function requireAccess(
  where: Where,
  prop: string,
  { label }: NamedTarget,
  row: PermissionRow,
  name: unknown,
): Access {
  const access = typeof name === "string" && Object.hasOwn(row.access, name) ? row.access[name] : undefined;
  if (access !== undefined) return access;
  const names = Object.keys(row.access);
  return fail(where, "permission-access-unknown", prop, { value: name, construct: label, names });
}

/** Placeholders in the resource patterns of a grant, and their names in messages. */
const parts = {
  arn: "ARN",
  streamArn: "stream",
  secretArn: "secret",
  stageName: "stage",
} satisfies Partial<Record<keyof PermissionTarget, string>>;

/** The resources of a grant; undefined if the target lacks an optional part. */
function findResources(
  where: Where,
  prop: string,
  { target, label }: NamedTarget,
  grant: Grant,
): readonly string[] | undefined {
  const missing = Object.keys(parts).find((part) => {
    const used = grant.on.some((pattern) => pattern.includes(`{${part}}`));
    return used && target[part as keyof typeof parts] === undefined;
  });
  if (missing !== undefined) {
    if (grant.ifPresent) return undefined;
    const part = parts[missing as keyof typeof parts];
    return fail(where, "permission-part-missing", prop, { construct: label, part });
  }
  return grant.on.map((pattern) =>
    pattern.replaceAll(/\{(\w+)\}/g, (_, part: string) => target[part as keyof typeof parts] ?? ""),
  );
}
