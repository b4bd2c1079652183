import { type Decision, evaluatePolicy, isValues, type PolicyDocumentStatement } from "../../model";
import { withCauses } from "../history/causes";
import type { GatewayContext } from "./gateway";

/** An exchange as far as the decision of its authorizer is concerned. */
interface DecidedExchange {
  readonly notes: { readonly reason?: string; readonly authorizerError?: string };
  readonly authorized: object | undefined;
}

/**
 * Records the decision of a route's authorizer, which causes the invocation of its function.
 *
 * @param decide - resolves to the refusal; undefined for a request that is admitted
 */
export async function recordDecision<Refusal>(
  { history }: Pick<GatewayContext, "history">,
  { name, type }: { readonly name: string; readonly type: string },
  exchange: DecidedExchange,
  decide: () => Promise<Refusal | undefined>,
): Promise<Refusal | undefined> {
  if (history === undefined || type === "none") return decide();
  const fact = history.begin("authorizer", { name, type });
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
