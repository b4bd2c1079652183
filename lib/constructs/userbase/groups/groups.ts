import type { CognitoIdentityPoolRolesAttachment } from "@cdktf/provider-aws/lib/cognito-identity-pool-roles-attachment";
import { CognitoUserGroup } from "@cdktf/provider-aws/lib/cognito-user-group";
import type { DataAwsIamRole } from "@cdktf/provider-aws/lib/data-aws-iam-role";
import type { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import type { Construct } from "constructs";
import { mapTogether } from "../../../facts/errors/problems";
import { Stack } from "../../../kit/app";
import {
  checkKeys,
  findImport,
  isPlainObject,
  limits,
  present,
  propKeys,
  refuseValue,
  within,
  withinModel,
} from "../../../kit/core";
import { type Permissions, resolvePermissions } from "../../../kit/iam";
import { fail } from "../errors";
import { IdentityRole } from "../identity-pool/roles";
import { checkPartName } from "../part-name";
import type { UserbaseProps } from "../props";

/** A group of users. */
export interface UserbaseGroupProps {
  /** The purpose of the group, which the Cognito console shows. @default - none */
  readonly description?: string | undefined;
  /**
   * A user in several groups gets the role of the group with the lowest number, 1 or more.
   *
   * If you remove the prop, the provider writes 0, so that the group comes first: write a high number instead.
   *
   * @default - the group comes last
   */
  readonly precedence?: number | undefined;
  /**
   * Permissions of its users on AWS with credentials of the identity pool. They replace the permissions of all signed-in users.
   * Once a group has a role, it keeps one: `UpdateGroup` does not accept an empty `RoleArn`. To remove all permissions later, write `[]`.
   *
   * Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_UpdateGroup.html
   *
   * @default - the permissions of all signed-in users
   */
  readonly permissions?: Permissions | undefined;
  /** Your own role, which trusts the identity pool; use it instead of `permissions`. @default - none */
  readonly role?: IamRole | DataAwsIamRole | undefined;
}

const groupKeys = propKeys<UserbaseGroupProps>()({
  description: withinModel("aws_cognito_user_group", "description"),
  // AWS also takes 0, with which the provider creates a group without a precedence.
  // Source: https://github.com/hashicorp/terraform-provider-aws/issues/7524
  precedence: within({ ...limits.aws_cognito_user_group.precedence, min: 1 }),
  permissions: true,
  role: true,
});

/** Refuses groups that the service does not accept, and permissions without an identity pool. */
export function checkGroups(
  userbase: Construct,
  { groups = {} }: UserbaseProps,
  hasIdentityPool: boolean,
): void {
  mapTogether(Object.entries(groups), ([name, group]) => {
    checkPartName(userbase, "groups", name, "group");
    const prop = `groups[${JSON.stringify(name)}]`;
    if (!isPlainObject(group)) {
      refuseValue(userbase, prop, group, "{ description?, precedence?, permissions? }");
    }
    const given: UserbaseGroupProps = group;
    checkKeys(userbase, prop, given, groupKeys);
    if (given.role !== undefined) {
      if (findImport(userbase, `${prop}.role`, given.role, "aws_iam_role") === undefined) {
        refuseValue(userbase, `${prop}.role`, given.role, "an IamRole or a DataAwsIamRole");
      }
      if (given.permissions !== undefined) {
        fail(userbase, "props-exclude", `${prop}.permissions`, { other: `${prop}.role` });
      }
    }
    if (given.permissions === undefined) return;
    if (!hasIdentityPool) fail(userbase, "userbase-group-without-pool", `${prop}.permissions`, {});
    resolvePermissions(userbase, `${prop}.permissions`, given.permissions);
  });
}

/** The groups of a directory, and the roles that their users assume in the identity pool. */
export class Groups {
  private readonly byName = new Map<string, CognitoUserGroup>();
  private readonly ownRoles = new Map<string, IdentityRole>();
  private readonly givenRoles = new Map<string, IamRole | DataAwsIamRole>();

  constructor(
    private readonly userbase: Construct,
    { groups = {} }: UserbaseProps,
    private readonly userPoolId: string,
    private readonly identityPoolId: string | undefined,
  ) {
    for (const [name, { description, precedence, permissions, role }] of Object.entries(present(groups))) {
      const group = new CognitoUserGroup(userbase, `Group_${name}`, {
        name,
        description,
        precedence,
        userPoolId,
        roleArn: role?.arn,
      });
      this.byName.set(name, group);
      if (role !== undefined) this.givenRoles.set(name, role);
      if (permissions !== undefined) {
        this.attach(name, userbase, `groups[${JSON.stringify(name)}].permissions`, permissions);
      }
    }
  }

  /**
   * Lets the token choose the role of its user, as soon as one group has a role.
   *
   * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/role-based-access-control.html
   */
  mapRoles(attachment: CognitoIdentityPoolRolesAttachment, clientIds: readonly string[]): void {
    if (this.ownRoles.size === 0 && this.givenRoles.size === 0) return;
    const { region, urlSuffix } = Stack.of(this.userbase);
    const mapping = clientIds.map((clientId) => ({
      identityProvider: `cognito-idp.${region}.${urlSuffix}/${this.userPoolId}:${clientId}`,
      type: "Token",
      // For users without a group, and for users of several groups without a precedence.
      ambiguousRoleResolution: "AuthenticatedRole",
    }));
    attachment.putRoleMapping(mapping);
  }

  /** A group; throws if the name is unknown. */
  get(name: string): CognitoUserGroup {
    return this.require(name, "getGroup");
  }

  /** The role of a group; undefined if it has none. Throws if there is no group of that name. */
  role(name: string): IamRole | DataAwsIamRole | undefined {
    this.require(name, "getGroupRole");
    return this.givenRoles.get(name) ?? this.ownRoles.get(name)?.role;
  }

  /** Gives the users of a group more permissions. The first permissions create the role of the group. */
  attach(name: string, scope: Construct, prop: string, permissions: Permissions): void {
    const { userbase, identityPoolId } = this;
    const group = this.require(name, prop);
    if (this.givenRoles.has(name)) fail(userbase, "userbase-group-role-given", prop, { value: name });
    if (identityPoolId === undefined) return fail(userbase, "userbase-group-without-pool", prop, {});
    // Before the role is created, so that invalid permissions leave none behind.
    const statements = resolvePermissions(userbase, prop, permissions);
    const role =
      this.ownRoles.get(name) ??
      new IdentityRole(userbase, "authenticated", identityPoolId, { id: `GroupRole_${name}`, suffix: name });
    this.ownRoles.set(name, role);
    group.roleArn = role.role.arn;
    role.attach(scope, statements);
  }

  private require(name: string, prop: string): CognitoUserGroup {
    const parts = [...this.byName.keys()];
    const group = this.byName.get(name);
    return group ?? fail(this.userbase, "part-not-found", prop, { part: "group", value: name, parts });
  }
}
