import type { PageAnswer, PageExchange } from "./exchange";
import { forgetBrowser } from "./oauth/grants";
import { errorPage } from "./views/error";

/** Source: https://docs.aws.amazon.com/cognito/latest/developerguide/logout-endpoint.html */
export async function logout(exchange: PageExchange): Promise<PageAnswer> {
  const { client, query } = exchange;
  if (client === undefined)
    return exchange.showPage(errorPage("invalid_request: the client does not exist."), 400);
  const uri = query.get("logout_uri");
  if (uri !== null) {
    if (!client.oauth.logoutUrls.includes(uri)) return exchange.showPage(errorPage("redirect_mismatch"), 400);
    forgetBrowser(exchange);
    return exchange.redirect(uri);
  }
  if (query.get("redirect_uri") === null)
    return exchange.showPage(
      errorPage("Required parameters missing: logout_uri, or redirect_uri and response_type"),
      400,
    );
  // The user signs in again, possibly as another one. The sign-in page checks the parameters.
  forgetBrowser(exchange);
  return exchange.redirect(exchange.pathOf("/login"));
}
