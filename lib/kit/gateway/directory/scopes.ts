import type { CognitoResourceServer } from "@cdktf/provider-aws/lib/cognito-resource-server";
import { Construct, type IConstruct } from "constructs";
import { isProviderObject } from "../../core/terraform/override";
import { resolveValue } from "../../core/tokens/resolve";
import { isUnresolved } from "../../core/tokens/unresolved";
import { fail } from "../errors";
import { type DirectoryClient, directoryClients, findCreatedPool } from "./clients";

/** Scopes that every user pool has. Source: https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-define-resource-servers.html */
const standardScopes = ["openid", "email", "phone", "profile", "aws.cognito.signin.user.admin"];

/** Where the tokens of an authorizer come from. */
export interface TokenSource {
  /** The value that the caller gave as the user pool. The scopes of a pool that no construct of the app creates are not known. */
  readonly directory: unknown;
  /** The clients of users whose tokens are accepted, beside those of machines. @default - all clients of the pool */
  readonly userClientIds?: readonly string[] | undefined;
}

/**
 * Refuses scopes that no token can have, so that the route would refuse every request: no resource server declares them, or no
 * client may request them.
 */
export function checkDirectoryScopes(
  api: Construct,
  prop: string,
  sources: readonly TokenSource[],
  scopes: readonly string[],
): void {
  const declared = knownScopes(sources.map(({ directory }) => scopesOf(directory)));
  const available = knownScopes(sources.map((source) => availableScopes(api, source)));
  scopes.forEach((value, index) => {
    if (isUnresolved(value)) return;
    const at = `${prop}[${index}]`;
    if (declared !== undefined && ![...standardScopes, ...declared].includes(value)) {
      fail(api, "scope-undeclared", at, { value, scopes: [...standardScopes, ...declared] });
    }
    if (available !== undefined && !available.includes(value)) {
      fail(api, "scope-unavailable", at, { value, scopes: available });
    }
  });
}

/** All scopes of several sources, each once; undefined where those of one source are not known. */
function knownScopes(ofSources: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  const all = new Set<string>();
  for (const scopes of ofSources) {
    if (scopes === undefined) return undefined;
    for (const scope of scopes) all.add(scope);
  }
  return [...all];
}

/** The scopes that clients whose tokens are accepted may request. */
function availableScopes(
  api: IConstruct,
  { directory, userClientIds }: TokenSource,
): readonly string[] | undefined {
  const all = addsScopes(directory) ? undefined : directoryClients(directory);
  const accepted = all && acceptedClients(api, all, userClientIds);
  return accepted && knownScopes(accepted.map(({ scopes }) => scopes));
}

/** The clients whose tokens are accepted; undefined where the app does not create one of them. */
function acceptedClients(
  api: IConstruct,
  all: readonly DirectoryClient[],
  userClientIds: readonly string[] | undefined,
): readonly DirectoryClient[] | undefined {
  if (userClientIds === undefined) return all;
  const ids = userClientIds.map((id) => resolveValue(api, id));
  const isKnown = ids.every((id) => all.some(({ resolvedId }) => resolvedId === id));
  return isKnown
    ? all.filter(({ isMachine, resolvedId }) => isMachine || ids.includes(resolvedId))
    : undefined;
}

/** The scopes that the resource servers of a directory declare; undefined where they are not known. */
function scopesOf(directory: unknown): readonly string[] | undefined {
  if (!Construct.isConstruct(directory) || addsScopes(directory)) return undefined;
  const scopes: string[] = [];
  // Also those that the caller creates beside the directory.
  for (const each of directory.node.root.node.findAll()) {
    if (!isProviderObject(each, "aws_cognito_resource_server")) continue;
    const server = each as unknown as CognitoResourceServer;
    const { identifierInput: identifier } = server;
    const given: unknown = resolveValue(server, server.scopeInput) ?? [];
    if (isUnresolved(identifier) || !Array.isArray(given)) return undefined;
    scopes.push(...given.map(({ scopeName }) => `${identifier}/${scopeName}`));
  }
  return scopes;
}

/**
 * Whether the scopes of tokens are not known: the pool is not created here, or a trigger may add scopes.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-pre-token-generation.html
 */
function addsScopes(directory: unknown): boolean {
  const pool = findCreatedPool(directory);
  return (
    pool === undefined || /"V[23]_0"/.test(JSON.stringify(resolveValue(pool, pool.lambdaConfigInput) ?? {}))
  );
}
