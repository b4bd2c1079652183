import {
  CognitoIdentityPool,
  type CognitoIdentityPoolConfig,
} from "@cdktf/provider-aws/lib/cognito-identity-pool";
import { CognitoIdentityPoolRolesAttachment } from "@cdktf/provider-aws/lib/cognito-identity-pool-roles-attachment";
import type { Construct } from "constructs";
import { prefixedName, Stack } from "../../../kit/app";
import { overlay } from "../../../kit/core";
import { type Permissions, resolvePermissions } from "../../../kit/iam";
import { fail } from "../errors";
import { federationConfig, type UserbaseIdentityPoolFederationProps } from "./federation";
import { type IdentityKind, IdentityRole, type RoleObjects } from "./roles";

/** The directory whose users the identity pool accepts. */
export interface DirectoryIds {
  readonly userPoolId: string;
  readonly userPoolClientId: string;
  /** Further clients in which users sign in. */
  readonly furtherClientIds: readonly string[];
}

/** AWS credentials for the users of a directory: an identity pool and its two roles. */
export class IdentityFederation {
  readonly identityPool: CognitoIdentityPool;
  readonly rolesAttachment: CognitoIdentityPoolRolesAttachment;
  private readonly roles: Readonly<Record<IdentityKind, IdentityRole>>;
  private readonly areGuestsRefused: boolean;

  constructor(
    private readonly userbase: Construct,
    ids: DirectoryIds,
    props: UserbaseIdentityPoolFederationProps,
  ) {
    const override = props.cdk?.cfnIdentityPool;
    this.areGuestsRefused = override?.allowUnauthenticatedIdentities === false;
    this.identityPool = new CognitoIdentityPool(
      userbase,
      "IdentityPool",
      overlay(identityPoolConfig(userbase, ids, props), override),
    );
    const { id } = this.identityPool;
    this.roles = {
      authenticated: new IdentityRole(userbase, "authenticated", id),
      unauthenticated: new IdentityRole(userbase, "unauthenticated", id),
    };
    const { authRole, unauthRole } = this.roleObjects;
    this.rolesAttachment = new CognitoIdentityPoolRolesAttachment(userbase, "IdentityPoolRoles", {
      identityPoolId: id,
      roles: { authenticated: authRole.arn, unauthenticated: unauthRole.arn },
    });
  }

  get roleObjects(): RoleObjects {
    return { authRole: this.roles.authenticated.role, unauthRole: this.roles.unauthenticated.role };
  }

  /** Gives users, or guests, more permissions. Permissions for guests also enable guest access. */
  attach(kind: IdentityKind, scope: Construct, prop: string, permissions: Permissions): void {
    const isForGuests = kind === "unauthenticated";
    if (isForGuests && this.areGuestsRefused) fail(this.userbase, "guests-refused", prop, {});
    this.roles[kind].attach(scope, resolvePermissions(this.userbase, prop, permissions));
    if (isForGuests) this.identityPool.allowUnauthenticatedIdentities = true;
  }
}

function identityPoolConfig(
  userbase: Construct,
  { userPoolId, userPoolClientId, furtherClientIds }: DirectoryIds,
  given: UserbaseIdentityPoolFederationProps,
): CognitoIdentityPoolConfig {
  const { region, urlSuffix } = Stack.of(userbase);
  return {
    identityPoolName: prefixedName(userbase),
    allowUnauthenticatedIdentities: false,
    cognitoIdentityProviders: [userPoolClientId, ...furtherClientIds].map((clientId) => ({
      clientId,
      providerName: `cognito-idp.${region}.${urlSuffix}/${userPoolId}`,
    })),
    ...federationConfig(userbase, given),
  };
}
