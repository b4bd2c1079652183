import { CognitoResourceServer } from "@cdktf/provider-aws/lib/cognito-resource-server";
import { Token } from "cdktf";
import type { Construct } from "constructs";
import { checkKeys, isPlainObject, propKeys } from "../../../core/check";
import { fail } from "../errors";
import type { UserbaseProps } from "../props";

/** An API whose scopes clients can request. */
export interface UserbaseResourceServerProps {
  /** Name in AWS. @default - the identifier */
  readonly name?: string | undefined;
  /** What each scope allows, by scope. */
  readonly scopes: Readonly<Record<string, string>>;
}

const serverKeys = propKeys<UserbaseResourceServerProps>()({ name: "text", scopes: "textMap" });

// Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_CreateResourceServer.html
const identifierGrammar = /^[\x21\x23-\x5B\x5D-\x7E]{1,256}$/;
const nameGrammar = /^[\w\s+=,.@-]{1,256}$/;
// Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ResourceServerScopeType.html
const scopeGrammar = /^[\x21\x23-\x2E\x30-\x5B\x5D-\x7E]{1,256}$/;
const maxDescription = 256;
const maxScopes = 100;

/** Refuses identifiers and scopes that the service does not accept. */
export function checkResourceServers(userbase: Construct, { resourceServers = {} }: UserbaseProps): void {
  for (const [identifier, server] of Object.entries(resourceServers)) {
    const prop = `resourceServers[${JSON.stringify(identifier)}]`;
    if (!identifierGrammar.test(identifier)) {
      const expected = "an identifier without spaces, quotes and backslashes, such as an address";
      fail(userbase, "prop-invalid", prop, { value: identifier, expected });
    }
    if (!isPlainObject(server)) {
      fail(userbase, "prop-invalid", prop, {
        value: server,
        expected: '{ scopes: { read: "Reads notes" } }',
      });
    }
    checkKeys(userbase, prop, server, serverKeys);
    checkName(userbase, `${prop}.name`, server.name);
    checkScopes(userbase, `${prop}.scopes`, server.scopes);
  }
}

function checkName(userbase: Construct, prop: string, name: unknown): void {
  if (name === undefined || Token.isUnresolved(name)) return;
  if (typeof name !== "string" || !nameGrammar.test(name)) {
    const expected = "up to 256 letters, digits, spaces and _+=,.@-";
    fail(userbase, "prop-invalid", prop, { value: name, expected });
  }
}

function checkScopes(userbase: Construct, prop: string, scopes: unknown): void {
  if (scopes === undefined) {
    fail(userbase, "prop-required", prop, { remedy: 'Write scopes: { read: "Reads notes" }.' });
  }
  if (!isPlainObject(scopes)) {
    fail(userbase, "prop-invalid", prop, { value: scopes, expected: '{ read: "Reads notes" }' });
  }
  const count = Object.keys(scopes).length;
  if (count > maxScopes)
    fail(userbase, "out-of-range", prop, { value: count, range: `0 to ${maxScopes} scopes` });
  for (const [scope, description] of Object.entries(scopes)) {
    const at = `${prop}[${JSON.stringify(scope)}]`;
    if (!scopeGrammar.test(scope)) {
      fail(userbase, "prop-invalid", at, {
        value: scope,
        expected: 'a scope without spaces, quotes, "/" and "\\"',
      });
    }
    const fits =
      typeof description === "string" && description !== "" && description.length <= maxDescription;
    if (!fits && !Token.isUnresolved(description)) {
      fail(userbase, "prop-invalid", at, {
        value: description,
        expected: "a description of up to 256 characters",
      });
    }
  }
}

/** The declared scopes, as clients and routes write them: `<identifier>/<scope>`. */
export function declaredScopes({ resourceServers = {} }: UserbaseProps): readonly string[] {
  return Object.entries(resourceServers).flatMap(([identifier, { scopes }]) =>
    Object.keys(scopes).map((scope) => `${identifier}/${scope}`),
  );
}

/** Creates the APIs whose scopes clients request. */
export function createResourceServers(
  userbase: Construct,
  { resourceServers = {} }: UserbaseProps,
  userPoolId: string,
): readonly CognitoResourceServer[] {
  return Object.entries(resourceServers).map(([identifier, { name, scopes }]) => {
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
