import type { CognitoIdentityPool } from "@cdktf/provider-aws/lib/cognito-identity-pool";
import type { CognitoUserGroup } from "@cdktf/provider-aws/lib/cognito-user-group";
import { CognitoUserPool } from "@cdktf/provider-aws/lib/cognito-user-pool";
import type { CognitoUserPoolClient } from "@cdktf/provider-aws/lib/cognito-user-pool-client";
import type { DataAwsCognitoUserPool } from "@cdktf/provider-aws/lib/data-aws-cognito-user-pool";
import type { DataAwsCognitoUserPoolClient } from "@cdktf/provider-aws/lib/data-aws-cognito-user-pool-client";
import type { DataAwsIamRole } from "@cdktf/provider-aws/lib/data-aws-iam-role";
import type { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { Construct, type IConstruct } from "constructs";
import { collectProblems, together } from "../../facts/errors/problems";
import {
  type Binding,
  bindingTarget,
  checkOpen,
  checkPartKey,
  checkScope,
  claimId,
  constructId,
  finish,
  isKept,
  type RemovalPolicy,
  Stack,
} from "../../kit/app";
import { acceptedKeys, overlay, preventDestroy, waitFor, withoutUndefined } from "../../kit/core";
import { type BindingEntry, type Function, withDefaults } from "../../kit/function";
import { type Permissions, type PermissionTarget, permissionTarget } from "../../kit/iam";
import { Clients } from "./clients/clients";
import { fail } from "./errors";
import { Groups } from "./groups/groups";
import { IdentityFederation } from "./identity-pool/identity-pool";
import { type IdentityKind, parseAttachment, type RoleObjects } from "./identity-pool/roles";
import { type UserbaseMetadata, userbaseRow } from "./library";
import { findSenderKey } from "./messages/sender-key";
import { createSmsAccess, guardSmsRole } from "./messages/sms-role";
import { createDomain } from "./pages/domain";
import { type ParsedUserbase, parseUserbaseProps, poolOverrideKeys, userbaseKeys } from "./parse";
import { createLogDelivery } from "./pool/log-delivery";
import { normalizedPoolConfig, poolConfig } from "./pool/pool";
import type { UserbaseProps } from "./props";
import { guardLogin } from "./sign-in/login";
import { createRiskConfiguration } from "./threat-protection/risk-configuration";
import type { TriggerKey } from "./triggers/kinds";
import { checkTriggerEnvironments, directoryBinding } from "./triggers/own-pool";
import { guardTokenTrigger } from "./triggers/pre-token-generation";
import { planTriggers, Triggers } from "./triggers/triggers";

/**
 * A directory of users who sign up and sign in, with credentials for AWS.
 *
 * Creates a user pool and a client without a secret. Unless `identityPoolFederation` is `false`, it also creates an
 * identity pool with a role for users and one for guests. The roles have no permissions until you attach some, and
 * guests get credentials only then. Each trigger adds a function and a permission that lets only this pool call it.
 *
 * @example
 * const auth = new Userbase(stack, "Auth", {
 *   login: ["email"],
 *   triggers: { postConfirmation: "functions/users.welcome" },
 * });
 * auth.attachPermissionsForAuthUsers(stack, [api]);
 */
export class Userbase extends Construct {
  readonly id: string;
  readonly userPoolId: string;
  readonly userPoolArn: string;
  readonly userPoolClientId: string;
  /** Undefined with `identityPoolFederation: false`. */
  readonly userbaseIdentityPoolId: string | undefined;
  /** URL of the sign-in pages; undefined without `domain`. */
  readonly domainUrl: string | undefined;
  /** The provider objects of the directory. */
  readonly cdk: {
    readonly userPool: CognitoUserPool | DataAwsCognitoUserPool;
    readonly userPoolClient: CognitoUserPoolClient | DataAwsCognitoUserPoolClient;
    readonly cfnIdentityPool?: CognitoIdentityPool | undefined;
  } & RoleObjects;
  private readonly parsed: ParsedUserbase;
  private readonly triggers: Triggers;
  private createdPool: CognitoUserPool | undefined;
  private readonly clients: Clients;
  private readonly federation: IdentityFederation | undefined;
  private readonly groups: Groups;

  constructor(scope: Construct, id: string, props: UserbaseProps = {}) {
    super(scope, constructId(scope, id, props));
    const given = withoutUndefined(props);
    this.id = claimId(this);
    const [parsed, triggers] = collectProblems(() => {
      const accepted = withDefaults(this, acceptedKeys(this, "props", given, userbaseKeys));
      return together(
        () => parseUserbaseProps(this, accepted),
        () => planTriggers(this, accepted),
      );
    });
    this.parsed = parsed;
    const { domain, importedPool } = this.parsed;
    this.triggers = new Triggers(this, given, triggers);
    const pool = importedPool ?? this.createPool();
    this.userPoolId = pool.id;
    this.userPoolArn = pool.arn;
    this.triggers.addPermissions(pool.arn);
    createRiskConfiguration(this, given, pool.id);
    createLogDelivery(this, given, pool.id);
    this.domainUrl = domain && `https://${domain.host}`;
    const { featureTier } = given;
    if (domain !== undefined) createDomain(this, domain, { userPoolId: pool.id, featureTier });
    this.clients = new Clients(this, this.parsed, pool.id);
    this.userPoolClientId = this.clients.main.id;
    this.federation = this.createFederation();
    this.userbaseIdentityPoolId = this.federation?.identityPool.id;
    this.groups = new Groups(this, given, pool.id, this.userbaseIdentityPoolId);
    const objects = { userPool: pool, userPoolClient: this.clients.main };
    this.cdk =
      this.federation === undefined
        ? // The type leaves the roles required, as in the interface that this one follows: most directories have them.
          (objects as typeof this.cdk)
        : { ...objects, cfnIdentityPool: this.federation.identityPool, ...this.federation.roleObjects };
  }

  private createPool(): CognitoUserPool {
    const { parsed, triggers } = this;
    const { props, poolOverride } = parsed;
    const sms = createSmsAccess(this, parsed);
    const config = poolConfig(this, parsed, {
      lambdaConfig: triggers.lambdaConfig(findSenderKey(this, parsed, triggers)),
      smsConfiguration: sms?.smsConfiguration,
    });
    const merged = overlay(config, poolOverride, poolOverrideKeys);
    const pool = new CognitoUserPool(this, "UserPool", normalizedPoolConfig(merged, poolOverride));
    // The service tests the role when the pool is created.
    if (sms !== undefined) waitFor(pool, [sms.policy]);
    guardLogin(this, pool, props.login);
    guardTokenTrigger(this, pool, props);
    guardSmsRole(this, pool);
    this.createdPool = pool;
    return pool;
  }

  private createFederation(): IdentityFederation | undefined {
    const { federation } = this.parsed;
    if (federation === undefined) return undefined;
    const { userPoolId, userPoolClientId } = this;
    const furtherClientIds = this.clients.furtherUserClientIds;
    return new IdentityFederation(this, { userPoolId, userPoolClientId, furtherClientIds }, federation);
  }

  /** Gives signed-in users more permissions. The policies are created in the stack of `scope`. */
  attachPermissionsForAuthUsers(scope: Construct, permissions: Permissions): void;
  /** @deprecated Pass the scope. */
  attachPermissionsForAuthUsers(permissions: Permissions): void;
  attachPermissionsForAuthUsers(first: Construct | Permissions, second?: Permissions): void {
    checkOpen(this, "attachPermissionsForAuthUsers");
    this.attachForUsers("authenticated", "attachPermissionsForAuthUsers", first, second);
  }

  /** Gives permissions to guests, who have not signed in, and enables guest access. Created in the stack of `scope`. */
  attachPermissionsForUnauthUsers(scope: Construct, permissions: Permissions): void;
  /** @deprecated Pass the scope. */
  attachPermissionsForUnauthUsers(permissions: Permissions): void;
  attachPermissionsForUnauthUsers(first: Construct | Permissions, second?: Permissions): void {
    checkOpen(this, "attachPermissionsForUnauthUsers");
    this.attachForUsers("unauthenticated", "attachPermissionsForUnauthUsers", first, second);
  }

  private attachForUsers(
    kind: IdentityKind,
    method: string,
    first: Construct | Permissions,
    second: Permissions | undefined,
  ): void {
    if (this.federation === undefined) fail(this, "federation-disabled", method, {});
    const { scope, permissions } = parseAttachment(this, method, first, second);
    this.federation.attach(kind, scope, method, permissions);
  }

  /** Gives the functions of all triggers more permissions. */
  attachPermissionsForTriggers(permissions: Permissions): void {
    checkOpen(this, "attachPermissionsForTriggers");
    this.triggers.attachPermissions(permissions);
  }

  /** Gives the function of one trigger more permissions. */
  attachPermissionsForTrigger(triggerKey: TriggerKey, permissions: Permissions): void {
    checkOpen(this, "attachPermissionsForTrigger");
    this.triggers.attachPermissionsTo("attachPermissionsForTrigger", triggerKey, permissions);
  }

  /** Binds constructs to the functions of all triggers. The directory itself is allowed, too. */
  bindForTriggers(constructs: readonly BindingEntry[]): void {
    checkOpen(this, "bindForTriggers");
    this.triggers.bind(constructs);
  }

  /** Binds constructs to the function of one trigger. The directory itself is allowed, too. */
  bindForTrigger(triggerKey: TriggerKey, constructs: readonly BindingEntry[]): void {
    checkOpen(this, "bindForTrigger");
    this.triggers.bindTo("bindForTrigger", triggerKey, constructs);
  }

  /** The ids of all clients in which users sign in, the main one first. Authorizers accept their tokens. */
  get userPoolClientIds(): readonly string[] {
    return [this.userPoolClientId, ...this.clients.furtherUserClientIds];
  }

  /** The function of a trigger; undefined if the trigger is not used. */
  getFunction(triggerKey: TriggerKey): Function | undefined {
    return this.triggers.get(triggerKey);
  }

  /** A client of `clients`; throws if the name is unknown. */
  getClient(name: string): CognitoUserPoolClient {
    return this.clients.get(name);
  }

  /** A group of `groups`; throws if the name is unknown. */
  getGroup(name: string): CognitoUserGroup {
    return this.groups.get(name);
  }

  /** The role of a group's users; undefined if the group has none. Throws if there is no group of that name. */
  getGroupRole(name: string): IamRole | DataAwsIamRole | undefined {
    return this.groups.role(name);
  }

  /** Gives the users of a group permissions that replace those of all users. Created in the stack of `scope`. */
  attachPermissionsForGroup(scope: Construct, name: string, permissions: Permissions): void {
    checkOpen(this, "attachPermissionsForGroup");
    checkScope(this, "attachPermissionsForGroup(scope)", scope);
    checkPartKey(this, "attachPermissionsForGroup", name);
    this.groups.attach(name, scope, "attachPermissionsForGroup", permissions);
  }

  [permissionTarget](): PermissionTarget {
    return { row: userbaseRow, arn: this.userPoolArn };
  }

  [bindingTarget](consumer?: IConstruct): Binding {
    const { userPoolId, userPoolClientId } = this;
    return directoryBinding(this, { userPoolId, userPoolClientId }, this.triggers, consumer);
  }

  getConstructMetadata(): UserbaseMetadata {
    return {
      type: "Userbase",
      data: {
        identityPoolId: this.userbaseIdentityPoolId,
        userPoolId: this.userPoolId,
        triggers: this.triggers.metadata,
      },
    };
  }

  [finish](): void {
    const { defaultRemovalPolicy } = Stack.of(this).app;
    if (this.createdPool !== undefined) applyRemovalPolicy(this.createdPool, defaultRemovalPolicy);
    if (this.federation !== undefined) {
      const clientIds = [this.userPoolClientId, ...this.clients.furtherUserClientIds];
      this.groups.mapRoles(this.federation.rolesAttachment, clientIds);
    }
    checkTriggerEnvironments(this, this.triggers);
  }
}

/** Applies the app's removal policy to a pool; the caller's own setting wins. */
function applyRemovalPolicy(pool: CognitoUserPool, policy: RemovalPolicy | undefined): void {
  if (policy !== undefined && pool.deletionProtectionInput === undefined) {
    pool.deletionProtection = isKept(policy) ? "ACTIVE" : "INACTIVE";
  }
  if (isKept(policy)) preventDestroy(pool);
}
