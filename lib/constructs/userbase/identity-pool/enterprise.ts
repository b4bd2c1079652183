import type { DataAwsIamOpenidConnectProvider } from "@cdktf/provider-aws/lib/data-aws-iam-openid-connect-provider";
import { IamOpenidConnectProvider } from "@cdktf/provider-aws/lib/iam-openid-connect-provider";
import type { Construct } from "constructs";
import { arnPattern } from "../../../facts/aws/arn-patterns";
import { checkKeys, findImport, isPlainObject, isUnresolved } from "../../../kit/core";
import { fail } from "../errors";

/** An OpenID Connect provider that the account already has. */
type ExistingProvider = IamOpenidConnectProvider | DataAwsIamOpenidConnectProvider | string;

/**
 * An OpenID Connect provider of an enterprise identity platform.
 *
 * An account has one provider for an address. The first stage in an account creates it with `domain` and `clientId`; further
 * stages use it with `cdk.provider`.
 */
export type UserbaseEnterpriseProvider =
  | {
      /** Its host name, such as `login.example.com`; no path. */
      readonly domain: string;
      /** Id of your application there. */
      readonly clientId: string;
      readonly cdk?: undefined;
    }
  | {
      readonly domain?: undefined;
      readonly clientId?: undefined;
      /** The provider that the account already has: the resource, the data source or its ARN. Nothing is created. */
      readonly cdk: { readonly provider: ExistingProvider };
    };

/** Whether the provider is to be an existing one. */
export function usesExistingProvider(given: unknown): boolean {
  return isPlainObject(given) && given.cdk !== undefined;
}

/** Refuses an existing provider that is not one, or that is given together with settings for a new one. */
export function checkExistingProvider(userbase: Construct, prop: string, given: object): void {
  checkKeys(userbase, prop, given, ["domain", "clientId", "cdk"]);
  const { domain, clientId, cdk } = given as Readonly<Record<string, unknown>>;
  if (domain !== undefined) fail(userbase, "props-exclude", `${prop}.domain`, { other: `${prop}.cdk` });
  if (clientId !== undefined) fail(userbase, "props-exclude", `${prop}.clientId`, { other: `${prop}.cdk` });
  const expected = "a provider: an IamOpenidConnectProvider, a DataAwsIamOpenidConnectProvider or its ARN";
  if (!isPlainObject(cdk)) return fail(userbase, "prop-invalid", `${prop}.cdk`, { value: cdk, expected });
  checkKeys(userbase, `${prop}.cdk`, cdk, ["provider"]);
  const { provider } = cdk;
  const at = `${prop}.cdk.provider`;
  if (findImport(userbase, at, provider, "aws_iam_openid_connect_provider") !== undefined) return;
  const isArn =
    typeof provider === "string" &&
    (isUnresolved(provider) || arnPattern("iam", /oidc-provider\/.+/).test(provider));
  if (!isArn) fail(userbase, "prop-invalid", at, { value: provider, expected });
}

/** The ARN of the provider. Creates it, unless it exists. */
export function enterpriseProviderArn(userbase: Construct, given: UserbaseEnterpriseProvider): string {
  if (given.cdk !== undefined) {
    const { provider } = given.cdk;
    return typeof provider === "string" ? provider : provider.arn;
  }
  const { domain, clientId } = given;
  return new IamOpenidConnectProvider(userbase, "EnterpriseProvider", {
    url: domain.startsWith("https://") ? domain : `https://${domain}`,
    clientIdList: [clientId],
  }).arn;
}
