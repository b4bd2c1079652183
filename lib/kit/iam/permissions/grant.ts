import type { IConstruct } from "constructs";
import { fail } from "../errors";
import { keyStatementsFor } from "./keys";
import type { Access, Grant, PermissionRow, PermissionTarget } from "./row";
import type { Statement } from "./statement";
import type { NamedTarget } from "./target";

/** The statements for a target, or for one kind of access to it. */
export function grantStatements(
  where: IConstruct | string,
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
  where: IConstruct | string,
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
  where: IConstruct | string,
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
