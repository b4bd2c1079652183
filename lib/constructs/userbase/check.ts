import { CognitoIdentityPool } from "@cdktf/provider-aws/lib/cognito-identity-pool";
import { CognitoUserPool } from "@cdktf/provider-aws/lib/cognito-user-pool";
import { CognitoUserPoolClient } from "@cdktf/provider-aws/lib/cognito-user-pool-client";
import type { Construct } from "constructs";
import { checkKeys, propKeys } from "../../core/check";
import { checkOverride, findImport, isProviderObject, type OverrideKeys } from "../../core/override";
import { functionKeys } from "../../function";
import { checkClient } from "./clients/client";
import { checkExtras, extraKeys } from "./clients/clients";
import { fail } from "./errors";
import { checkFederation } from "./identity-pool/federation";
import { checkSenderKey } from "./messages/sender-key";
import type { UserbaseProps, UserbaseUserPoolClientOverride, UserbaseUserPoolOverride } from "./props";
import { checkLogin, loginConfig } from "./sign-in/login";
import { givenTriggers, triggerKeys } from "./triggers/triggers";

const userbaseKeys = propKeys<UserbaseProps>()({
  login: true,
  triggers: true,
  defaults: true,
  identityPoolFederation: true,
  cdk: true,
  ...extraKeys,
});

/** What `cdk.userPool` takes beside the provider's keys; `lambdaConfig` is read, and written anew. */
export const poolOverrideKeys: OverrideKeys = { extra: ["customSenderKmsKey", "lambdaConfig"] };

const clientOverrideKeys: OverrideKeys = {
  rejected: { userPoolId: "It is the pool that the client belongs to." },
};

/** Refuses props that cannot work, before anything is created. */
export function checkUserbaseProps(userbase: Construct, props: UserbaseProps): void {
  checkKeys(userbase, "props", props, userbaseKeys);
  checkKeys(userbase, "defaults", props.defaults ?? {}, ["function"]);
  checkKeys(userbase, "defaults.function", props.defaults?.function ?? {}, functionKeys);
  checkKeys(userbase, "triggers", props.triggers ?? {}, triggerKeys);
  checkKeys(userbase, "cdk", props.cdk ?? {}, ["id", "userPool", "userPoolClient"]);
  checkLogin(userbase, props.login);
  checkPool(userbase, props);
  checkPoolClient(userbase, props);
  checkFederation(userbase, props.identityPoolFederation);
  checkIdentityPool(userbase, props);
  checkExtras(userbase, props);
}

function checkPool(userbase: Construct, props: UserbaseProps): void {
  const prop = "cdk.userPool";
  const given = props.cdk?.userPool;
  if (given === undefined) return;
  if (findImport(userbase, prop, given, "aws_cognito_user_pool") !== undefined) {
    if (givenTriggers(props).length > 0) fail(userbase, "imported-user-pool", "triggers", {});
    if (props.login !== undefined) fail(userbase, "imported-user-pool", "login", {});
    return;
  }
  checkOverride(userbase, prop, given, CognitoUserPool, poolOverrideKeys);
  const override = given as UserbaseUserPoolOverride;
  for (const key of Object.keys(override.lambdaConfig ?? {})) {
    if (key === "kmsKeyId") continue;
    const remedy = "Use the prop triggers: it also lets the directory call the function.";
    fail(userbase, "key-rejected", `${prop}.lambdaConfig`, { key, remedy });
  }
  checkSenderKey(userbase, props, override);
  checkModels(userbase, props, override);
}

/** The service knows users by a name with aliases, or by their addresses; not by both. */
function checkModels(userbase: Construct, props: UserbaseProps, override: UserbaseUserPoolOverride): void {
  const own = loginConfig(props.login);
  const usernames = override.usernameAttributes ?? own.usernameAttributes ?? [];
  const aliases = override.aliasAttributes ?? own.aliasAttributes ?? [];
  if (usernames.length === 0 || aliases.length === 0) return;
  const key = override.usernameAttributes === undefined ? "aliasAttributes" : "usernameAttributes";
  fail(userbase, "login-two-models", `cdk.userPool.${key}`, { usernames, aliases });
}

function checkPoolClient(userbase: Construct, props: UserbaseProps): void {
  const prop = "cdk.userPoolClient";
  const given = props.cdk?.userPoolClient;
  if (given === undefined) return;
  if (findImport(userbase, prop, given, "aws_cognito_user_pool_client") !== undefined) {
    if (!isProviderObject(props.cdk?.userPool)) fail(userbase, "client-without-pool", prop, {});
    return;
  }
  checkOverride(userbase, prop, given, CognitoUserPoolClient, clientOverrideKeys);
  checkClient(userbase, prop, given as UserbaseUserPoolClientOverride);
}

function checkIdentityPool(userbase: Construct, { identityPoolFederation: given }: UserbaseProps): void {
  if (typeof given !== "object" || given.cdk?.cfnIdentityPool === undefined) return;
  const prop = "identityPoolFederation.cdk.cfnIdentityPool";
  const override = given.cdk.cfnIdentityPool;
  checkOverride(userbase, prop, override, CognitoIdentityPool);
  const value: unknown = override.allowUnauthenticatedIdentities;
  if (value !== undefined && typeof value !== "boolean") {
    fail(userbase, "prop-invalid", `${prop}.allowUnauthenticatedIdentities`, {
      value,
      expected: "true or false",
    });
  }
}
