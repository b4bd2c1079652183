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
