import type { AwsProviderAssumeRole, AwsProviderConfig } from "@cdktf/provider-aws/lib/provider";
import { Construct } from "constructs";
import { accountOfRole } from "../../../facts/aws/arns";
import { regionName } from "../../../facts/aws/regions";
import type { Where } from "../../../facts/errors/error";
import { present, withoutUndefined } from "../../core/checks/absence";
import { checkKeys, isPlainObject } from "../../core/checks/check";
import { refuseValue } from "../../core/errors";
import { expectedRegion } from "../../core/formats/region";
import {
  checkEach,
  checkTags,
  isUnknown,
  providerLimits as limits,
  regionLimit,
  requireWithin,
  roleArnLimit,
  type TextLimit,
} from "../../core/limits";
import { memberPath } from "../../core/prop-path";
import { fail } from "../errors";
import {
  assumeRoleKeys,
  endpointKeys,
  ignoreTagsKeys,
  type ProviderAssumeRoleProps,
  type ProviderProps,
  providerPropKeys,
  type StackProviderProps,
  webIdentityKeys,
} from "./provider-props";
import { environment } from "./settings";

const isSecret = "is a secret, which would be written into the output";

/** Provider settings that belong elsewhere, with the place. Access keys would be written into the output. */
const elsewhere = {
  region: {
    reason: "is a setting of the app",
    remedy:
      "Set the region of the app: new App({ region }), or --region. For one stack: new Stack(app, id, { provider: { region } }).",
  },
  alias: {
    reason: "is not a setting of the stack's provider, which all resources use",
    remedy: "For single resources create a second one: new AwsProvider(stack, id, { alias, ... }).",
  },
  accessKey: {
    reason: isSecret,
    remedy: "Leave it out. Terraform takes it from AWS_ACCESS_KEY_ID or a profile.",
  },
  secretKey: {
    reason: isSecret,
    remedy: "Leave it out. Terraform takes it from AWS_SECRET_ACCESS_KEY or a profile.",
  },
  token: {
    reason: isSecret,
    remedy: "Leave it out. Terraform takes it from AWS_SESSION_TOKEN or a profile.",
  },
};

export function checkProviderSettings(
  where: Where,
  props: ProviderProps | undefined,
  inherited: Readonly<Record<string, string>>,
): void {
  if (props === undefined) return;
  checkSettings(where, "provider", props, elsewhere);
  checkKeys(where, "provider", props, providerPropKeys);
  for (const key of ["sharedConfigFiles", "sharedCredentialsFiles"] as const)
    checkItems(where, `provider.${key}`, props[key], limits.file);
  for (const key of ["allowedAccountIds", "forbiddenAccountIds"] as const)
    checkItems(where, `provider.${key}`, props[key], limits.account);
  checkAccounts(where, props);
  checkTags(where, "provider.defaultTags", withoutUndefined(props.defaultTags), inherited);
  checkKeys(where, "provider.endpoints", props.endpoints ?? {}, endpointKeys());
  checkKeys(where, "provider.ignoreTags", props.ignoreTags ?? {}, ignoreTagsKeys);
  checkRoles(where, props.assumeRole);
  checkWebIdentity(where, props);
}

/** Refuses invalid settings of a stack, which may be in a different region than the app. */
export function checkStackProvider(
  where: Where,
  props: StackProviderProps | undefined,
  inherited: Readonly<Record<string, string>>,
): void {
  const isPlain = isPlainObject(props) && !Construct.isConstruct(props);
  const { region, ...settings } = isPlain ? (props as StackProviderProps) : { region: undefined };
  checkProviderSettings(where, isPlain ? settings : props, inherited);
  if (region !== undefined) checkRegion(where, "provider.region", region);
}

/** Refuses a region that is not a literal name: names, ARNs and host names are built from it. */
export function checkRegion(where: Where, prop: string, region: unknown): void {
  if (typeof region === "string" && !regionName.test(region))
    refuseValue(where, prop, region, expectedRegion(region));
  requireWithin(where, prop, region, regionLimit);
}

/** Refuses keys of the provider that this library does not support, before they count as unknown. */
function checkSettings(
  where: Where,
  prop: string,
  given: unknown,
  refused: Readonly<Record<string, { readonly reason: string; readonly remedy: string }>>,
): void {
  if (Construct.isConstruct(given)) fail(where, "provider-construct", prop, { value: given });
  if (!isPlainObject(given)) return;
  for (const [key, facts] of Object.entries(refused))
    if (given[key] !== undefined) fail(where, "provider-setting", memberPath(prop, key), facts);
}

/** An empty list has no effect, although its author may have meant one. */
function checkItems(where: Where, prop: string, list: readonly string[] | undefined, limit: TextLimit): void {
  if (list?.length === 0) refuseValue(where, prop, list, "an array with at least one item");
  checkEach(where, prop, list, limit);
}

/** The provider accepts only one of both lists. */
function checkAccounts(where: Where, { allowedAccountIds, forbiddenAccountIds }: ProviderProps): void {
  if (allowedAccountIds === undefined || forbiddenAccountIds === undefined) return;
  fail(where, "provider-accounts", "provider.forbiddenAccountIds", {});
}

/** Refuses lists that exclude the account of the app. */
export function checkOwnAccount(where: Where, props: ProviderProps, account: string): void {
  const { allowedAccountIds: allowed, forbiddenAccountIds: forbidden } = props;
  if (allowed !== undefined && !allowed.includes(account))
    fail(where, "provider-account-foreign", "provider.allowedAccountIds", { account });
  if (forbidden?.includes(account))
    fail(where, "provider-account-foreign", "provider.forbiddenAccountIds", { account });
}

function checkRoles(where: Where, assumeRole: ProviderProps["assumeRole"]): void {
  if (assumeRole === undefined) return;
  const prop = "provider.assumeRole";
  if (!Array.isArray(assumeRole)) return checkRole(where, prop, assumeRole, assumeRoleKeys);
  if (assumeRole.length === 0) {
    refuseValue(where, prop, assumeRole, "a role, { roleArn }, or an array with at least one");
  }
  assumeRole.forEach((role: unknown, index) => {
    checkRole(where, `${prop}[${index}]`, role, assumeRoleKeys);
  });
}

function checkWebIdentity(where: Where, { assumeRoleWithWebIdentity: given }: ProviderProps): void {
  if (given === undefined) return;
  const prop = "provider.assumeRoleWithWebIdentity";
  const remedy = "Name a file that has it: webIdentityTokenFile.";
  checkSettings(where, prop, given, { webIdentityToken: { reason: isSecret, remedy } });
  checkRole(where, prop, given, webIdentityKeys);
  requireWithin(where, `${prop}.webIdentityTokenFile`, given.webIdentityTokenFile, limits.file);
}

function checkRole(where: Where, prop: string, role: unknown, keys: readonly string[]): void {
  checkKeys(where, prop, role, keys);
  const { roleArn, transitiveTagKeys, tags } = role as ProviderAssumeRoleProps;
  requireWithin(where, `${prop}.roleArn`, roleArn, roleArnLimit);
  checkTags(where, `${prop}.tags`, withoutUndefined(tags));
  const known = Object.keys(withoutUndefined(tags ?? {}));
  transitiveTagKeys?.forEach((key, index) => {
    if (known.includes(key) || isUnknown(key)) return;
    const expected =
      known.length === 0 ? `a key of ${prop}.tags` : `one of the keys of ${prop}.tags: ${known.join(", ")}`;
    refuseValue(where, `${prop}.transitiveTagKeys[${index}]`, key, expected);
  });
}

/** The settings of a stack: those of the app, overridden by its own. Tags and endpoints are merged. */
export function mergeProviders(
  app: ProviderProps | undefined,
  stack: ProviderProps | undefined,
): ProviderProps {
  const merged = { ...app, ...withoutUndefined(stack) };
  const defaultTags = { ...present(app?.defaultTags), ...present(stack?.defaultTags) };
  const endpoints = { ...present(app?.endpoints), ...present(stack?.endpoints) };
  return {
    ...merged,
    ...(Object.keys(defaultTags).length > 0 && { defaultTags }),
    ...(Object.keys(endpoints).length > 0 && { endpoints }),
  };
}

/** The roles that Terraform assumes one after the other. A role of the command line replaces all. */
function rolesOf({ assumeRole }: ProviderProps): readonly AwsProviderAssumeRole[] | undefined {
  const roleArn = environment("SERVERFORM_ROLE_ARN");
  if (roleArn !== undefined) return [{ roleArn }];
  if (assumeRole === undefined) return undefined;
  const roles = Array.isArray(assumeRole) ? assumeRole : [assumeRole as ProviderAssumeRoleProps];
  return roles.map((role) => ({ ...role, ...(role.tags && { tags: present(role.tags) }) }));
}

/** The profile, unless the command line selects one, which is in the environment. */
const profileOf = ({ profile }: ProviderProps): string | undefined =>
  environment("SERVERFORM_PROFILE") === undefined ? profile : undefined;

/**
 * The settings in the form of the provider, where blocks are lists.
 *
 * @param tags - all tags of the stack, including those of the settings
 */
export function providerConfig(
  props: ProviderProps,
  tags: Readonly<Record<string, string>>,
): AwsProviderConfig {
  const { version: _, assumeRole: __, defaultTags: ___, ...rest } = props;
  const { assumeRoleWithWebIdentity: web, endpoints, ignoreTags, skipMetadataApiCheck, ...plain } = rest;
  const config = {
    ...withoutUndefined(plain),
    profile: profileOf(props),
    defaultTags: [{ tags: { ...tags } }],
    assumeRole: rolesOf(props),
    assumeRoleWithWebIdentity: web && [web],
    endpoints: endpoints && [present(endpoints)],
    ignoreTags: ignoreTags && [ignoreTags],
    // A text in the provider, which distinguishes `false` from absence.
    skipMetadataApiCheck: skipMetadataApiCheck === undefined ? undefined : String(skipMetadataApiCheck),
  };
  // The provider's types have mutable lists.
  return withoutUndefined(config) as AwsProviderConfig;
}

/** The settings of Terraform's credentials, for commands that call AWS themselves. */
export interface CredentialSettings {
  readonly profile?: string | undefined;
  /** The roles to assume, each with the rights of the previous one. */
  readonly roles?: readonly AwsProviderAssumeRole[] | undefined;
}

/** Undefined if only the environment decides. */
export function credentialSettings(props: ProviderProps): CredentialSettings | undefined {
  const [profile, roles] = [profileOf(props), rolesOf(props)];
  if (profile === undefined && roles === undefined) return undefined;
  return { ...(profile !== undefined && { profile }), ...(roles !== undefined && { roles }) };
}

/**
 * The account of the settings: `known`, unless they use other credentials than the caller's.
 *
 * Undefined if it is known only at deployment.
 */
export function accountOfProvider(props: ProviderProps, known: string | undefined): string | undefined {
  const last = rolesOf(props)?.at(-1) ?? props.assumeRoleWithWebIdentity;
  if (last?.roleArn !== undefined) return isUnknown(last.roleArn) ? undefined : accountOfRole(last.roleArn);
  const isOther =
    profileOf(props) !== undefined ||
    props.sharedConfigFiles !== undefined ||
    props.sharedCredentialsFiles !== undefined;
  return isOther ? undefined : known;
}
