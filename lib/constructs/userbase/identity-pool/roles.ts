import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { Construct } from "constructs";
import { identityPoolPrincipal } from "../../../facts/aws/principals";
import { prefixedName, Stack } from "../../../kit/app";
import { namePrefix, refuseValue } from "../../../kit/core";
import { RolePolicies } from "../../../kit/function";
import { federatedTrust, type Permissions, type Statement } from "../../../kit/iam";

/** The identities that may assume a role, in the words of the service. */
export type IdentityKind = "authenticated" | "unauthenticated";

const names = {
  authenticated: { id: "AuthRole", suffix: "auth" },
  unauthenticated: { id: "UnauthRole", suffix: "unauth" },
} as const;

/** The role of the users of an identity pool, or of its guests; it has no permissions until some are attached. */
export class IdentityRole {
  readonly role: IamRole;
  private readonly policies: RolePolicies;

  constructor(
    private readonly userbase: Construct,
    kind: IdentityKind,
    identityPoolId: string,
    { id, suffix }: { readonly id: string; readonly suffix: string } = names[kind],
  ) {
    const stack = Stack.of(userbase);
    const service = identityPoolPrincipal(stack.region);
    const scope = new Construct(userbase, id);
    this.role = new IamRole(scope, "Role", {
      namePrefix: namePrefix(`${prefixedName(userbase)}-${suffix}`, 37),
      assumeRolePolicy: federatedTrust(service, {
        StringEquals: { [`${service}:aud`]: identityPoolId },
        "ForAnyValue:StringLike": { [`${service}:amr`]: kind },
      }),
    });
    this.policies = new RolePolicies(scope, "Policies", this.role, { isWithoutFunction: true });
  }

  /**
   * Gives the role more permissions. Permissions for another stack become a policy of that stack: the policy may refer
   * to resources of that stack, which depends on this one.
   */
  attach(scope: Construct, statements: readonly Statement[]): void {
    const stack = Stack.of(scope);
    const policies =
      stack === Stack.of(this.userbase)
        ? this.policies
        : RolePolicies.of(stack, this.role, { isWithoutFunction: true });
    policies.add(statements);
  }
}

/** The two roles of an identity pool. */
export interface RoleObjects {
  /** The role of users who have signed in; undefined with `identityPoolFederation: false`. */
  readonly authRole: IamRole;
  /** The role of guests; undefined with `identityPoolFederation: false`. */
  readonly unauthRole: IamRole;
}

/** Parses the arguments of `attachPermissionsFor...`; the deprecated form has no scope. */
export function parseAttachment(
  userbase: Construct,
  method: string,
  first: Construct | Permissions,
  second: Permissions | undefined,
): { readonly scope: Construct; readonly permissions: Permissions } {
  if (Construct.isConstruct(first)) return { scope: first, permissions: second as Permissions };
  if (second !== undefined) refuseValue(userbase, `${method}.scope`, first, "a construct, such as the stack");
  Stack.of(userbase).app.addNotice(
    `serverform: ${method}(permissions) is deprecated; name the scope: ${method}(stack, permissions)`,
    userbase,
  );
  return { scope: userbase, permissions: first as Permissions };
}
