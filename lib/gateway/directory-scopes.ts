import type { CognitoResourceServer } from "@cdktf/provider-aws/lib/cognito-resource-server";
import type { CognitoUserPool } from "@cdktf/provider-aws/lib/cognito-user-pool";
import { Token } from "cdktf";
import { Construct } from "constructs";
import { isProviderObject } from "../core/override";
import { resolveValue } from "../core/resolve";
import { fail } from "./errors";

/** Scopes that every user pool has. Source: https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-define-resource-servers.html */
const standardScopes = ["openid", "email", "phone", "profile", "aws.cognito.signin.user.admin"];

/**
 * Refuses scopes that no resource server declares: no token can have them, so that the route would refuse every request.
 *
 * @param directories - what the authorizer accepts tokens of; the scopes of a pool that is not created by a construct of
 * the app are not known
 */
export function checkDirectoryScopes(
  api: Construct,
  prop: string,
  directories: readonly unknown[],
  scopes: readonly string[],
): void {
  const declared = directories.map(scopesOf);
  const known = new Set(standardScopes);
  for (const each of declared) {
    if (each === undefined) return;
    for (const scope of each) known.add(scope);
  }
  scopes.forEach((value, index) => {
    if (Token.isUnresolved(value) || known.has(value)) return;
    fail(api, "scope-undeclared", `${prop}[${index}]`, { value: String(value), scopes: [...known] });
  });
}

/** The scopes that the resource servers of a directory declare; undefined where they are not known. */
function scopesOf(directory: unknown): readonly string[] | undefined {
  if (!Construct.isConstruct(directory)) return undefined;
  const pool = directory.node.findAll().find((each) => isProviderObject(each, "aws_cognito_user_pool"));
  if (pool === undefined || addsScopes(pool as unknown as CognitoUserPool)) return undefined;
  const scopes: string[] = [];
  // Also those that the caller creates beside the directory.
  for (const each of directory.node.root.node.findAll()) {
    if (!isProviderObject(each, "aws_cognito_resource_server")) continue;
    const server = each as unknown as CognitoResourceServer;
    const { identifierInput: identifier } = server;
    const given: unknown = resolveValue(server, server.scopeInput) ?? [];
    if (Token.isUnresolved(identifier) || !Array.isArray(given)) return undefined;
    scopes.push(...given.map(({ scopeName }) => `${identifier}/${scopeName}`));
  }
  return scopes;
}

/** Whether a trigger may add scopes to tokens. Source: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-pre-token-generation.html */
function addsScopes(pool: CognitoUserPool): boolean {
  return /"V[23]_0"/.test(JSON.stringify(resolveValue(pool, pool.lambdaConfigInput) ?? {}));
}
