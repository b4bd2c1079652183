import { roleNameOf } from "../../facts/aws/arns";
import { type AccessDecision, type Model, nameOfResource, withoutExampleAccount } from "../../model";
import type { Report } from "../report";
import { type Caller, nameOfCaller } from "./caller";
import { functionOfSession, pathOfFunction } from "./function-of-session";
import type { NeededAccess } from "./needed-access";
import { suggestion } from "./suggestion";

type Denied = Extract<AccessDecision, { allowed: false }>;

/** Requests choose the texts, so their number is limited. */
const maxReported = 1000;

/** Reports denials in the terminal, with the permission to add. */
export class DenialLog {
  private readonly told = new Set<string>();

  constructor(private readonly report: Report) {}

  /** Reports a request that is denied, or that AWS would deny. Returns the permission to add, and the report as a sentence. */
  denied(
    model: Model,
    caller: Caller,
    needed: NeededAccess,
    decision: Denied,
    isEnforced: boolean,
  ): { readonly add?: string; readonly text: string } {
    const { action, resource } = needed;
    const addition = additionFor(model, caller, needed, decision);
    const add = addition && withoutExampleAccount(addition);
    const who = functionOf(model, caller) ?? nameOfCaller(caller);
    const what = `${action} on ${nameOfResource(model, resource)}`;
    const reason = decision.explicit
      ? `Denied by a statement of its ${decision.policy}`
      : `No ${decision.policy} allows it`;
    const text = `${withoutExampleAccount(who)} may not ${what}. ${reason}.${add === undefined ? "" : ` Add ${add}`}`;
    const told = { ...(add !== undefined && { add }), text };
    if (!isEnforced && !this.isNew(text)) return told;
    this.report({
      event: "denial",
      who,
      action,
      resource,
      enforced: isEnforced,
      ...told,
    });
    return told;
  }

  /** Reports a condition key that decides and that this machine cannot determine. */
  unknownKey(key: string, action: string, resource: string): void {
    this.warnOnce(
      `unknown ${key}`,
      `The condition key ${key} is not known on this machine, so conditions with it do not match: ${action} on ${resource}.`,
    );
  }

  /** Reports a role, or policies of a role, that the JSON does not declare. */
  undeclared(roleArn: string, policies: readonly string[]): void {
    const what =
      policies.length === 0
        ? `The role ${roleNameOf(roleArn)} is not in the JSON`
        : `Policies of the role ${roleNameOf(roleArn)} are not in the JSON (${policies.join(", ")})`;
    this.warnOnce(what, `${what}, so its permissions are not evaluated here: its requests are allowed.`);
  }

  refusedPolicy(problem: string): void {
    this.warnOnce(problem, problem);
  }

  private warnOnce(key: string, text: string): void {
    if (this.isNew(key)) this.report({ event: "warning", text });
  }

  private isNew(key: string): boolean {
    if (this.told.has(key) || this.told.size >= maxReported) return false;
    this.told.add(key);
    return true;
  }
}

/** The missing permission and its place; undefined after an explicit denial. */
function additionFor(
  model: Model,
  caller: Caller,
  needed: NeededAccess,
  { explicit, policy }: Denied,
): string | undefined {
  if (explicit) return undefined;
  const { action, resource } = needed;
  if (needed.isTrust === true && policy === "resource-based policy") {
    return `to the trust policy of the role: Allow ${action} to ${principalOf(caller)}`;
  }
  if (caller.type === "service") {
    const owner = nameOfResource(model, resource);
    return `to the policy of ${owner}: Allow ${action} to ${caller.service} with aws:SourceArn ${caller.sourceArn}`;
  }
  if (caller.type === "anonymous") return `to its policy: Allow ${action} to everyone, or sign the request`;
  if (policy !== "identity-based policy")
    return `to the ${policy}: Allow ${action} on ${nameOfResource(model, resource)}`;
  return suggestion(model, needed);
}

/** Principals in trust policies cannot have wildcards, so a role is given by its name. */
function principalOf(caller: Caller): string {
  return caller.type === "session" ? `the role ${roleNameOf(caller.session.roleArn)}` : nameOfCaller(caller);
}

/** The path of the function that makes a request. */
function functionOf(model: Model, caller: Caller): string | undefined {
  const found = caller.type === "session" ? functionOfSession(model, caller.session) : undefined;
  return found && pathOfFunction(found);
}
