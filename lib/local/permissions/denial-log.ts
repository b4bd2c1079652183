import { roleNameOf } from "../../facts/aws/arns";
import { type AccessDecision, type Model, nameOfResource, withoutExampleAccount } from "../../model";
import type { Report } from "../report";
import { type Caller, nameOfCaller } from "./caller";
import { functionOfSession, pathOfFunction } from "./function-of-session";
import type { NeededAccess } from "./needed-access";
import { suggestion } from "./suggestion";

type Denied = Extract<AccessDecision, { allowed: false }>;

/** Requests choose the texts, so that their number is limited. */
const maxReported = 1000;

/** Tells the person at the terminal what was denied, and what to add. */
export class DenialLog {
  private readonly told = new Set<string>();

  constructor(private readonly report: Report) {}

  /** A request that is denied, or that AWS would deny. Returns what to add, and all of this as a sentence. */
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

  /** A condition key that decides and that this machine cannot know. */
  unknownKey(key: string, action: string, resource: string): void {
    this.warnOnce(
      `unknown ${key}`,
      `The condition key ${key} is not known on this machine, so conditions with it do not match: ${action} on ${resource}.`,
    );
  }

  /** A role, or policies of one, that the JSON does not declare. */
  undeclared(roleArn: string, policies: readonly string[]): void {
    const what =
      policies.length === 0
        ? `The role ${roleNameOf(roleArn)} is not in the JSON`
        : `Policies of the role ${roleNameOf(roleArn)} are not in the JSON (${policies.join(", ")})`;
    this.warnOnce(what, `${what}, so its permissions are not evaluated here: its requests are allowed.`);
  }

  /** A policy that AWS refuses. */
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

/** The missing permission and its place; undefined if a statement denies explicitly. */
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

/** A principal of a trust policy cannot have wildcards, so that a role is called by its name. */
function principalOf(caller: Caller): string {
  return caller.type === "session" ? `the role ${roleNameOf(caller.session.roleArn)}` : nameOfCaller(caller);
}

/** The path of the function whose session makes a request. */
function functionOf(model: Model, caller: Caller): string | undefined {
  const found = caller.type === "session" ? functionOfSession(model, caller.session) : undefined;
  return found && pathOfFunction(found);
}
