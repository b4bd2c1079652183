import { randomUUID } from "node:crypto";
import type {
  APIGatewayRequestAuthorizerEventV2,
  APIGatewaySimpleAuthorizerWithContextResult,
} from "aws-lambda";
import { isSecretOf } from "./is-secret";

/** The facts about a partner that routes receive. */
export interface PartnerContext {
  readonly partner: string;
  /** Tells in the logs which check it was that let a request in. */
  readonly checkId: string;
}

/** Lets partners in who send their name and their key. */
export async function handler({
  headers = {},
}: APIGatewayRequestAuthorizerEventV2): Promise<APIGatewaySimpleAuthorizerWithContextResult<PartnerContext>> {
  const { "x-partner": partner = "", "x-partner-key": key = "" } = headers;
  const isAuthorized = isSecretOf(partner, key, process.env.PARTNER_KEY_HASHES);
  const context = { partner, checkId: randomUUID() };
  console.log(JSON.stringify({ isAuthorized, ...context }));
  return { isAuthorized, context };
}
