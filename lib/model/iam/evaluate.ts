import { matchesWildcard } from "../../facts/aws/wildcards";
import { conditionHolds } from "./conditions";
import type { PolicyDocumentStatement } from "./policy-document";
import { variablesIn, withVariables } from "./policy-variables";
import { type Principal, type PrincipalMatchLevel, principalMatch, principalNamed } from "./principal";
import { type ConditionKeys, type RequestKeys, requestKeys } from "./request-keys";

export interface RequestContext {
  /**
   * ARN, account id or service name of the caller; `anonymous` for a caller without credentials.
   *
   * @default - principals are not compared, as in a policy that is attached to the caller
   */
  readonly principal?: string | Principal | undefined;
  /** `execute-api:Invoke` */
  readonly action: string;
  /** ARN of the resource. */
  readonly resource: string;
  /**
   * Values of the condition keys of the request, by key: `aws:SourceIp`.
   *
   * @default - unknown; see `evaluatePolicy`
   */
  readonly conditionKeys?: ConditionKeys | undefined;
}

export type Decision = "explicit-deny" | "allow" | "implicit-deny";

/**
 * Evaluates the statements of one policy, or of several policies together: an explicit deny wins, and what no statement
 * allows is denied implicitly.
 *
 * When the condition keys are unknown, at least in part, a condition counts as met in a `Deny` and as unmet in an `Allow`, so
 * that this server never allows a request that AWS might deny.
 * Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html
 */
export function evaluatePolicy(
  statements: readonly PolicyDocumentStatement[],
  { principal, action, resource, conditionKeys }: RequestContext,
): Decision {
  const caller = typeof principal === "string" ? principalNamed(principal) : principal;
  const keys = conditionKeys && requestKeys(conditionKeys);
  return evaluateStatements(statements, { caller, action: action.toLowerCase(), resource, keys }).decision;
}

/** A request in the form that statements are compared with. */
export interface EvaluatedRequest {
  /** Undefined: principals are not compared. */
  readonly caller: Principal | undefined;
  /** In lower case. */
  readonly action: string;
  readonly resource: string;
  /** Undefined: unknown; see `evaluatePolicy`. */
  readonly keys: RequestKeys | undefined;
  /** Receives the keys that this machine cannot know and that decide. */
  readonly unknownKey?: ((key: string) => void) | undefined;
}

/** The decision of a policy's statements, and how closely the ones that allow the request name its caller. */
export interface PolicyResult {
  readonly decision: Decision;
  readonly level: PrincipalMatchLevel;
  /** The statement that decides; undefined if none does. */
  readonly statement?: PolicyDocumentStatement | undefined;
}

/** Evaluates statements; see `evaluatePolicy`. */
export function evaluateStatements(
  statements: readonly PolicyDocumentStatement[],
  request: EvaluatedRequest,
): PolicyResult {
  let level: PrincipalMatchLevel = "none";
  let allowing: PolicyDocumentStatement | undefined;
  for (const statement of statements) {
    // The request is already allowed.
    if (statement.effect === "Allow" && level === "exact") continue;
    const applied = applies(statement, request);
    if (applied === "none") continue;
    if (statement.effect === "Deny") return { decision: "explicit-deny", level: "none", statement };
    if (level === "role" && applied !== "exact") continue;
    if (level !== applied) allowing = statement;
    level = applied;
  }
  return { decision: level === "none" ? "implicit-deny" : "allow", level, statement: allowing };
}

function applies(statement: PolicyDocumentStatement, request: EvaluatedRequest): PrincipalMatchLevel {
  const { keys, caller, action } = request;
  if (statement.actions.some((each) => matchesWildcard(each, action)) === statement.notActions) return "none";
  const level = principalMatch(statement, caller);
  if (level === "none" || !appliesToResource(statement, request)) return "none";
  if (statement.condition === undefined) return level;
  if (keys === undefined) return statement.effect === "Deny" ? level : "none";
  return conditionHolds(statement.condition, keys, statement.effect, request.unknownKey) ? level : "none";
}

/**
 * Whether a statement is about a resource. A pattern with a variable without a value does not match. An `Allow` for all resources
 * except for such a pattern allows none.
 *
 * A variable that this machine cannot know counts as matching in a `Deny`, and as not matching in an `Allow`.
 *
 * Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_variables.html#policy-vars-no-value
 */
function appliesToResource(
  { effect, resources, notResources, hasVariables }: PolicyDocumentStatement,
  { resource, keys, unknownKey }: EvaluatedRequest,
): boolean {
  if (!hasVariables) return resources.some((each) => matchesWildcard(each, resource)) !== notResources;
  const patterns = resources.map((each) => withVariables(each, keys ?? noKeys));
  if (patterns.some((each) => each !== undefined && matchesWildcard(each, resource))) return !notResources;
  const unknown = resources
    .filter((_, index) => patterns[index] === undefined)
    .flatMap((each) => (keys === undefined ? [each] : variablesIn(each).filter((key) => !keys.isKnown(key))));
  if (unknown.length > 0) {
    if (keys !== undefined) for (const key of unknown) unknownKey?.(key);
    return effect === "Deny";
  }
  return notResources && (effect === "Deny" || !patterns.includes(undefined));
}

const noKeys = requestKeys({});
