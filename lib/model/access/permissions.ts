import { type PolicySet, wideningsOf } from "../iam/comparison/widenings";
import { type PolicyDocumentStatement, parsePolicyDocument } from "../iam/policy-document";
import type { LocalRole } from "../permissions/role-policies";
import type { Model } from "../resources/model";
import type { FunctionFact } from "./facts";
import { nameInAppOfArn } from "./names";

/** Something that a function may do. */
export interface Permission {
  /** As they are written: `dynamodb:GetItem`. */
  readonly actions: readonly string[];
  /** In words: `Notes`, or an ARN. */
  readonly resources: readonly string[];
  /** Whether the statement is about everything except its actions or resources, as in policies. */
  readonly exceptActions: boolean;
  readonly exceptResources: boolean;
  readonly isDenied: boolean;
  /** Whether it holds only under conditions. */
  readonly isConditional: boolean;
}

/** The permissions of a function, statement by statement. Undefined if the JSON does not declare its role. */
export function permissionsOf(model: Model, { role }: FunctionFact): readonly Permission[] | undefined {
  return role?.statements.map((statement) => ({
    actions: statement.writtenActions,
    resources: namesOf(model, statement),
    exceptActions: statement.notActions,
    exceptResources: statement.notResources,
    isDenied: statement.effect === "Deny",
    isConditional: statement.condition !== undefined,
  }));
}

/** People use one name for a table and its indexes. */
function namesOf(model: Model, { resources }: PolicyDocumentStatement): readonly string[] {
  const names = resources.map((each) => nameInAppOfArn(model, each));
  const isPartOf = (name: string, other: string): boolean => name.startsWith(`${other} (`);
  return [...new Set(names)].filter((name) => !names.some((other) => isPartOf(name, other)));
}

/**
 * A permission as a line: `dynamodb:GetItem, dynamodb:Query on Notes`.
 *
 * @param limit - how many actions are named
 */
export function permissionText(permission: Permission, limit = Number.MAX_SAFE_INTEGER): string {
  const { actions, resources, exceptActions, exceptResources, isDenied, isConditional } = permission;
  const more = actions.length - limit;
  const named = [...actions.slice(0, limit), ...(more > 0 ? [`${more} more`] : [])];
  const what = `${exceptActions ? "everything except " : ""}${named.join(", ")}`;
  const where = `${exceptResources ? "everything except " : ""}${resources.join(", ")}`;
  return `${isDenied ? "denied: " : ""}${what} on ${where}${isConditional ? ", under conditions" : ""}`;
}

/** Whether an action only writes the logs and traces of a function, which all functions may. */
export const isHousekeeping = (action: string): boolean => /^(?:logs|xray):(?!\*)/i.test(action);

/** Whether a function may do something; `may` if a condition decides, or permissions that the JSON does not declare. */
export type Ability = "yes" | "may" | "no";

/**
 * Whether a function may do an action with any resource.
 *
 * @param action - `s3:DeleteObject`; upper and lower case are the same
 */
export function abilityOf({ role }: FunctionFact, action: string): Ability {
  if (role === undefined) return "may";
  const only = parsePolicyDocument({ Statement: { Effect: "Allow", Action: action, Resource: "*" } }) ?? [];
  const { statements, boundaries } = policySetOf(role);
  const found = wideningsOf(nothing, { statements, boundaries: [...boundaries, only] });
  if (found.some(({ statement, isUncertain }) => statement.condition === undefined && !isUncertain))
    return "yes";
  return found.length > 0 || role.unknownPolicies.length > 0 ? "may" : "no";
}

const nothing: PolicySet = { statements: [], boundaries: [] };

export function policySetOf({ statements, boundary }: LocalRole): PolicySet {
  return { statements, boundaries: boundary === undefined ? [] : [boundary] };
}
