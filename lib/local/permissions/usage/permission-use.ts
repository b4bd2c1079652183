import { plainFunctionArn } from "../../../facts/aws/arns";
import { matchesWildcard } from "../../../facts/aws/wildcards";
import { type AccessDecision, constructOfArn, type Model, nameOfResource } from "../../../model";
import type { Functions } from "../../invoke";
import type { LocalSession } from "../../wire/local-credentials";
import { functionOfSession, pathOfFunction } from "../function-of-session";
import type { NeededAccess } from "../needed-access";
import {
  addUses,
  type DeniedPermission,
  type FunctionUse,
  type RecordedUse,
  type UsedPermission,
} from "./recorded-use";

interface Counted<Call> {
  readonly call: Call;
  count: number;
}

interface RunningUse {
  invocations: number;
  readonly used: Map<string, Counted<Omit<UsedPermission, "count">>>;
  readonly denied: Map<string, Counted<Omit<DeniedPermission, "count">>>;
}

/** Handlers choose resources and actions, so their number is limited. */
const maxCalls = 1000;

/** Records the permissions that functions use, and those that they miss. */
export class PermissionUse {
  private functions = new Map<string, RunningUse>();
  private names = new Map<string, string>();
  private sessions = new WeakMap<LocalSession, string>();
  /** The uses of invoked functions by the ARNs that callers name. It is asked at every invocation. */
  private invokedFunctions = new Map<string, RunningUse>();
  /** The counts of decisions: a session gets the same decision for the same call. */
  private decisions = new WeakMap<AccessDecision, { count: number }>();

  constructor(private model: Model) {}

  /** Takes over a changed model. */
  replace(model: Model): void {
    this.model = model;
    this.names = new Map();
    this.sessions = new WeakMap();
    this.invokedFunctions = new Map();
    this.decisions = new WeakMap();
  }

  /** A function is invoked. */
  invoked(functionArn: string): void {
    const known = this.invokedFunctions.get(functionArn);
    const use = known ?? this.find(functionArn);
    if (use === undefined) return;
    use.invocations += 1;
    if (known === undefined && this.invokedFunctions.size < maxCalls)
      this.invokedFunctions.set(functionArn, use);
  }

  /** A statement of a policy allows a call. */
  allowed(session: LocalSession, { action, resource }: NeededAccess, decision: AccessDecision): void {
    const before = this.decisions.get(decision);
    if (before !== undefined) {
      before.count += 1;
      return;
    }
    const use = this.ofSession(session);
    if (use === undefined || decision.policy !== "identity-based policy") return;
    const patterns = decision.statement?.resources ?? [];
    const pattern = patterns.find((each) => matchesWildcard(each, resource)) ?? patterns[0] ?? "*";
    const construct = this.name(resource, constructOfArn);
    const known = `${action} ${pattern} ${construct}`;
    const counted =
      use.used.get(known) ??
      this.add(use.used, known, { action, grant: this.name(pattern, nameOfResource), resource: construct });
    counted.count += 1;
    this.decisions.set(decision, counted);
  }

  /** No permission allows a call. */
  denied(session: LocalSession, { action, resource }: NeededAccess, add: string | undefined): void {
    const use = this.ofSession(session);
    if (use === undefined) return;
    // One key of a bucket represents all keys without the permission.
    const known = `${action} ${this.name(resource, constructOfArn)}`;
    const counted =
      use.denied.get(known) ??
      this.add(use.denied, known, {
        action,
        resource: nameOfResource(this.model, resource),
        ...(add !== undefined && { add }),
      });
    counted.count += 1;
  }

  /** The use so far. */
  get recorded(): RecordedUse {
    const uses = [...this.functions].map(([path, { invocations, used, denied }]): RecordedUse => {
      const use: FunctionUse = { invocations, used: calls(used), denied: calls(denied) };
      return { [path]: use };
    });
    return addUses(uses);
  }

  private find(functionArn: string): RunningUse | undefined {
    const arn = plainFunctionArn(functionArn) ?? functionArn;
    const resource =
      this.model.find("aws_lambda_function", "arn", arn) ??
      this.model.find("aws_lambda_function", "function_name", arn.split(":")[0]);
    return resource && this.of(pathOfFunction(resource));
  }

  private ofSession(session: LocalSession): RunningUse | undefined {
    let path = this.sessions.get(session);
    if (path === undefined) {
      const found = functionOfSession(this.model, session);
      path = found === undefined ? "" : pathOfFunction(found);
      this.sessions.set(session, path);
    }
    return path === "" ? undefined : this.of(path);
  }

  private of(path: string): RunningUse {
    const known = this.functions.get(path);
    if (known !== undefined) return known;
    const use: RunningUse = { invocations: 0, used: new Map(), denied: new Map() };
    this.functions.set(path, use);
    return use;
  }

  private add<Call>(calls: Map<string, Counted<Call>>, known: string, call: Call): Counted<Call> {
    const counted: Counted<Call> = { call, count: 0 };
    if (calls.size < maxCalls) calls.set(known, counted);
    return counted;
  }

  private name(arn: string, find: (model: Model, arn: string) => string): string {
    const key = `${find.name} ${arn}`;
    const known = this.names.get(key);
    if (known !== undefined) return known;
    const name = find(this.model, arn);
    if (this.names.size < maxCalls) this.names.set(key, name);
    return name;
  }
}

const calls = <Call extends object>(
  counted: ReadonlyMap<string, Counted<Call>>,
): (Call & { readonly count: number })[] =>
  [...counted.values()].map(({ call, count }) => ({ ...call, count }));

/** Counts the invocations of functions: the permissions of a function that never runs are unknown, not unused. */
export function countInvocations(functions: Functions, use: PermissionUse): Functions {
  return {
    invoke: (request) => {
      use.invoked(request.functionArn);
      return functions.invoke(request);
    },
    replace: (settings, environment) => functions.replace(settings, environment),
    stop: () => functions.stop(),
  };
}
