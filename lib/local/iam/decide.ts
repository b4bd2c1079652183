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
  | { readonly allowed: true }
  | { readonly allowed: false; readonly explicit: boolean; readonly policy: PolicyName };

export interface AccessRequest {
  readonly caller: Principal;
  readonly action: string;
  readonly resource: string;
  /** The condition keys, or what reads them once a condition asks for them. */
  readonly keys: ConditionKeys | (() => ConditionKeys);
  /** By the name of a key in lower case. @default - every key is known */
  readonly isKnown?: ((key: string) => boolean) | undefined;
  /** Is told each key that a condition or a variable asks for. */
  readonly readKey?: ((key: string) => void) | undefined;
  /** Is told the keys that this machine cannot know and that decide. */
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
    "resource-based policy": evaluateStatements(policies.resource ?? [], { ...own, caller }),
  } satisfies Record<PolicyName, PolicyResult | undefined>;
  for (const [policy, result] of Object.entries(results)) {
    if (result?.decision === "explicit-deny") return denied(policy as PolicyName, true);
  }
  const { level } = results["resource-based policy"];
  const byIdentity = results["identity-based policy"]?.decision === "allow";
  const isSameAccount = caller.account === account;
  // Services and callers without credentials have no policies of their own.
  if (policies.identity === undefined) {
    return level === "exact" || level === "role" ? { allowed: true } : denied("resource-based policy");
  }
  if (request.requiresResource === true && level === "none") return denied("resource-based policy");
  if (isSameAccount && level === "exact") return { allowed: true };
  if (!isSameAccount && level === "none") return denied("resource-based policy");
  if (!byIdentity && !(isSameAccount && level === "role")) return denied("identity-based policy");
  for (const policy of ["permissions boundary", "session policy"] as const) {
    if (results[policy]?.decision === "implicit-deny") return denied(policy);
  }
  return { allowed: true };
}

function denied(policy: PolicyName, explicit = false): AccessDecision {
  return { allowed: false, explicit, policy };
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
