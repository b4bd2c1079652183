import { CognitoUserPoolClient } from "@cdktf/provider-aws/lib/cognito-user-pool-client";
import type { DataAwsCognitoUserPoolClient } from "@cdktf/provider-aws/lib/data-aws-cognito-user-pool-client";
import type { TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { prefixedName } from "../../../kit/app";
import { overlay, waitFor } from "../../../kit/core";
import { fail } from "../errors";
import { createBranding } from "../pages/branding";
import type { ParsedUserbase } from "../parse";
import { createIdentityProviders } from "../sign-in/identity-providers/identity-providers";
import { clientConfig, normalizedClientConfig } from "./client";
import { createClient, type SharedClientParts } from "./further-client";
import { createResourceServers } from "./resource-servers";
import { tokenValidityConfig } from "./token-validity";
import { userClientConfig } from "./user-client";

/** The main client of a directory and the further ones, with the scopes and identity providers that they offer. */
export class Clients {
  readonly main: CognitoUserPoolClient | DataAwsCognitoUserPoolClient;
  private readonly further = new Map<string, CognitoUserPoolClient>();
  private readonly shared: SharedClientParts;
  private readonly resourceServers: readonly TerraformResource[];

  constructor(
    private readonly userbase: Construct,
    private readonly parsed: ParsedUserbase,
    userPoolId: string,
  ) {
    const { props } = parsed;
    const resourceServers = createResourceServers(userbase, props, userPoolId);
    const identityProviders = createIdentityProviders(userbase, parsed.identityProviders, userPoolId);
    this.resourceServers = resourceServers;
    this.shared = {
      userPoolId,
      identityProviders: identityProviders.map((each) => each.providerName),
    };
    this.main = parsed.importedClient ?? this.createMain();
    this.createFurther();
  }

  private createMain(): CognitoUserPoolClient {
    const { userbase, shared } = this;
    const { props, clientOverride, tokenValidity } = this.parsed;
    const { client: given = {} } = props;
    const config = {
      ...clientConfig(prefixedName(userbase)),
      ...userClientConfig(given, props, shared.identityProviders),
      ...tokenValidityConfig(tokenValidity),
    };
    const { userPoolId } = shared;
    const client = new CognitoUserPoolClient(userbase, "UserPoolClient", {
      ...normalizedClientConfig(overlay(config, clientOverride)),
      userPoolId,
    });
    waitFor(client, this.resourceServers);
    if ((clientOverride.callbackUrls ?? given.callbackUrls) !== undefined) {
      createBranding(userbase, "Branding", props, { userPoolId, clientId: client.id });
    }
    return client;
  }

  private createFurther(): void {
    const { userbase, shared } = this;
    const { props } = this.parsed;
    for (const each of this.parsed.clients) {
      const client = createClient(userbase, each, shared, props);
      this.further.set(each.name, client);
      waitFor(client, this.resourceServers);
      if (each.props.type === "machine" || each.props.callbackUrls === undefined) continue;
      const ids = { userPoolId: shared.userPoolId, clientId: client.id };
      createBranding(userbase, `Branding_${each.name}`, props, ids);
    }
  }

  /** Further clients in which users sign in. Those users also get credentials from the identity pool. */
  get furtherUserClientIds(): readonly string[] {
    return this.parsed.clients
      .filter(({ props }) => props.type !== "machine")
      .flatMap(({ name }) => this.further.get(name)?.id ?? []);
  }

  /** A further client; throws if the name is unknown. */
  get(name: string): CognitoUserPoolClient {
    const parts = [...this.further.keys()];
    const client = this.further.get(name);
    return (
      client ?? fail(this.userbase, "part-not-found", "getClient", { part: "client", value: name, parts })
    );
  }
}
