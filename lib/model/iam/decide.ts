import { type EvaluatedRequest, evaluateStatements, type PolicyResult } from "./evaluate";
import type { PolicyDocumentStatement } from "./policy-document";
import type { Principal } from "./principal";
import { type ConditionKeys, requestKeys } from "./request-keys";

/** The policies that decide about a request. Each list has the statements of all policies of its kind. */
export interface DecidingPolicies {
  /** Policies of the caller's role. Undefined for a caller without a role, whom only the resource can allow. */
  readonly identity?: readonly PolicyDocumentStatement[] | undefined;
  /** The permissions boundary of the role. @default - none */
  readonly boundary?: readonly PolicyDocumentStatement[] | undefined;
  /** Session policies, given when the role was assumed. @default - none */
  readonly session?: readonly PolicyDocumentStatement[] | undefined;
  /** The policy of the resource. @default - none */
  readonly resource?: readonly PolicyDocumentStatement[] | undefined;
}

/** Kinds of policies, in AWS's words. */
export type PolicyName =
  | "identity-based policy"
  | "permissions boundary"
  | "session policy"
  | "resource-based policy";

/** Whether a request is allowed; if not, which policy denies it, or which kind of policy lacks a statement. */
export type AccessDecision =
  | ({ readonly allowed: true } & Partial<DecidingStatement>)
  | ({ readonly allowed: false; readonly explicit: boolean } & Pick<DecidingStatement, "policy"> &
      Partial<DecidingStatement>);

/** The statement that decides, with the kind of its policy. */
interface DecidingStatement {
  readonly policy: PolicyName;
  readonly statement: PolicyDocumentStatement;
}

export interface AccessRequest {
  readonly caller: Principal;
  readonly action: string;
  readonly resource: string;
  /** The condition keys, or a function that reads them when a condition needs them. */
  readonly keys: ConditionKeys | (() => ConditionKeys);
  /** By the name of a key in lower case. @default - every key is known */
  readonly isKnown?: ((key: string) => boolean) | undefined;
  /** Receives each key that a condition or a variable reads. */
  readonly readKey?: ((key: string) => void) | undefined;
  /** Receives the keys that this machine cannot know and that decide. */
  readonly unknownKey?: ((key: string) => void) | undefined;
  /** Whether the policy of the resource must allow it in any case, as a role's trust policy must. @default false */
  readonly requiresResource?: boolean | undefined;
  /** Account of the resource. @default - that of the caller */
  readonly account?: string | undefined;
}

/**
 * Decides about a request as AWS does: an explicit deny of any policy wins. In one account, the role's policies or the
 * policy of the resource must allow it, within the permissions boundary and the session policies; between accounts, both
 * must. A resource that names the very session allows it on its own.
 *
 * Sources: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic_policy-eval-denyallow.html,
 * .../reference_policies_evaluation-logic_policy-eval-basics-cross-account.html, .../access_policies_boundaries.html
 */
export function decideAccess(policies: DecidingPolicies, request: AccessRequest): AccessDecision {
  const { caller, action, resource, account = caller.account } = request;
  const keys = requestKeys(request.keys, request);
  const { unknownKey } = request;
  const own: EvaluatedRequest = {
    caller: undefined,
    action: action.toLowerCase(),
    resource,
    keys,
    unknownKey,
  };
  const evaluate = (statements: readonly PolicyDocumentStatement[] | undefined): PolicyResult | undefined =>
    statements && evaluateStatements(statements, own);
  const results = {
    "identity-based policy": evaluate(policies.identity),
    "permissions boundary": evaluate(policies.boundary),
    "session policy": evaluate(policies.session),
    "resource-based policy": evaluateStatements(policies.resource ?? [], {
      ...own,
      caller: { ...caller, hasBoundary: policies.boundary !== undefined },
    }),
  } satisfies Record<PolicyName, PolicyResult | undefined>;
  for (const [policy, result] of Object.entries(results)) {
    if (result?.decision !== "explicit-deny") continue;
    return { ...denied(policy as PolicyName, true), ...by(policy as PolicyName, result) };
  }
  const byResource = results["resource-based policy"];
  const { level } = byResource;
  const byIdentity = results["identity-based policy"]?.decision === "allow";
  const isSameAccount = caller.account === account;
  // Services and callers without credentials have no policies of their own.
  if (policies.identity === undefined) {
    if (level !== "exact" && level !== "role") return denied("resource-based policy");
    return { allowed: true, ...by("resource-based policy", byResource) };
  }
  if (request.requiresResource === true && level === "none") return denied("resource-based policy");
  if (isSameAccount && level === "exact")
    return { allowed: true, ...by("resource-based policy", byResource) };
  if (!isSameAccount && level === "none") return denied("resource-based policy");
  if (!byIdentity && !(isSameAccount && level === "role")) return denied("identity-based policy");
  for (const policy of ["permissions boundary", "session policy"] as const) {
    if (results[policy]?.decision === "implicit-deny") return denied(policy);
  }
  return byIdentity
    ? { allowed: true, ...by("identity-based policy", results["identity-based policy"]) }
    : { allowed: true, ...by("resource-based policy", byResource) };
}

function denied(policy: PolicyName, explicit = false): Extract<AccessDecision, { allowed: false }> {
  return { allowed: false, explicit, policy };
}

function by(policy: PolicyName, result: PolicyResult | undefined): Partial<DecidingStatement> {
  const statement = result?.statement;
  return statement === undefined ? {} : { policy, statement };
}

/**
 * A denial in AWS's words.
 *
 * Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot_access-denied.html
 */
export function denialMessage(
  who: string,
  action: string,
  resource: string,
  { explicit, policy }: Extract<AccessDecision, { allowed: false }>,
): string {
  const article = /^[aeiou]/.test(policy) ? "an" : "a";
  const reason = explicit
    ? `with an explicit deny in ${article} ${policy}`
    : `because no ${policy} allows the ${action} action`;
  return `User: ${who} is not authorized to perform: ${action} on resource: ${resource} ${reason}`;
}
