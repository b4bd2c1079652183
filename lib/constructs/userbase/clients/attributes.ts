import type { CognitoUserPoolSchema } from "@cdktf/provider-aws/lib/cognito-user-pool";
import type { Construct } from "constructs";
import { serviceUserAttributes, standardUserAttributes } from "../../../facts/aws/user-attributes";
import { checkList, isUnresolved } from "../../../kit/core";
import { fail } from "../errors";
import type { UserbaseUserPoolOverride } from "../props";
import type { UserbaseUserPoolClientOverride } from "./client";

/** The attributes that a pool declares. */
interface DeclaredAttributes {
  /** Undefined where not all names are known at synthesis. */
  readonly names: readonly string[] | undefined;
  readonly required: readonly string[];
}

const unknown: DeclaredAttributes = { names: undefined, required: [] };

/**
 * Refuses attributes that a client cannot read or write. AWS says "Invalid write attributes specified while creating a
 * client" without a name.
 *
 * Sources: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_CreateUserPoolClient.html and,
 * for required attributes, https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-settings-attributes.html
 *
 * @param pool - undefined for an imported pool, whose attributes are not known here
 */
export function checkClientAttributes(
  userbase: Construct,
  prop: string,
  client: UserbaseUserPoolClientOverride,
  pool: UserbaseUserPoolOverride | undefined,
): void {
  const declared = pool === undefined ? unknown : declaredAttributes(pool);
  for (const key of ["readAttributes", "writeAttributes"] as const) {
    const given = client[key];
    if (given === undefined) continue;
    checkList(userbase, `${prop}.${key}`, given);
    if (isUnresolved(given)) continue;
    for (const [index, value] of given.entries()) {
      if (isUnresolved(value)) continue;
      checkAttribute(userbase, `${prop}.${key}[${index}]`, value, key, declared);
    }
  }
  checkRequired(userbase, `${prop}.writeAttributes`, client.writeAttributes, declared);
}

function checkAttribute(
  userbase: Construct,
  prop: string,
  value: string,
  key: "readAttributes" | "writeAttributes",
  { names }: DeclaredAttributes,
): void {
  const known = names ?? standardUserAttributes;
  const isKnown = known.includes(value) || (names === undefined && /^(?:dev:)?custom:/.test(value));
  if (!isKnown) fail(userbase, "client-attribute-unknown", prop, { value: String(value), known });
  if (key === "writeAttributes" && serviceUserAttributes.includes(value))
    fail(userbase, "client-attribute-unwritable", prop, { value });
}

/** An empty list counts as missing: the client may write every attribute then. */
function checkRequired(
  userbase: Construct,
  prop: string,
  writes: readonly string[] | undefined,
  { required }: DeclaredAttributes,
): void {
  if (writes === undefined || isUnresolved(writes) || writes.length === 0 || writes.some(isUnresolved))
    return;
  const missing = required.filter((name) => !writes.includes(name));
  if (missing.length > 0) fail(userbase, "client-attribute-required", prop, { missing, writes });
}

function declaredAttributes({ schema = [] }: UserbaseUserPoolOverride): DeclaredAttributes {
  if (!Array.isArray(schema)) return unknown;
  const entries: readonly CognitoUserPoolSchema[] = schema;
  const isKnown = entries.every(({ name }) => typeof name === "string" && !isUnresolved(name));
  const namesOf = entries.map(nameInClients);
  return {
    names: isKnown ? [...standardUserAttributes, ...namesOf] : undefined,
    required: entries.flatMap((each, index) => (each.required === true ? (namesOf[index] ?? []) : [])),
  };
}

/** The name of an attribute in the lists of a client. */
function nameInClients({ name, developerOnlyAttribute: isDeveloperOnly }: CognitoUserPoolSchema): string {
  if (standardUserAttributes.some((each) => each === name)) return name;
  const custom = /^(?:dev:)?custom:/.test(name) ? name : `custom:${name}`;
  return isDeveloperOnly === true && !custom.startsWith("dev:") ? `dev:${custom}` : custom;
}
