import { type ConditionKeys, conditionHolds } from "./conditions";
import type { PolicyDocumentStatement } from "./policy-document";
import { matchesWildcard } from "./wildcard";

/** The request that a policy is evaluated for. */
export interface RequestContext {
  /**
   * ARN, account id or service name of the caller; `anonymous` for a caller without credentials.
   *
   * @default - principals are not compared, as in a policy that is attached to the caller
   */
  readonly principal?: string;
  /** `execute-api:Invoke` */
  readonly action: string;
  /** ARN of the resource. */
  readonly resource: string;
  /**
   * Values of the condition keys of the request, by key: `aws:SourceIp`.
   *
   * @default - unknown; see `evaluatePolicy`
   */
  readonly conditionKeys?: ConditionKeys;
}

export type Decision = "explicit-deny" | "allow" | "implicit-deny";

/**
 * Evaluates the statements of one policy, or of several policies together: an explicit deny wins, and what no statement
 * allows is denied implicitly.
 *
 * When the condition keys are unknown, a condition counts as met in a `Deny` and as not met in an `Allow`, so that this
 * server never allows what AWS might deny.
 * Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html
 */
export function evaluatePolicy(
  statements: readonly PolicyDocumentStatement[],
  request: RequestContext,
): Decision {
  const action = request.action.toLowerCase();
  let isAllowed = false;
  for (const statement of statements) {
    if (!applies(statement, action, request)) continue;
    if (statement.effect === "Deny") return "explicit-deny";
    isAllowed = true;
  }
  return isAllowed ? "allow" : "implicit-deny";
}

function applies(statement: PolicyDocumentStatement, action: string, request: RequestContext): boolean {
  const { actions, notActions, resources, notResources, condition } = statement;
  if (actions.some((each) => matchesWildcard(each, action)) === notActions) return false;
  if (resources.some((each) => matchesWildcard(each, request.resource)) === notResources) return false;
  if (!appliesTo(request.principal, statement)) return false;
  if (condition === undefined) return true;
  if (request.conditionKeys === undefined) return statement.effect === "Deny";
  return conditionHolds(condition, request.conditionKeys);
}

function appliesTo(principal: string | undefined, { principals }: PolicyDocumentStatement): boolean {
  if (principal === undefined || principals === undefined) return true;
  const { names, isNot } = principals;
  return names.some((name) => matchesPrincipal(name, principal)) !== isNot;
}

const accountRoot = /^(?:arn:[^:]+:iam::)?(\d{12})(?::root)?$/;

/** An account, by id or by the ARN of its root, stands for every principal of that account. */
function matchesPrincipal(name: string, principal: string): boolean {
  if (name === "*" || name === principal) return true;
  const account = accountRoot.exec(name)?.[1];
  return account !== undefined && principal.split(":")[4] === account;
}
