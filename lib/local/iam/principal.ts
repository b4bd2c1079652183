import { accountOfPrincipal, isServicePrincipal } from "../../aws/principals";
import type { PolicyDocumentStatement, PrincipalKind } from "./policy-document";

/** A caller, as policies may name it. */
export interface Principal {
  readonly kind: PrincipalKind;
  /** The account of the caller; undefined for services, identity providers and callers without credentials. */
  readonly account?: string | undefined;
  /** ARN of the user or of the role's session, or the name of a service or an identity provider. */
  readonly name: string;
  /** ARN of the role, of a caller who has assumed one. */
  readonly roleArn?: string | undefined;
}

/** A caller without credentials, whom only `*` names. */
export const anonymous: Principal = { kind: "AWS", name: "anonymous" };

/**
 * The precision with which a policy names a caller: as this very user or session, as its role or as everyone, or as an account, which
 * leaves the decision to the policies of its identities.
 */
export type PrincipalMatchLevel = "exact" | "role" | "account" | "none";

/** Returns how closely a statement names a caller; `exact` for a statement without a principal. */
export function principalMatch(
  { principals }: Pick<PolicyDocumentStatement, "principals">,
  caller: Principal | undefined,
): PrincipalMatchLevel {
  if (caller === undefined || principals === undefined) return "exact";
  let best: PrincipalMatchLevel = "none";
  for (const { kind, name } of principals.names) {
    const level = levelOf(kind, name, caller);
    if (levels.indexOf(level) > levels.indexOf(best)) best = level;
  }
  if (!principals.isNot) return best;
  return best === "none" ? "role" : "none";
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
