import { jsonOf } from "../../facts/text/json";
import { isValues } from "../../model/resources/values";
import { beginPasskey, keepPasskey } from "../services/cognito-idp/operations/passkeys";
import type { User } from "../services/cognito-idp/state/user";
import { ServiceError } from "../services/contract/define-service";
import type { PageAnswer, PageExchange } from "./exchange";
import { redirectTo } from "./oauth/authorization-request";
import { browserCookie, rememberedUser } from "./oauth/grants";
import { errorPage } from "./views/error";
import { credentialField, passkeyPage } from "./views/passkey";

/**
 * Registers a passkey of the user who has signed in in this browser, and goes back to the app.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-authentication-flow-methods.html
 */
export async function addPasskey(exchange: PageExchange): Promise<PageAnswer> {
  const { client, query, pool, pools, form } = exchange;
  const redirectUri = query.get("redirect_uri");
  if (client === undefined)
    return exchange.showPage(errorPage("invalid_request: the client does not exist."), 400);
  if (redirectUri === null || !client.oauth.callbackUrls.includes(redirectUri))
    return exchange.showPage(errorPage("redirect_mismatch"), 400);
  const user = rememberedUser({ pool, cookie: browserCookie(exchange) });
  if (user === undefined)
    return exchange.showPage(
      errorPage("Nobody has signed in in this browser. Sign in, then add a passkey."),
      401,
    );
  if (!exchange.isPost) return show(exchange, user);
  const credential = jsonOf(form.get(credentialField) ?? "");
  try {
    keepPasskey(pool, user, isValues(credential) ? credential : {});
    pools.save();
    return exchange.redirect(redirectTo(redirectUri, { result: "success" }, false));
  } catch (error) {
    if (error instanceof ServiceError) return show(exchange, user, error.message);
    throw error;
  }
}

function show(exchange: PageExchange, user: User, problem?: string): PageAnswer {
  try {
    const body = passkeyPage({
      title: "Add a passkey",
      action: exchange.pathOf("/passkeys/add"),
      token: exchange.formToken,
      problem,
      kept: {},
      button: "Create a passkey",
      method: "create",
      options: JSON.stringify(beginPasskey(exchange.pool, user)),
    });
    return exchange.showPage(body, problem === undefined ? 200 : 400);
  } catch (error) {
    if (error instanceof ServiceError) return exchange.showPage(errorPage(error.message), 400);
    throw error;
  }
}
