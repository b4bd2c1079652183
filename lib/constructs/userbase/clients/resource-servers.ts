import { CognitoResourceServer } from "@cdktf/provider-aws/lib/cognito-resource-server";
import type { Construct } from "constructs";
import { mapTogether } from "../../../facts/errors/problems";
import {
  checkLimit,
  checkObject,
  isPlainObject,
  limits,
  type MapOf,
  present,
  propKeys,
  refuseValue,
  requireProp,
  within,
} from "../../../kit/core";
import type { UserbaseProps } from "../props";

/** An API whose scopes clients can request. */
export interface UserbaseResourceServerProps {
  /** Name in AWS. @default - the identifier */
  readonly name?: string | undefined;
  /** The description of each scope, by scope. */
  readonly scopes: MapOf<string>;
}

const rows = limits.aws_cognito_resource_server;
const serverKeys = propKeys<UserbaseResourceServerProps>()({ name: within(rows.name), scopes: "textMap" });

/**
 * The declared scopes, as clients and routes write them: `<identifier>/<scope>`. Refuses identifiers and scopes that the service does
 * not accept.
 */
export function parseScopes(userbase: Construct, { resourceServers = {} }: UserbaseProps): readonly string[] {
  return mapTogether(Object.entries(resourceServers), ([identifier, server]) => {
    const prop = `resourceServers[${JSON.stringify(identifier)}]`;
    checkLimit(userbase, prop, identifier, rows.identifier);
    checkObject(userbase, prop, server, serverKeys, '{ scopes: { read: "Reads notes" } }');
    checkScopes(userbase, `${prop}.scopes`, server.scopes);
    return Object.keys(server.scopes).map((scope) => `${identifier}/${scope}`);
  }).flat();
}

function checkScopes(userbase: Construct, prop: string, scopes: unknown): void {
  requireProp(userbase, prop, scopes, 'Write scopes: { read: "Reads notes" }.');
  if (!isPlainObject(scopes)) refuseValue(userbase, prop, scopes, '{ read: "Reads notes" }');
  checkLimit(userbase, prop, scopes, rows.scope);
  for (const [scope, description] of Object.entries(scopes)) {
    const at = `${prop}[${JSON.stringify(scope)}]`;
    checkLimit(userbase, at, scope, rows["scope.scopeName"]);
    checkLimit(userbase, at, description, rows["scope.scopeDescription"]);
  }
}

/** Creates the APIs whose scopes clients request. */
export function createResourceServers(
  userbase: Construct,
  { resourceServers = {} }: UserbaseProps,
  userPoolId: string,
): readonly CognitoResourceServer[] {
  return Object.entries(present(resourceServers)).map(([identifier, { name, scopes }]) => {
    const scope = Object.keys(scopes)
      .sort()
      .map((scopeName) => ({ scopeName, scopeDescription: scopes[scopeName] ?? "" }));
    return new CognitoResourceServer(userbase, `ResourceServer_${identifier}`, {
      identifier,
      // A URL has characters that are not allowed in a name.
      name: name ?? identifier.replace(/[^\w\s+=,.@-]+/g, "-"),
      userPoolId,
      scope: scope.length === 0 ? undefined : scope,
    });
  });
}
