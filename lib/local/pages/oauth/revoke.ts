import { findChain, revokeChain } from "../../services/cognito-idp/tokens/refresh";
import { jsonAnswer, type PageAnswer, type PageExchange } from "../exchange";
import { authenticateClient } from "./authenticate-client";

/** Source: https://docs.aws.amazon.com/cognito/latest/developerguide/revocation-endpoint.html */
export async function revoke(exchange: PageExchange): Promise<PageAnswer> {
  const { pool, pools, form } = exchange;
  const token = form.get("token");
  if (token === null) return jsonAnswer(400, { error: "invalid_request" });
  const client = authenticateClient(exchange);
  if (client === undefined) return jsonAnswer(401, { error: "invalid_client" });
  if (token.split(".").length === 3) return jsonAnswer(400, { error: "unsupported_token_type" });
  const found = findChain(pool, token);
  if (found !== undefined && found.chain.clientId !== client.id)
    return jsonAnswer(400, { error: "invalid_request" });
  if (found !== undefined) revokeChain(found.chain, pool.clock.now());
  pools.save();
  return { status: 200 };
}
