import { roleNameOf } from "../../facts/aws/arns";
import { identityPoolsOf } from "../identities/identity-pools";
import type { ModelRoles } from "../permissions/role-policies";
import type { Model } from "../resources/model";
import { requireText, text } from "../resources/values";
import type { FunctionFact, RoleFact } from "./facts";
import { nameInApp } from "./names";

/** The functions of a model, in the order of the model. */
export function functionFactsOf(model: Model, roles: ModelRoles): readonly FunctionFact[] {
  return model.ofType("aws_lambda_function").map((resource) => {
    const roleArn = requireText(resource.values, "role");
    return {
      address: resource.address,
      stack: resource.stack,
      name: nameInApp(resource),
      arn: requireText(resource.values, "arn"),
      roleArn,
      role: roles.find(roleArn),
    };
  });
}

/** The roles of a model, with those who act with them. */
export function rolesOf(
  model: Model,
  roles: ModelRoles,
  functions: readonly FunctionFact[],
): readonly RoleFact[] {
  const holders = userHolders(model);
  const byRole = new Map<string, FunctionFact[]>();
  for (const fn of functions) {
    const name = roleNameOf(fn.roleArn);
    byRole.set(name, [...(byRole.get(name) ?? []), fn]);
  }
  return model.ofType("aws_iam_role").flatMap((resource): readonly RoleFact[] => {
    const role = roles.find(text(resource.values, "name") ?? "");
    if (role === undefined) return [];
    const own = byRole.get(role.name) ?? [];
    return [
      {
        address: resource.address,
        stack: resource.stack,
        name: nameInApp(resource),
        role,
        holders: [...own.map(({ name }) => name), ...(holders.get(role.name) ?? [])],
        functions: own.map(({ address }) => address),
      },
    ];
  });
}

/** Users of pools who have a role, by the name of the role: `guests of Users`. */
function userHolders(model: Model): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const add = (roleArn: string | undefined, who: string): void => {
    const name = roleNameOf(roleArn ?? "");
    if (name !== "") found.set(name, [...(found.get(name) ?? []), who]);
  };
  const pools = identityPoolsOf(model);
  for (const [index, resource] of model.ofType("aws_cognito_identity_pool").entries()) {
    const { roles, mappings } = pools[index] ?? { roles: {}, mappings: [] };
    const pool = nameInApp(resource);
    add(roles.unauthenticated, `guests of ${pool}`);
    add(roles.authenticated, `users of ${pool}`);
    for (const { claim, value, roleArn } of mappings.flatMap(({ rules }) => rules))
      add(roleArn, `users of ${pool} whose ${claim} is ${value}`);
  }
  for (const { values } of model.ofType("aws_cognito_user_group"))
    add(text(values, "role_arn"), `the group ${requireText(values, "name")}`);
  return found;
}
