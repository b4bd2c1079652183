import type { Construct } from "constructs";
import {
  checkKeys,
  checkObject,
  FactKey,
  factOf,
  isPlainObject,
  isUnresolved,
  propKeys,
  refuseValue,
  requireProp,
} from "../../kit/core";
import { type Function, isFunction, type PlannedReference, planReference } from "../../kit/function";
import { takesSharedRoutes, type WithSharedRoutes } from "../api";
import type { UserbaseProps } from "../userbase";
import { fail } from "./errors";
import type { AuthAttachProps, AuthProps } from "./props";

const authKeys = propKeys<AuthProps>()({ authenticator: true });
const attachKeys = propKeys<AuthAttachProps>()({ api: true, prefix: true });

/** Props of a user directory, which callers mistake an Auth for. */
const userbaseKeys: readonly (keyof UserbaseProps)[] = [
  "login",
  "triggers",
  "identityPoolFederation",
  "identityProviders",
  "cdk",
  "defaults",
];

const takenBy = new FactKey<Map<Function, Construct>>("authenticators", () => new Map());

/** Refuses props that cannot work; plans the authenticator. */
export function parseAuthProps(auth: Construct, given: unknown): PlannedReference {
  const example = 'authenticator: "functions/auth.handler"';
  if (!isPlainObject(given)) return refuseValue(auth, "props", given, `an object: { ${example} }`);
  const key = userbaseKeys.find((each) => each in given);
  if (key !== undefined) fail(auth, "auth-userbase-props", "props", { key });
  checkKeys(auth, "props", given, authKeys);
  const { authenticator } = given;
  requireProp(auth, "authenticator", authenticator, `Name the function that signs in: ${example}.`);
  const other = isFunction(authenticator) ? factOf(authenticator, takenBy).get(authenticator) : undefined;
  if (other !== undefined) {
    fail(auth, "auth-authenticator-taken", "authenticator", { other: other.node.path });
  }
  const host = { owner: auth, scope: auth, defaults: undefined, waits: true };
  return planReference(host, "authenticator", "authenticator", authenticator);
}

/** Notes whose authenticator a function is. */
export function takeAuthenticator(auth: Construct, fn: Function): void {
  factOf(fn, takenBy).set(fn, auth);
}

const attachedTo = new FactKey<Map<Construct, Construct>>("APIs with a sign-in", () => new Map());

/** Refuses values that an Auth cannot be attached to. */
export function parseAttach(
  auth: Construct,
  given: unknown,
  former: string | undefined,
): { readonly api: WithSharedRoutes & AuthAttachProps["api"]; readonly prefix: string } {
  const expected = "an Api of this library: attach(stack, { api })";
  checkObject(auth, "attach", given, attachKeys, expected);
  const { api, prefix = "/auth" } = given;
  if (!takesSharedRoutes(api)) return refuseValue(auth, "attach.api", api, expected);
  const other = factOf(api, attachedTo).get(api);
  if (other !== undefined) fail(auth, "auth-api-attached", "attach.api", { other: other.node.path });
  if (!isPrefix(prefix)) {
    const expected = 'a path without variables that begins with / and does not end with it: "/auth"';
    return refuseValue(auth, "attach.prefix", prefix, expected);
  }
  if (former !== undefined && former !== prefix) {
    fail(auth, "auth-prefix-differs", "attach.prefix", { value: prefix, former });
  }
  return { api: api as WithSharedRoutes & AuthAttachProps["api"], prefix };
}

const isPrefix = (value: unknown): value is string =>
  typeof value === "string" && !isUnresolved(value) && /^(\/[A-Za-z0-9._~-]+)+$/.test(value);

/** Notes that an API has a sign-in. */
export function noteAttached(auth: Construct, api: Construct): void {
  factOf(api, attachedTo).set(api, auth);
}
