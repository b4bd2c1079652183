import type { LambdaPermission } from "@cdktf/provider-aws/lib/lambda-permission";
import { type TerraformResource, TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { present } from "../core/checks/absence";
import { isPlainObject } from "../core/checks/check";
import { knownItems, parseItems } from "../core/checks/list";
import { checkEach, scopeLimit } from "../core/limits";
import { waitFor } from "../core/terraform/depends-on";
import { isUnresolved } from "../core/tokens/unresolved";
import type { CreatedAuthorizer, PlannedAuthorizer } from "./authorizers";
import { fail } from "./errors";

/** The authorization props of a route, or of the defaults of its API. */
interface AuthorizationProps {
  readonly authorizer?: string | undefined;
  readonly authorizationScopes?: readonly string[] | undefined;
}

/** The authorization of a route, checked. */
export interface PlannedAuthorization {
  /** `none`, `iam` or the name of an authorizer. */
  readonly authorizer: string;
  /** Sorted, as the gateway keeps them as a set. Undefined if the authorizer does not support scopes. */
  readonly scopes: string[] | undefined;
  /** Whether the route gets the authorizer that accepts tokens of machines too. */
  readonly takesMachines?: boolean | undefined;
}

/** The authorization of a route as the provider takes it. */
export interface CreatedAuthorization {
  readonly type: string;
  readonly authorizerId?: string | undefined;
  readonly scopes?: string[] | undefined;
  /** Lets the gateway invoke the function of the authorizer. */
  readonly permission?: LambdaPermission | undefined;
}

/** The authorizers of an API, as far as its routes need them. */
export interface RouteAuthorizers {
  readonly api: Construct;
  readonly defaults: AuthorizationProps;
  /** The valid authorizers, by name. */
  readonly authorizers: ReadonlyMap<string, PlannedAuthorizer>;
  /** The names of all that are declared; undefined if the declaration is refused as a whole. */
  readonly names: readonly string[] | undefined;
  readonly limits: ScopeLimits;
}

interface ScopeLimits {
  /** How many scopes a route can require. @default - any number */
  readonly maxScopes?: number | undefined;
  /** How long a scope may be. @default - any length */
  readonly maxScopeLength?: number | undefined;
}

/** The authorizers of an API for its routes. Refuses a default that is not one of them. */
export function routeAuthorizers(
  api: Construct,
  { defaults = {}, authorizers: declared = {} }: AuthorizedProps,
  authorizers: ReadonlyMap<string, PlannedAuthorizer>,
  limits: ScopeLimits = {},
): RouteAuthorizers {
  const names = isPlainObject(declared) ? Object.keys(present(declared)) : undefined;
  const all = { api, defaults, authorizers, names, limits };
  checkAuthorizerName(all, "defaults.authorizer", defaults.authorizer ?? "none");
  return all;
}

/** The props of an API with authorizers. */
interface AuthorizedProps {
  readonly defaults?: AuthorizationProps | undefined;
  readonly authorizers?: object | undefined;
}

/** Refuses a name that is neither built in nor declared. Returns the authorizer, if it is a declared one that is not refused. */
function checkAuthorizerName(
  { api, authorizers, names }: RouteAuthorizers,
  prop: string,
  name: string,
): PlannedAuthorizer | undefined {
  const isKnown = name === "none" || name === "iam" || names?.includes(name) !== false;
  if (!isKnown) fail(api, "authorizer-unknown", prop, { value: name, names: names ?? [] });
  return authorizers.get(name);
}

/** Refuses an authorization that cannot work; the defaults of the API apply. */
export function planAuthorization(
  host: RouteAuthorizers,
  prop: string,
  route: AuthorizationProps,
): PlannedAuthorization {
  const { api, defaults, limits } = host;
  const { maxScopes } = limits;
  const name = route.authorizer ?? defaults.authorizer ?? "none";
  const authorizer = checkAuthorizerName(host, `${prop}.authorizer`, name);
  const isOwn = route.authorizationScopes !== undefined;
  const at = isOwn ? `${prop}.authorizationScopes` : "defaults.authorizationScopes";
  const scopes = parseItems(api, at, route.authorizationScopes ?? defaults.authorizationScopes ?? []);
  if (maxScopes !== undefined && scopes.length > maxScopes) {
    fail(api, "quota-exceeded", at, { what: "scopes", count: scopes.length, limit: maxScopes });
  }
  checkEach(api, at, knownItems(scopes), scopeLimit);
  const { maxScopeLength: limit = Number.POSITIVE_INFINITY } = limits;
  knownItems(scopes).forEach((value, index) => {
    if (isUnresolved(value) || value.length <= limit) return;
    fail(api, "scope-too-long", `${at}[${index}]`, { value, length: value.length, limit });
  });
  if (scopes.length === 0) return { authorizer: name, scopes: undefined };
  // The problem of a refused or unknown authorizer is noted already.
  if (authorizer === undefined && name !== "none" && name !== "iam")
    return { authorizer: name, scopes: undefined };
  if (!authorizer?.takesScopes) {
    // A route that names another authorizer than the defaults has opted out of their scopes.
    const hasOptedOut = !isOwn && route.authorizer !== undefined;
    if (hasOptedOut) return { authorizer: name, scopes: undefined };
    fail(api, "scopes-without-token", at, { authorizer: name, route: isOwn ? undefined : prop });
  }
  authorizer.checkScopes(at, knownItems(scopes));
  const takesMachines = authorizer.takesMachines(scopes);
  return { authorizer: name, scopes: [...new Set(scopes)].sort(), takesMachines };
}

/** How many authorizers an API has with these routes: one more for each that must also accept tokens of machines. */
export function countAuthorizers(
  { authorizers }: RouteAuthorizers,
  routes: readonly PlannedAuthorization[],
): number {
  const forMachines = routes.filter(({ takesMachines = false }) => takesMachines);
  return authorizers.size + new Set(forMachines.map(({ authorizer }) => authorizer)).size;
}

/** The authorization of a route, once the authorizers are created. */
export function routeAuthorization(
  { authorizer, scopes }: PlannedAuthorization,
  created: ReadonlyMap<string, CreatedAuthorizer>,
): CreatedAuthorization {
  const found = created.get(authorizer);
  if (found === undefined) return { type: authorizer === "iam" ? "AWS_IAM" : "NONE" };
  return {
    type: found.authorization,
    authorizerId: (scopes && found.machinesId?.(scopes)) ?? found.authorizerId,
    scopes,
    permission: found.permission,
  };
}

/** Makes a route wait for the permission of its authorizer's function, unless that is in another stack. */
export function waitForAuthorizer(
  route: TerraformResource,
  { permission }: Pick<CreatedAuthorization, "permission">,
): void {
  if (permission === undefined || TerraformStack.of(permission) !== TerraformStack.of(route)) return;
  waitFor(route, [permission]);
}
