import { accountOfPrincipal, isServicePrincipal } from "../../facts/aws/principals";
import type { PolicyDocumentStatement, PrincipalKind, PrincipalMatch } from "./policy-document";

/** A caller, as policies may name it. */
export interface Principal {
  readonly kind: PrincipalKind;
  /** The account of the caller; undefined for services, identity providers and callers without credentials. */
  readonly account?: string | undefined;
  /** ARN of the user or of the role's session, or the name of a service or an identity provider. */
  readonly name: string;
  /** ARN of the role that the caller has assumed, if any. */
  readonly roleArn?: string | undefined;
  /** Whether a permissions boundary limits the caller. @default false */
  readonly hasBoundary?: boolean | undefined;
}

/** A caller without credentials, whom only `*` names. */
export const anonymous: Principal = { kind: "AWS", name: "anonymous" };

/**
 * The precision with which a policy names a caller: exactly this user or session; its role, or everyone; or its account,
 * which leaves the decision to the policies of its identities.
 */
export type PrincipalMatchLevel = "exact" | "role" | "account" | "none";

/** Returns how closely a statement names a caller; `exact` for a statement without a principal. */
export function principalMatch(
  { principals, effect }: Pick<PolicyDocumentStatement, "principals" | "effect">,
  caller: Principal | undefined,
): PrincipalMatchLevel {
  if (caller === undefined || principals === undefined) return "exact";
  if (principals.isNot && effect === "Deny") return isExempt(principals.names, caller) ? "none" : "role";
  let best: PrincipalMatchLevel = "none";
  for (const { kind, name } of principals.names) {
    const level = levelOf(kind, name, caller);
    if (levels.indexOf(level) > levels.indexOf(best)) best = level;
  }
  if (!principals.isNot) return best;
  return best === "none" ? "role" : "none";
}

/**
 * Whether the `NotPrincipal` of a `Deny` exempts a caller: by its session, the role of that session and the account. AWS may
 * compare each of them separately, and never exempts a caller with a permissions boundary.
 *
 * Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_notprincipal.html
 */
function isExempt(names: PrincipalMatch["names"], caller: Principal): boolean {
  const { kind, name, roleArn, account, hasBoundary = false } = caller;
  if (names.some((each) => each.name === "*" && (each.kind === "AWS" || each.kind === kind))) return true;
  if (hasBoundary) return false;
  const own = names.filter((each) => each.kind === kind).map((each) => each.name);
  const isRoot = accountOfPrincipal(name) !== undefined;
  return (
    (own.includes(name) || isRoot) &&
    (roleArn === undefined || own.includes(roleArn)) &&
    (account === undefined || own.some((each) => accountOfPrincipal(each) === account))
  );
}

const levels: readonly PrincipalMatchLevel[] = ["none", "account", "role", "exact"];

/** An account, by id or by the ARN of its root, stands for every principal of that account. */
function levelOf(kind: PrincipalKind, name: string, caller: Principal): PrincipalMatchLevel {
  if (kind === "AWS" && name === "*") return "role";
  if (kind !== caller.kind) return "none";
  if (name === "*") return "role";
  if (name === caller.name) return "exact";
  if (name === caller.roleArn) return "role";
  const account = accountOfPrincipal(name);
  return account !== undefined && account === caller.account ? "account" : "none";
}

/** The caller that an ARN names, or an account, `anonymous` or the name of a service. */
export function principalNamed(name: string): Principal {
  if (isServicePrincipal(name)) return { kind: "Service", name };
  return { kind: "AWS", name, account: name.split(":")[4] || undefined };
}
