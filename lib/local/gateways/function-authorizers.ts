import { type Decision, evaluatePolicy, isValues, type PolicyDocumentStatement } from "../../model";
import { withCauses } from "../history/causes";
import type { Timers } from "../invoke";
import { type FunctionInvoker, gatewayInvoker, invokePermitted } from "../permissions/invoke-permitted";
import type { TtlCache } from "../wire/ttl-cache";
import { withTimeout } from "../wire/with-timeout";
import { authorizerName } from "./api-config";
import { authorizerReason, type UnusableAnswer } from "./function-response";
import type { GatewayContext } from "./gateway";

/** A function that decides about requests, from the resource of its authorizer. */
export interface FunctionAuthorizer {
  readonly id: string;
  readonly name: string;
  /** The role that invokes the function. */
  readonly roleArn: string | undefined;
  /** How long a decision is used for the same identity. @default - it is not kept */
  readonly ttlSeconds?: number;
}

/** A request as far as the function of its authorizer is concerned. */
interface DecidedExchange {
  readonly api: Parameters<typeof gatewayInvoker>[0];
  readonly stage: { readonly name: string } | undefined;
  readonly elapsedMs: number;
  /** The ARN of the request, as policies name it. */
  readonly routeArn: string;
  readonly notes: {
    reason?: string | undefined;
    authorizerError?: string;
    authorizerStatus?: number;
    authorizerLatencyMs?: number;
  };
  authorized: object | undefined;
}

/** Why a request is not admitted. */
type Refusal = "no-identity" | "timeout" | "unauthorized" | "failed" | "denied" | "explicitly-denied";

/** The decision of a function. */
interface FunctionDecision {
  /** Whether every request is allowed; undefined when `policy` decides. */
  readonly isAuthorized?: boolean | undefined;
  readonly policy: readonly PolicyDocumentStatement[];
}

/** The differences between the kinds of APIs in how their functions decide. */
export interface AuthorizerKind<
  Exchange extends DecidedExchange,
  Authorizer,
  Made extends FunctionDecision,
  Answer,
> {
  readonly timeoutMs: number;
  /** The texts of two refusals in access logs. */
  readonly errors: Readonly<Record<"no-identity" | "denied", string>>;
  readonly refusals: Readonly<Record<Refusal, Answer>>;
  /** Whether access logs show a caller whom the policy denies. */
  readonly showsDenied: boolean;
  functionArn(authorizer: Authorizer, exchange: Exchange): string;
  /** The values of the identity sources. A text says why the function is not asked. */
  identityOf(exchange: Exchange, authorizer: Authorizer): readonly string[] | string;
  event(exchange: Exchange, authorizer: Authorizer, identity: readonly string[], nowMs: number): object;
  read(payload: string, authorizer: Authorizer): Made | UnusableAnswer;
  /** The caller, for events and access logs. */
  authorizedBy(decision: Made, latencyMs: number): Exchange["authorized"];
}

/**
 * Admits a request that the function of the authorizer accepts, and notes its caller; otherwise, resolves to the refusal.
 *
 * Sources: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-lambda-authorizer.html and
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-use-lambda-authorizer.html
 */
export async function authorizeByFunction<
  Exchange extends DecidedExchange,
  Authorizer extends FunctionAuthorizer,
  Made extends FunctionDecision,
  Answer,
>(
  kind: AuthorizerKind<Exchange, Authorizer, Made, Answer>,
  exchange: Exchange,
  authorizer: Authorizer,
  { context, decisions }: { readonly context: GatewayContext; readonly decisions?: TtlCache<Made> },
): Promise<Answer | undefined> {
  const { notes, routeArn } = exchange;
  const { id, name, roleArn, ttlSeconds = 0 } = authorizer;
  const refuse = (refusal: Refusal, error: string, reason: string): Answer => {
    notes.authorizerError = error;
    notes.reason = reason;
    return kind.refusals[refusal];
  };
  const identity = kind.identityOf(exchange, authorizer);
  if (typeof identity === "string") return refuse("no-identity", kind.errors["no-identity"], identity);
  const isCached = ttlSeconds > 0 && identity.length > 0;
  const key = isCached ? JSON.stringify([id, exchange.stage?.name, ...identity]) : "";
  let decision = isCached ? decisions?.get(key) : undefined;
  if (decision === undefined) {
    const begun = exchange.elapsedMs;
    const asked = await askAuthorizer(context, kind.timeoutMs, name, {
      invoker: gatewayInvoker(exchange.api, `authorizers/${id}`, roleArn),
      functionArn: kind.functionArn(authorizer, exchange),
      event: kind.event(exchange, authorizer, identity, context.clock.now()),
      read: (payload) => kind.read(payload, authorizer),
    });
    notes.authorizerLatencyMs = exchange.elapsedMs - begun;
    if (asked.hasRun) notes.authorizerStatus = 200;
    if ("refusal" in asked) return refuse(asked.refusal, asked.error, asked.reason);
    decision = asked.decision;
    if (isCached) decisions?.set(key, decision, ttlSeconds);
  }
  const { isAuthorized, policy } = decision;
  const access =
    isAuthorized === undefined ? invokeDecision(policy, routeArn) : isAuthorized ? "allow" : "implicit-deny";
  if (access === "allow" || kind.showsDenied)
    exchange.authorized = kind.authorizedBy(decision, Math.round(notes.authorizerLatencyMs ?? 0));
  if (access === "allow") return undefined;
  return refuse(
    access === "explicit-deny" ? "explicitly-denied" : "denied",
    kind.errors.denied,
    isAuthorized === false
      ? `The authorizer ${name} denies the request: isAuthorized is false.`
      : `The policy of the authorizer ${name} does not allow ${routeArn}.`,
  );
}

/** The decision of an authorizer's function, or why there is none. */
type Asked<Made> = { readonly hasRun: boolean } & (
  | { readonly decision: Made }
  | {
      readonly refusal: "timeout" | "unauthorized" | "failed";
      readonly error: string;
      readonly reason: string;
    }
);

/** Asks the function of an authorizer. */
export async function askAuthorizer<Made extends object>(
  context: GatewayContext & { readonly clock: Timers },
  timeoutMs: number,
  name: string,
  {
    invoker,
    functionArn,
    event,
    read,
  }: {
    readonly invoker: FunctionInvoker;
    readonly functionArn: string;
    readonly event: object;
    read(payload: string): Made | UnusableAnswer;
  },
): Promise<Asked<Made>> {
  const request = { functionArn, payload: JSON.stringify(event), source: `authorizer ${name}` };
  const outcome = await withTimeout(context.clock, timeoutMs, invokePermitted(context, invoker, request));
  if (outcome === undefined) {
    const error = `The authorizer did not answer within ${timeoutMs} ms.`;
    const reason = `The authorizer ${name} did not answer within ${timeoutMs} ms.`;
    return { hasRun: false, refusal: "timeout", error, reason };
  }
  if (outcome.status === "refused") {
    return {
      hasRun: false,
      refusal: "failed",
      error: outcome.reason,
      reason: authorizerReason(name, outcome),
    };
  }
  if (outcome.status === "error") {
    const { errorMessage: error } = outcome;
    const refusal = error === "Unauthorized" ? "unauthorized" : "failed";
    return { hasRun: true, refusal, error, reason: authorizerReason(name, outcome) };
  }
  const decision = read(outcome.payload);
  if (!("problem" in decision)) return { hasRun: true, decision };
  const error = "The authorizer returned a response in an invalid format.";
  return {
    hasRun: true,
    refusal: "failed",
    error,
    reason: authorizerReason(name, outcome, decision.problem),
  };
}

/**
 * Records the decision of a route's authorizer, which causes the invocation of its function.
 *
 * @param decide - resolves to the refusal; undefined for a request that is admitted
 */
export async function recordDecision<Refusal>(
  { history }: Pick<GatewayContext, "history">,
  authorization: { readonly type: string; readonly name?: string },
  exchange: {
    readonly notes: { readonly reason?: string; readonly authorizerError?: string };
    readonly authorized: object | undefined;
  },
  decide: () => Promise<Refusal | undefined>,
): Promise<Refusal | undefined> {
  const { type } = authorization;
  if (history === undefined || type === "none") return decide();
  const fact = history.begin("authorizer", { name: authorizerName(authorization), type });
  const refusal = await withCauses([fact.id], decide);
  const { reason, authorizerError } = exchange.notes;
  const why = refusal === undefined ? undefined : (reason ?? authorizerError);
  history.end(fact, {
    allowed: refusal === undefined,
    ...(why !== undefined && { reason: why }),
    ...(exchange.authorized !== undefined && { identity: exchange.authorized }),
  });
  return refusal;
}

/**
 * The context of a function authorizer with values as texts; undefined when a value is a list or an object, which REST and
 * WebSocket APIs do not accept.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-lambda-authorizer-output.html
 */
export function authorizerContext(context: unknown): Record<string, string> | undefined {
  if (context === undefined || context === null) return {};
  if (!isValues(context)) return undefined;
  const entries: [string, string][] = [];
  for (const [name, value] of Object.entries(context)) {
    if (value === null) continue;
    if (typeof value === "object") return undefined;
    entries.push([name, String(value)]);
  }
  return Object.fromEntries(entries);
}

/** Whether a policy allows invoking a route or method, by its ARN. */
export function invokeDecision(
  policy: readonly PolicyDocumentStatement[],
  resource: string,
  principal?: string,
): Decision {
  return evaluatePolicy(policy, { action: "execute-api:Invoke", resource, principal });
}
