import { isDeepStrictEqual } from "node:util";
import { physicalIdentityOf, resourceTypes } from "../../../lib/facts/aws/resource-types";
import { matchesWildcard } from "../../../lib/facts/aws/wildcards";
import { holdsData, lasting } from "./identity";
import type { EditPlan, Operation, PlannedSides } from "./operations";
import { directReads, wiringOf } from "./template";

/**
 * Types that must exist as long as another resource refers to them: AWS protects them, or they are created first. The name of a function
 * is fixed, so that it is destroyed before its successor is created, with its permissions and the policies of its role: requests fail in
 * between.
 */
const inUse: ReadonlySet<string> = new Set(
  Object.entries(resourceTypes).flatMap(([type, { protectedBy, isCreatedFirst }]) =>
    protectedBy === undefined && isCreatedFirst !== true ? [] : [type],
  ),
);

/** Resources that send requests to a function. The stage of a REST API serves its deployment, so that its parts may change before. */
const callers: ReadonlySet<string> = new Set([
  "aws_cognito_user_pool",
  "aws_api_gateway_deployment",
  "aws_apigatewayv2_authorizer",
  "aws_apigatewayv2_integration",
]);

/** Resources that send requests along the permission that they wait for. */
const routes: ReadonlySet<string> = new Set([
  "aws_api_gateway_integration",
  "aws_apigatewayv2_integration",
  "aws_apigatewayv2_route",
]);

/**
 * Attributes that the provider plans to update, and does not send.
 *
 * Source: https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/appsync/datasource.go
 */
const unsent: Readonly<Record<string, readonly string[]>> = {
  aws_appsync_datasource: ["event_bridge_config", "name"],
};

/** The problems of a plan, one line each; sorted. */
export function problemsOf(plan: EditPlan, { before, after }: PlannedSides): readonly string[] {
  const operations = [...plan.operations.values()];
  const found = [
    ...losses(operations),
    ...collisions(plan, operations),
    ...gaps(plan, operations, before),
    ...handovers(plan, operations, { before, after }),
    ...lateCallers(plan, operations, { before, after }),
    ...narrowedRights(operations, after),
    ...unsentChanges(operations),
    ...keptSettings(operations, { before, after }),
  ];
  return [...new Set(found)].sort();
}

/** The removed resources that hold data or an address. */
function losses(operations: readonly Operation[]): readonly string[] {
  return operations
    .filter(
      ({ type, action }) =>
        (action === "replace" && lasting.has(type)) || (action === "delete" && holdsData.has(type)),
    )
    .map(({ address, action, forcedBy }) => {
      const reason = forcedBy.length > 0 ? ` for ${[...forcedBy].sort().join(", ")}` : "";
      return `${address} is ${action === "replace" ? "replaced" : "deleted"}${reason}`;
    });
}

/** The resources that are created while AWS still has one of the same identity, or destroyed after the new one has replaced them. */
function collisions(plan: EditPlan, operations: readonly Operation[]): readonly string[] {
  const old = new Map<string, Operation>();
  for (const each of operations) {
    const identity =
      each.action === "delete" || each.action === "replace"
        ? physicalIdentityOf(each.type, each.before)
        : undefined;
    if (identity !== undefined) old.set(identity, each);
  }
  return operations.flatMap((each) => {
    if (each.action !== "create" && each.action !== "replace" && each.action !== "update") return [];
    const identity = physicalIdentityOf(each.type, each.after);
    const other = identity === undefined ? undefined : old.get(identity);
    if (other === undefined || (each.action === "replace" && other === each && !each.isCreatedFirst))
      return [];
    const isFreed = plan.precedes(
      { address: other.address, isDestroyed: true },
      { address: each.address, isDestroyed: false },
    );
    if (isFreed) return [];
    return [`${each.address} has the identity of ${other === each ? "what it replaces" : other.address}`];
  });
}

const isNeededBy = (user: string, used: string): boolean => {
  const { protectedBy = [], isCreatedFirst } = resourceTypes[used] ?? {};
  return isCreatedFirst === true || protectedBy.includes(user);
};

const made = ({ address }: Operation) => ({ address, isDestroyed: false });
const destroyed = ({ address }: Operation) => ({ address, isDestroyed: true });
const goes = ({ action }: Operation) => action === "delete" || action === "replace";
const comes = ({ action }: Operation) => action === "create" || action === "replace";

/** The resources that are destroyed before their dependents have changed. */
function gaps(
  plan: EditPlan,
  operations: readonly Operation[],
  before: PlannedSides["before"],
): readonly string[] {
  const former = new Map(operations.map((each) => [each.from ?? each.address, each] as const));
  return [...wiringOf(before)].flatMap(([address, { dependencies }]) => {
    const user = former.get(address);
    if (user === undefined || (user.action !== "update" && user.action !== "replace")) return [];
    if (user.action === "replace" && !user.isCreatedFirst) return [];
    return dependencies.flatMap((each) => {
      const used = former.get(each);
      if (used === undefined || !goes(used) || !isNeededBy(user.type, used.type)) return [];
      if (plan.precedes(made(user), destroyed(used))) return [];
      return [`${used.address} goes before ${user.address} has changed`];
    });
  });
}

/** The resources that are removed while another one of its type replaces them for an unchanged resource, without waiting for it. */
function handovers(
  plan: EditPlan,
  operations: readonly Operation[],
  { before, after }: PlannedSides,
): readonly string[] {
  const reads = directReads(after);
  const byAddress = new Map(operations.map((each) => [each.address, each] as const));
  const former = directReads(before);
  return operations.flatMap((user) => {
    if (!routes.has(user.type) || (user.action !== "none" && user.action !== "move")) return [];
    return [...(former.get(user.from ?? user.address) ?? [])].flatMap((address) => {
      const old = byAddress.get(address);
      if (old === undefined || !goes(old) || !inUse.has(old.type)) return [];
      const next = [...(reads.get(user.address) ?? [])].flatMap((each) => byAddress.get(each) ?? []);
      return next
        .filter((each) => each.type === old.type && comes(each) && isForSame(old, each))
        .filter((each) => !plan.precedes(made(each), destroyed(old)))
        .map((each) => `${old.address} goes before ${each.address} takes its place for ${user.address}`);
    });
  });
}

/** Whether two permissions of an integration are for the same requests. This is not so for removed and new routes. */
function isForSame(old: Operation, next: Operation): boolean {
  const [former, present] = [old.before.source_arn, next.after.source_arn];
  if (typeof former !== "string" || typeof present !== "string") return true;
  return matchesWildcard(former, present) || matchesWildcard(present, former);
}

/** The resources that are changed to call another function, without waiting for the function to permit it. */
function lateCallers(
  plan: EditPlan,
  operations: readonly Operation[],
  { before, after }: PlannedSides,
): readonly string[] {
  const [former, present] = [wiringOf(before), wiringOf(after)];
  const permissions = operations.filter((each) => each.type === "aws_lambda_permission" && comes(each));
  return operations
    .filter(({ type, action }) => callers.has(type) && (action === "update" || action === "replace"))
    .flatMap((caller) => {
      const called = functionsOf(present, caller.address);
      const known = new Set(functionsOf(former, caller.from ?? caller.address));
      const added = called.filter((each) => !known.has(each));
      const needed = permissions.filter(({ address }) =>
        functionsOf(present, address).some((each) => added.includes(each)),
      );
      const isPermitted = needed.some((each) => plan.precedes(made(each), made(caller)));
      if (needed.length === 0 || isPermitted) return [];
      return needed.map(({ address }) => `${caller.address} changes before ${address} permits it`);
    });
}

function functionsOf(wiring: ReturnType<typeof wiringOf>, address: string): readonly string[] {
  return (wiring.get(address)?.dependencies ?? []).filter((each) => each.startsWith("aws_lambda_function."));
}

/** The resources that are updated in the plan only. */
function unsentChanges(operations: readonly Operation[]): readonly string[] {
  return operations
    .filter(({ action }) => action === "update")
    .flatMap(({ address, type, before, after }) =>
      (unsent[type] ?? [])
        .filter((key) => JSON.stringify(after[key] ?? []) !== JSON.stringify(before[key] ?? []))
        .filter((key) => JSON.stringify(after[key] ?? []) !== "[]")
        .map((key) => `${address} is updated in place, and the provider does not send ${key}`),
    );
}

/** Policies of routes that are changed in place together with the route: the old rights go before the route has changed. */
function narrowedRights(operations: readonly Operation[], after: PlannedSides["after"]): readonly string[] {
  const reads = directReads(after);
  const byAddress = new Map(operations.map((each) => [each.address, each] as const));
  return operations
    .filter(({ type, action }) => type === "aws_apigatewayv2_integration" && action !== "none")
    .flatMap(({ address }) => [...(reads.get(address) ?? [])])
    .flatMap((each) => byAddress.get(each) ?? [])
    .filter(({ type, action }) => type === "aws_iam_role_policy" && action === "update")
    .map(({ address }) => `${address} loses rights while its route uses them`);
}

/**
 * The settings that are no longer in the configuration and keep their value: the provider takes a missing value of these attributes for
 * whatever AWS has, so that the default must be written.
 */
function keptSettings(operations: readonly Operation[], { before, after }: PlannedSides): readonly string[] {
  return operations
    .filter(({ action, type }) => type !== "terraform_data" && (action === "none" || action === "update"))
    .flatMap((each) =>
      removedSettings(blockOf(before, each.from ?? each.address), blockOf(after, each.address))
        .filter((path) => {
          const value = valueAt(each.after, path);
          return !isEmpty(value) && isDeepStrictEqual(valueAt(each.before, path), value);
        })
        .map((path) => path.join("."))
        .filter((path) => !withoutEffect.has(`${each.type}.${path}`))
        .map((path) => `${each.address} keeps ${path}`),
    );
}

/**
 * Attributes without effect where the library leaves them out: a cluster pauses only if its least capacity is 0, and the others belong to a
 * stream, a cache, an authorizer with a function or mutual TLS, which has gone.
 */
const withoutEffect: ReadonlySet<string> = new Set([
  "aws_api_gateway_method_settings.settings.cache_ttl_in_seconds",
  "aws_apigatewayv2_authorizer.authorizer_result_ttl_in_seconds",
  "aws_apigatewayv2_domain_name.domain_name_configuration.ownership_verification_certificate_arn",
  "aws_dynamodb_table.stream_view_type",
  "aws_rds_cluster.serverlessv2_scaling_configuration.seconds_until_auto_pause",
]);

/** The paths of the attributes and blocks that only the former of two configurations has. */
function removedSettings(
  former: unknown,
  next: unknown,
  path: readonly string[] = [],
): readonly (readonly string[])[] {
  const [a, b] = [soleBlock(former), soleBlock(next)];
  if (a !== undefined && b === undefined && path.length > 0) return [path];
  if (!isRecord(a) || !isRecord(b)) return [];
  return Object.keys(a)
    .filter((key) => path.length > 0 || !metaArguments.has(key))
    .flatMap((key) => removedSettings(a[key], b[key], [...path, key]));
}

const metaArguments: ReadonlySet<string> = new Set(["depends_on", "lifecycle"]);

/** A block that may come once is a list in plans, and an object or a list in Terraform JSON. */
const soleBlock = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 1 && isRecord(value[0]) ? value[0] : value;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

const valueAt = (values: unknown, path: readonly string[]): unknown =>
  path.reduce((here, key) => soleBlock(Object(here)[key]), values);

function blockOf({ resource }: PlannedSides["before"], address: string): unknown {
  const [type = "", name = ""] = address.split(".");
  return resource[type]?.[name];
}
