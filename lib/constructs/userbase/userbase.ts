import type { CognitoIdentityPool } from "@cdktf/provider-aws/lib/cognito-identity-pool";
import type { CognitoUserGroup } from "@cdktf/provider-aws/lib/cognito-user-group";
import { CognitoUserPool } from "@cdktf/provider-aws/lib/cognito-user-pool";
import { CognitoUserPoolClient } from "@cdktf/provider-aws/lib/cognito-user-pool-client";
import type { DataAwsCognitoUserPool } from "@cdktf/provider-aws/lib/data-aws-cognito-user-pool";
import type { DataAwsCognitoUserPoolClient } from "@cdktf/provider-aws/lib/data-aws-cognito-user-pool-client";
import type { DataAwsIamRole } from "@cdktf/provider-aws/lib/data-aws-iam-role";
import type { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { Construct, type IConstruct } from "constructs";
import { type ConstructMetadata, checkOpen, finish, Stack } from "../../app";
import { type Binding, bindingTarget } from "../../app/binding";
import { waitFor } from "../../core/depends-on";
import { findImport, overlay } from "../../core/override";
import type { Function } from "../../function";
import { type Permissions, permissionTarget } from "../../iam/permissions";
import { checkUserbaseProps, poolOverrideKeys } from "./check";
import { clientConfig, writtenClientConfig } from "./client";
import { findSenderKey } from "./custom-senders";
import { fail } from "./errors";
import { Extras, extraPoolConfig, Groups, sendsSms } from "./extras";
import { IdentityFederation } from "./identity-pool";
import { type IdentityKind, parseAttachment, type RoleObjects, withoutRoles } from "./identity-roles";
import { guardLogin } from "./login";
import { checkTriggerEnvironments, directoryBinding } from "./own-pool";
import { poolConfig } from "./pool";
import { writtenPoolConfig } from "./pool-values";
import type { UserbaseProps, UserbaseUserPoolOverride } from "./props";
import { applyRemovalPolicy } from "./removal";
import { findSmsAccess, guardSmsRole } from "./sms-role";
import { guardTokenTrigger } from "./token-trigger";
import { type TriggerKey, Triggers } from "./triggers";

/**
 * A directory of users who sign up and sign in, with credentials for AWS.
 *
 * Creates a user pool and a client without a secret. Unless `identityPoolFederation` is `false`, it also creates an
 * identity pool with a role for users and one for guests; the roles allow nothing until permissions are attached, and
 * guests are let in by nothing else. Each trigger adds a function and a permission that lets only this pool call it.
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
  /** Address of the sign-in pages: `https://...`; undefined without `domain`. */
  readonly domainUrl: string | undefined;
  /** What the directory is made of, as objects of the provider. */
  readonly cdk: {
    readonly userPool: CognitoUserPool | DataAwsCognitoUserPool;
    readonly userPoolClient: CognitoUserPoolClient | DataAwsCognitoUserPoolClient;
    readonly cfnIdentityPool?: CognitoIdentityPool;
  } & RoleObjects;
  private readonly props: UserbaseProps;
  private readonly triggers: Triggers;
  private createdPool: CognitoUserPool | undefined;
  private readonly federation: IdentityFederation | undefined;
  private readonly extras: Extras;
  private readonly groups: Groups;

  constructor(scope: Construct, id: string, props: UserbaseProps = {}) {
    super(scope, props.cdk?.id ?? id);
    this.id = this.node.id;
    this.props = props;
    checkUserbaseProps(this, props);
    this.triggers = new Triggers(this, props);
    const pool = this.findPool(props);
    this.extras = new Extras(this, props, pool.id);
    this.domainUrl = this.extras.domainUrl;
    const client = this.findClient(props, pool.id);
    this.userPoolId = pool.id;
    this.userPoolArn = pool.arn;
    this.userPoolClientId = client.id;
    this.triggers.addPermissions(pool.arn);
    this.extras.addClients(client.id);
    this.federation = this.createFederation(props);
    this.userbaseIdentityPoolId = this.federation?.identityPool.id;
    this.groups = new Groups(this, props, pool.id, this.userbaseIdentityPoolId);
    const objects = { userPool: pool, userPoolClient: client };
    this.cdk =
      this.federation === undefined
        ? withoutRoles(this, objects)
        : { ...objects, cfnIdentityPool: this.federation.identityPool, ...this.federation.roleObjects };
  }

  private findPool(props: UserbaseProps): CognitoUserPool | DataAwsCognitoUserPool {
    const given = props.cdk?.userPool;
    const imported = findImport<CognitoUserPool>(this, "cdk.userPool", given, "aws_cognito_user_pool");
    if (imported !== undefined) return imported;
    const sms = findSmsAccess(this, props, sendsSms(props));
    const config = poolConfig(this, {
      props,
      lambdaConfig: this.triggers.lambdaConfig(findSenderKey(this, props, this.triggers)),
      smsConfiguration: sms?.smsConfiguration,
      extras: extraPoolConfig(this, props),
    });
    const merged = overlay(config, given, poolOverrideKeys);
    const pool = new CognitoUserPool(this, "UserPool", writtenPoolConfig(merged, given ?? {}));
    // The service tries the role when the pool is created.
    if (sms !== undefined) waitFor(pool, [sms.policy]);
    guardLogin(this, pool, props.login);
    guardTokenTrigger(this, pool, props);
    guardSmsRole(this, pool);
    this.createdPool = pool;
    return pool;
  }

  private findClient(props: UserbaseProps, userPoolId: string) {
    const given = props.cdk?.userPoolClient;
    const type = "aws_cognito_user_pool_client";
    const imported = findImport<CognitoUserPoolClient>(this, "cdk.userPoolClient", given, type);
    if (imported !== undefined) return imported;
    const config = writtenClientConfig(
      overlay(clientConfig(this, props, this.extras.mainClientConfig()), given),
    );
    return new CognitoUserPoolClient(this, "UserPoolClient", { ...config, userPoolId });
  }

  private createFederation({ identityPoolFederation = true }: UserbaseProps): IdentityFederation | undefined {
    if (identityPoolFederation === false) return undefined;
    const given = identityPoolFederation === true ? {} : identityPoolFederation;
    const { userPoolId, userPoolClientId } = this;
    const furtherClientIds = this.extras.userClientIds;
    return new IdentityFederation(this, { userPoolId, userPoolClientId, furtherClientIds }, given);
  }

  /** Lets users who have signed in do more. What is needed for it is created in the stack of `scope`. */
  attachPermissionsForAuthUsers(scope: Construct, permissions: Permissions): void;
  /** @deprecated Name the scope. */
  attachPermissionsForAuthUsers(permissions: Permissions): void;
  attachPermissionsForAuthUsers(first: Construct | Permissions, second?: Permissions): void {
    checkOpen(this, "attachPermissionsForAuthUsers");
    this.attachForUsers("authenticated", "attachPermissionsForAuthUsers", first, second);
  }

  /** Lets guests, who have not signed in, in and do something. Created in the stack of `scope`. */
  attachPermissionsForUnauthUsers(scope: Construct, permissions: Permissions): void;
  /** @deprecated Name the scope. */
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

  /** Lets the functions of all triggers do more. */
  attachPermissionsForTriggers(permissions: Permissions): void {
    checkOpen(this, "attachPermissionsForTriggers");
    this.triggers.attachPermissions(permissions);
  }

  /** Lets the function of one trigger do more. */
  attachPermissionsForTrigger(triggerKey: TriggerKey, permissions: Permissions): void {
    checkOpen(this, "attachPermissionsForTrigger");
    this.triggers.attachPermissionsTo("attachPermissionsForTrigger", triggerKey, permissions);
  }

  /** Binds constructs to the functions of all triggers; the directory itself, too. */
  bindForTriggers(constructs: readonly IConstruct[]): void {
    checkOpen(this, "bindForTriggers");
    this.triggers.bind(constructs);
  }

  /** Binds constructs to the function of one trigger; the directory itself, too. */
  bindForTrigger(triggerKey: TriggerKey, constructs: readonly IConstruct[]): void {
    checkOpen(this, "bindForTrigger");
    this.triggers.bindTo("bindForTrigger", triggerKey, constructs);
  }

  /** The function of a trigger; undefined when there is no such trigger. */
  getFunction(triggerKey: TriggerKey): Function | undefined {
    return this.triggers.get(triggerKey);
  }

  /** A client of `clients`; undefined when there is none of that name. */
  getClient(name: string): CognitoUserPoolClient | undefined {
    return this.extras.getClient(name);
  }

  /** A group of `groups`; undefined when there is none of that name. */
  getGroup(name: string): CognitoUserGroup | undefined {
    return this.groups.get(name);
  }

  /** The role of a group's users; undefined while the group has none. */
  getGroupRole(name: string): IamRole | DataAwsIamRole | undefined {
    return this.groups.role(name);
  }

  /** Lets the users of a group do more, in place of what all users may. Created in the stack of `scope`. */
  attachPermissionsForGroup(scope: Construct, name: string, permissions: Permissions): void {
    checkOpen(this, "attachPermissionsForGroup");
    this.groups.attach(name, scope, "attachPermissionsForGroup", permissions);
  }

  [permissionTarget]() {
    return { row: "Userbase" as const, arn: this.userPoolArn };
  }

  [bindingTarget](consumer?: IConstruct): Binding {
    const { userPoolId, userPoolClientId } = this;
    return directoryBinding(this, { userPoolId, userPoolClientId }, this.triggers, consumer);
  }

  getConstructMetadata(): ConstructMetadata {
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
    const override = (this.props.cdk?.userPool ?? {}) as UserbaseUserPoolOverride;
    const { defaultRemovalPolicy } = Stack.of(this).app;
    if (this.createdPool !== undefined) applyRemovalPolicy(this.createdPool, defaultRemovalPolicy, override);
    if (this.federation !== undefined) {
      const clientIds = [this.userPoolClientId, ...this.extras.userClientIds];
      this.groups.mapRoles(this.federation.rolesAttachment, clientIds);
    }
    checkTriggerEnvironments(this, this.triggers);
  }
}
