import type { CognitoIdentityPoolRolesAttachment } from "@cdktf/provider-aws/lib/cognito-identity-pool-roles-attachment";
import { CognitoUserGroup } from "@cdktf/provider-aws/lib/cognito-user-group";
import type { DataAwsIamRole } from "@cdktf/provider-aws/lib/data-aws-iam-role";
import type { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import type { Construct } from "constructs";
import { Stack } from "../../../app";
import { checkInteger, checkKeys, isPlainObject, propKeys } from "../../../core/check";
import { findImport } from "../../../core/override";
import type { Permissions } from "../../../iam/permissions";
import { checkPartName } from "../clients/further-client";
import { fail } from "../errors";
import type { UserbaseExtraProps, UserbaseGroupProps } from "../extras/props";
import { IdentityRole } from "../identity-pool/roles";

const groupKeys = propKeys<UserbaseGroupProps>()({
  description: true,
  precedence: true,
  permissions: true,
  role: true,
});
const maxPrecedence = 2_147_483_647;
const maxDescription = 2048;

/** Refuses groups that the service does not take, and permissions that nobody would get. */
export function checkGroups(
  userbase: Construct,
  { groups = {} }: UserbaseExtraProps,
  hasIdentityPool: boolean,
): void {
  for (const [name, group] of Object.entries(groups)) {
    checkPartName(userbase, "groups", name, "group");
    const prop = `groups[${JSON.stringify(name)}]`;
    if (!isPlainObject(group)) {
      fail(userbase, "prop-invalid", prop, {
        value: group,
        expected: "{ description?, precedence?, permissions? }",
      });
    }
    const given: UserbaseGroupProps = group;
    checkKeys(userbase, prop, given, groupKeys);
    // Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_CreateGroup.html
    if (given.precedence !== undefined) {
      checkInteger(userbase, `${prop}.precedence`, given.precedence, 0, maxPrecedence);
    }
    if ((given.description?.length ?? 0) > maxDescription) {
      const expected = `up to ${maxDescription} characters`;
      fail(userbase, "prop-invalid", `${prop}.description`, { value: given.description, expected });
    }
    if (given.role !== undefined) {
      if (findImport(userbase, `${prop}.role`, given.role, "aws_iam_role") === undefined) {
        fail(userbase, "prop-invalid", `${prop}.role`, {
          value: given.role,
          expected: "an IamRole or a DataAwsIamRole",
        });
      }
      if (given.permissions !== undefined) {
        fail(userbase, "props-exclude", `${prop}.permissions`, { other: `${prop}.role` });
      }
    }
    if (given.permissions !== undefined && !hasIdentityPool) {
      fail(userbase, "userbase-group-without-pool", `${prop}.permissions`, {});
    }
  }
}

/** The groups of a directory, and the roles that their users take in the identity pool. */
export class Groups {
  private readonly byName = new Map<string, CognitoUserGroup>();
  private readonly ownRoles = new Map<string, IdentityRole>();
  private readonly givenRoles = new Map<string, IamRole | DataAwsIamRole>();

  constructor(
    private readonly userbase: Construct,
    { groups = {} }: UserbaseExtraProps,
    private readonly userPoolId: string,
    private readonly identityPoolId: string | undefined,
  ) {
    for (const [name, { description, precedence, permissions, role }] of Object.entries(groups)) {
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
   * Lets the token say which role its user takes, as soon as one group has a role.
   *
   * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/role-based-access-control.html
   */
  mapRoles(attachment: CognitoIdentityPoolRolesAttachment, clientIds: readonly string[]): void {
    if (this.ownRoles.size === 0 && this.givenRoles.size === 0) return;
    const { region, urlSuffix } = Stack.of(this.userbase);
    const mapping = clientIds.map((clientId) => ({
      identityProvider: `cognito-idp.${region}.${urlSuffix}/${this.userPoolId}:${clientId}`,
      type: "Token",
      // Who is in no group, or in several without an order, is a user like any other.
      ambiguousRoleResolution: "AuthenticatedRole",
    }));
    attachment.putRoleMapping(mapping);
  }

  get(name: string): CognitoUserGroup | undefined {
    return this.byName.get(name);
  }

  role(name: string): IamRole | DataAwsIamRole | undefined {
    return this.givenRoles.get(name) ?? this.ownRoles.get(name)?.role;
  }

  /** Lets the users of a group do more. The first permissions give the group its role. */
  attach(name: string, scope: Construct, prop: string, permissions: Permissions): void {
    const { userbase, identityPoolId } = this;
    const group = this.byName.get(name);
    if (group === undefined) {
      return fail(userbase, "part-not-found", prop, {
        part: "group",
        value: name,
        parts: [...this.byName.keys()],
      });
    }
    if (this.givenRoles.has(name)) fail(userbase, "userbase-group-role-given", prop, { value: name });
    if (identityPoolId === undefined) return fail(userbase, "userbase-group-without-pool", prop, {});
    const role =
      this.ownRoles.get(name) ??
      new IdentityRole(userbase, "authenticated", identityPoolId, { id: `GroupRole_${name}`, suffix: name });
    this.ownRoles.set(name, role);
    group.roleArn = role.role.arn;
    role.attach(scope, prop, permissions);
  }
}
