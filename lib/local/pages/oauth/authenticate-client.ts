import { isSameSecret } from "../../services/cognito-idp/secrets/codes";
import type { ClientSettings } from "../../services/cognito-idp/settings/client-settings";
import type { PageExchange } from "../exchange";

/**
 * The client of a request to the token endpoints: by its id, and by its secret if it has one, in the header or in the
 * form. Undefined for another.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/token-endpoint.html
 */
export function authenticateClient({ request, form, pools, pool }: PageExchange): ClientSettings | undefined {
  const basic = /^Basic ([\w+/=-]+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const [id = "", secret = ""] =
    basic === undefined
      ? [form.get("client_id") ?? "", form.get("client_secret") ?? ""]
      : splitOnce(Buffer.from(basic, "base64").toString("utf8")).map(decoded);
  const client = pools.clientsOf(pool).find((each) => each.id === id);
  const named = form.get("client_id");
  if (client === undefined || (named !== null && named !== id)) return undefined;
  if (client.secret === undefined) return secret === "" ? client : undefined;
  return isSameSecret(client.secret, secret) ? client : undefined;
}

function splitOnce(text: string): readonly string[] {
  const at = text.indexOf(":");
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
