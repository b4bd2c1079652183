import type { CognitoIdentityProvider } from "@cdktf/provider-aws/lib/cognito-identity-provider";
import type { CognitoResourceServer } from "@cdktf/provider-aws/lib/cognito-resource-server";
import type { CognitoUserPoolConfig } from "@cdktf/provider-aws/lib/cognito-user-pool";
import type {
  CognitoUserPoolClient,
  CognitoUserPoolClientConfig,
} from "@cdktf/provider-aws/lib/cognito-user-pool-client";
import type { CognitoUserPoolDomain } from "@cdktf/provider-aws/lib/cognito-user-pool-domain";
import type { Construct } from "constructs";
import { isProviderObject } from "../../../core/override";
import { fail } from "../errors";
import { checkGroups } from "../groups/groups";
import { checkEmail, emailConfig } from "../messages/email";
import { checkBranding, createBranding } from "../pages/branding";
import { checkDomain, createDomain, domainHost } from "../pages/domain";
import { checkTier, tierConfig } from "../pool/feature-tier";
import type { UserbaseProps } from "../props";
import { checkFirstFactors, firstFactorsConfig } from "../sign-in/first-factors";
import { checkIdentityProviders, createIdentityProviders } from "../sign-in/identity-providers";
import { checkMfa, mfaConfig, mfaFactors } from "../sign-in/mfa";
import { checkTokenVersion } from "../triggers/pre-token-generation";
import { userAuthFlows } from "./client";
import { checkClients, createClient } from "./further-client";
import { checkResourceServers, createResourceServers } from "./resource-servers";

export { extraKeys } from "../extras/props";
export { Groups } from "../groups/groups";
export { tokenVersionConfig } from "../triggers/pre-token-generation";

/** What is part of the pool itself, which an imported pool has or has not. */
const poolProps = [
  "mfa",
  "passkeys",
  "oneTimePasswords",
  "featureTier",
  "threatProtection",
  "preTokenGenerationVersion",
  "email",
] as const satisfies readonly (keyof UserbaseProps)[];

/** Refuses extras that cannot work, before anything is created. */
export function checkExtras(userbase: Construct, props: UserbaseProps): void {
  const isImported = isProviderObject(props.cdk?.userPool);
  if (isImported) {
    for (const prop of poolProps) {
      if (props[prop] !== undefined) fail(userbase, "imported-user-pool", prop, {});
    }
  }
  checkTier(userbase, props);
  checkDomain(userbase, props);
  checkBranding(userbase, props);
  checkEmail(userbase, props);
  checkMfa(userbase, props, hasEmail(props));
  checkFirstFactors(userbase, props);
  checkTokenVersion(userbase, props, props.triggers?.preTokenGeneration !== undefined);
  checkResourceServers(userbase, props);
  checkIdentityProviders(userbase, props);
  checkClients(userbase, props, isImported);
  checkGroups(userbase, props, props.identityPoolFederation !== false);
}

/** Whether the pool sends emails through SES. */
function hasEmail({ email, cdk }: UserbaseProps): boolean {
  const given = cdk?.userPool;
  return email !== undefined || (!isProviderObject(given) && given?.emailConfiguration !== undefined);
}

/** What the extras add to the pool's own config. */
export function extraPoolConfig(userbase: Construct, props: UserbaseProps): Partial<CognitoUserPoolConfig> {
  return {
    ...tierConfig(props),
    ...emailConfig(props),
    ...mfaConfig(props),
    ...firstFactorsConfig(userbase, props),
  };
}

/** Whether the pool sends SMS for an extra, so that it needs a role. */
export function sendsSms(props: UserbaseProps): boolean {
  return mfaFactors(props).includes("sms") || (props.oneTimePasswords ?? []).includes("sms");
}

/** What a user directory offers beside users and a client. Created around the client: some of it before, some after. */
export class Extras {
  /** Where the sign-in pages are; undefined without `domain`. */
  readonly domainUrl: string | undefined;
  readonly domain: CognitoUserPoolDomain | undefined;
  private readonly identityProviders: readonly CognitoIdentityProvider[];
  private readonly resourceServers: readonly CognitoResourceServer[];
  private readonly clients = new Map<string, CognitoUserPoolClient>();

  constructor(
    private readonly userbase: Construct,
    private readonly props: UserbaseProps,
    private readonly userPoolId: string,
  ) {
    this.domain = createDomain(userbase, props, userPoolId);
    this.domainUrl = props.domain === undefined ? undefined : `https://${domainHost(userbase, props.domain)}`;
    this.resourceServers = createResourceServers(userbase, props, userPoolId);
    this.identityProviders = createIdentityProviders(userbase, props, userPoolId);
  }

  /** What the main client has to say and to wait for. */
  mainClientConfig(): Partial<CognitoUserPoolClientConfig> {
    return {
      supportedIdentityProviders: ["COGNITO", ...this.identityProviders.map((each) => each.providerName)],
      dependsOn: this.resourceServers.length === 0 ? undefined : [...this.resourceServers],
    };
  }

  /** Creates what comes after the main client. */
  addClients(mainClientId: string): void {
    const { userbase, props, userPoolId } = this;
    const main = props.cdk?.userPoolClient;
    // An imported client has its look where it is created.
    if (!isProviderObject(main) && main?.callbackUrls !== undefined) {
      createBranding(userbase, "Branding", props, { userPoolId, clientId: mainClientId });
    }
    for (const [name, given] of Object.entries(props.clients ?? {})) {
      const client = createClient(userbase, name, given, {
        userPoolId,
        identityProviders: this.identityProviders.map((each) => each.providerName),
        dependsOn: [...this.resourceServers],
        authFlows: userAuthFlows(props),
      });
      this.clients.set(name, client);
      if (given.type !== "machine" && given.callbackUrls !== undefined) {
        createBranding(userbase, `Branding_${name}`, props, { userPoolId, clientId: client.id });
      }
    }
  }

  /** Clients in which users sign in, who then get credentials of the identity pool too. */
  get userClientIds(): readonly string[] {
    return [...this.clients]
      .filter(([name]) => this.props.clients?.[name]?.type !== "machine")
      .map(([, { id }]) => id);
  }

  getClient(name: string): CognitoUserPoolClient | undefined {
    return this.clients.get(name);
  }
}
