import { holderOf } from "../../services/cognito-idp/tokens/access-token";
import { attributeClaims } from "../../services/cognito-idp/tokens/claims";
import { ServiceError } from "../../services/contract/define-service";
import { headerQuote } from "../../wire/header-quote";
import { jsonAnswer, type PageAnswer, type PageExchange } from "../exchange";

/** Source: https://docs.aws.amazon.com/cognito/latest/developerguide/userinfo-endpoint.html */
export async function userInfo({ request, pool, pools }: PageExchange): Promise<PageAnswer> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (token === undefined) return refuse(400, "invalid_request", "Access token is required");
  try {
    const { user, clientId, claims } = await holderOf(pool, token, "openid");
    const client = pools.clientsOf(pool).find(({ id }) => id === clientId);
    if (client === undefined) return refuse(401, "invalid_token", "Access token is invalid");
    const shown = attributeClaims(pool, user, client, String(claims.scope).split(" "));
    const asTexts = Object.entries(shown).map(([name, value]) => [
      name,
      typeof value === "boolean" ? String(value) : value,
    ]);
    return jsonAnswer(200, { sub: user.sub, ...Object.fromEntries(asTexts), username: user.username });
  } catch (error) {
    if (error instanceof ServiceError) return refuse(401, "invalid_token", error.message);
    throw error;
  }
}

const refuse = (status: number, error: string, description: string): PageAnswer =>
  jsonAnswer(
    status,
    { error, error_description: description },
    { "www-authenticate": `Bearer error="${error}", error_description="${headerQuote(description)}"` },
  );
