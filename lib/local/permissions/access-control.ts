import { formatArn, plainFunctionArn } from "../../facts/aws/arns";
import {
  type AccessDecision,
  type ConditionKeys,
  decideAccess,
  denialMessage,
  type Model,
  ModelResourcePolicies,
  ModelRoles,
  type PolicyDocumentStatement,
  policyProblems,
  statementsOf,
} from "../../model";
import type { Verdict, VerdictStatement } from "../history/fact";
import type { Clock } from "../invoke";
import type { Report } from "../report";
import type { AccessKeys, LocalSession } from "../wire/local-credentials";
import { type Caller, nameOfCaller, principalOf } from "./caller";
import { isKnownKey } from "./condition-keys";
import { DenialLog } from "./denial-log";
import type { FunctionInvoker } from "./invoke-permitted";
import type { ArnOf, NeededAccess, RequestAccess } from "./needed-access";
import type { PermissionsMode } from "./permissions-mode";
import { requestKeysOf } from "./request-keys-of";
import type { PermissionUse } from "./usage/permission-use";

/** Sessions and requests choose the texts, so the cache is limited. */
const maxCalls = 1000;

/**
 * Condition keys with constant values within a session. Conditions with other keys, such as the time or the key of an item, are
 * evaluated for each request.
 */
const stableKey =
  /^aws:(?:securetransport|principal(?:arn|account|type|isawsservice|tag\/.*)|userid|viaawsservice|federatedprovider)$|^[^:/][^:/.]*\.[^:/]+(?:\/[^:]*)?:\w+$/;

/** A session's allowed calls that depend only on constant facts. */
class AllowedCalls {
  private bySession = new WeakMap<LocalSession, Map<string, AccessDecision>>();

  /** The decision that allows a call; undefined if it is not known. */
  find(session: LocalSession, needed: NeededAccess): AccessDecision | undefined {
    return this.bySession.get(session)?.get(keyOf(needed));
  }

  add(session: LocalSession, needed: NeededAccess, decision: AccessDecision): void {
    const calls = this.bySession.get(session) ?? new Map();
    this.bySession.set(session, calls);
    if (calls.size < maxCalls) calls.set(keyOf(needed), decision);
  }

  clear(): void {
    this.bySession = new WeakMap();
  }
}

const keyOf = ({ action, resource }: NeededAccess): string => `${action} ${resource}`;

/** Facts of a request that conditions may ask for. */
export interface RequestFacts {
  readonly sourceIp?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly referer?: string | undefined;
  /** The region that the request is signed for. @default - that of the app */
  readonly region?: string | undefined;
}

export interface AccessControlOptions {
  readonly accessKeys: AccessKeys;
  readonly mode: PermissionsMode;
  readonly model: Model;
  readonly report: Report;
  readonly clock: Clock;
  /** Receives each decision. @default - they are ignored */
  readonly verdict?: ((verdict: () => Verdict) => void) | undefined;
  /** Counts the permissions that functions use. @default - nothing counts them */
  readonly use?: PermissionUse | undefined;
}

/** Clients choose the methods and paths of routes, so the cache is limited. */
const maxInvocations = 10_000;

/**
 * Decides about requests by the policies in the model, as AWS does.
 *
 * The JSON says what a role may do. Where it does not, because the role or one of its policies is declared elsewhere, the
 * request is allowed, and that is reported once.
 */
export class AccessControl {
  private model: Model;
  /** Replaced with the model. */
  roles: ModelRoles;
  private resources: ModelResourcePolicies;
  private readonly log: DenialLog;
  private readonly allowed = new AllowedCalls();
  /** Functions with the services that may invoke them. */
  private readonly invocations = new Set<string>();

  constructor(private readonly options: AccessControlOptions) {
    this.model = options.model;
    this.roles = new ModelRoles(options.model);
    this.resources = new ModelResourcePolicies(options.model);
    this.log = new DenialLog(options.report);
    this.tellProblems();
  }

  /** Takes over a changed model. */
  replace(model: Model): void {
    this.model = model;
    this.options.use?.replace(model);
    this.roles = new ModelRoles(model);
    this.resources = new ModelResourcePolicies(model);
    this.allowed.clear();
    this.invocations.clear();
    this.tellProblems();
  }

  private tellProblems(): void {
    if (this.options.mode === "off") return;
    for (const problem of policyProblems(this.model)) this.log.refusedPolicy(problem);
  }

  /** The keys that identify the sender of a request. */
  get accessKeys(): AccessKeys {
    return this.options.accessKeys;
  }

  /** Whether credentials that are not of this machine are refused. */
  get refusesCredentials(): boolean {
    return this.options.mode === "enforce";
  }

  get now(): number {
    return this.options.clock.now();
  }

  /** The permissions that functions have used; undefined if nothing counts them. */
  get use(): PermissionUse | undefined {
    return this.options.use;
  }

  /** The access of one request of a caller. */
  forRequest(caller: Caller, facts: RequestFacts = {}): RequestAccess {
    // A service only has resources of the requested region.
    const arn: ArnOf = (service, resource) => {
      const { partition, region, account } = this.model;
      return formatArn({ partition, region: facts.region ?? region, account }, service, resource);
    };
    return {
      arn,
      check: (needed) => this.check(caller, needed, facts),
      refusesStrangers: this.refusesCredentials,
      as: (other) => this.forRequest(other, facts),
    };
  }

  /** AWS's message of the denial, once one of the needed permissions is missing; undefined when all are granted. */
  check(caller: Caller, needed: readonly NeededAccess[], facts: RequestFacts = {}): string | undefined {
    const { mode, use } = this.options;
    const session = caller.type === "session" ? caller.session : undefined;
    if (mode === "off" || caller.type === "administrator") return undefined;
    for (const each of needed) {
      const decision = this.decide(caller, each, facts);
      if (decision.allowed) {
        this.options.verdict?.(() => verdictOf(each, decision));
        if (session !== undefined) use?.allowed(session, each, decision);
        continue;
      }
      const told = this.log.denied(this.model, caller, each, decision, mode === "enforce");
      this.options.verdict?.(() => ({ ...verdictOf(each, decision), ...told, enforced: mode === "enforce" }));
      if (session !== undefined) use?.denied(session, each, told.add);
      if (mode === "enforce") {
        return denialMessage(nameOfCaller(caller), each.action, each.resource, decision);
      }
    }
    return undefined;
  }

  /** Why a service may not invoke a function for one of its resources; undefined when it may. */
  refusesInvocation(
    { service, sourceArn, roleArn }: FunctionInvoker,
    functionArn: string,
  ): string | undefined {
    const known = `${service} ${roleArn ?? sourceArn} ${functionArn}`;
    if (this.invocations.has(known)) return undefined;
    // A caller of a function outside the JSON gets the error that it does not exist.
    const name = plainFunctionArn(functionArn);
    if (name === undefined || this.model.find("aws_lambda_function", "arn", name) === undefined)
      return undefined;
    const caller: Caller =
      roleArn === undefined
        ? { type: "service", service, sourceArn }
        : { type: "session", session: { roleArn, sessionName: "BackplaneAssumeRoleSession" } };
    const denied = this.check(caller, [{ action: "lambda:InvokeFunction", resource: functionArn }]);
    if (denied === undefined && this.invocations.size < maxInvocations) this.invocations.add(known);
    return denied;
  }

  private decide(caller: Caller, needed: NeededAccess, facts: RequestFacts): AccessDecision {
    const { action, resource } = needed;
    const session = caller.type === "session" && needed.isTrust !== true ? caller.session : undefined;
    const before = session && this.allowed.find(session, needed);
    if (before !== undefined) return before;
    const principal = principalOf(caller);
    if (principal === undefined) return { allowed: true };
    const role = caller.type === "session" ? this.roles.find(caller.session.roleArn) : undefined;
    if (caller.type === "session" && role === undefined) {
      this.log.undeclared(caller.session.roleArn, []);
      return { allowed: true };
    }
    const keys = (): ConditionKeys =>
      requestKeysOf({ caller, role, needed, facts, model: this.model, nowMs: this.options.clock.now() });
    let isStable = needed.resourcePolicy === undefined;
    const decision = decideAccess(
      {
        identity: role?.statements,
        boundary: role?.boundary,
        session:
          caller.type === "session" && caller.session.policies !== undefined
            ? (statementsOf(caller.session.policies) ?? [])
            : undefined,
        resource: needed.resourcePolicy ?? this.resources.of(resource),
      },
      {
        caller: principal,
        action,
        resource,
        keys,
        requiresResource: needed.isTrust,
        isKnown: isKnownKey,
        readKey: (key) => {
          if (!stableKey.test(key.toLowerCase())) isStable = false;
        },
        unknownKey: (key) => this.log.unknownKey(key, action, resource),
      },
    );
    if (decision.allowed && isStable && session !== undefined) {
      this.allowed.add(session, needed, decision);
    }
    if (decision.allowed || decision.explicit || role === undefined) return decision;
    if (role.unknownPolicies.length === 0) return decision;
    this.log.undeclared(role.arn, role.unknownPolicies);
    return { allowed: true };
  }
}

function verdictOf({ action, resource }: NeededAccess, decision: AccessDecision): Verdict {
  const { allowed, policy, statement } = decision;
  return {
    action,
    resource,
    allowed,
    ...(policy !== undefined && { policy }),
    ...(statement !== undefined && { statement: statementOf(statement) }),
  };
}

function statementOf({ effect, actions, resources, condition }: PolicyDocumentStatement): VerdictStatement {
  return { effect, actions, resources, ...(condition !== undefined && { condition }) };
}
