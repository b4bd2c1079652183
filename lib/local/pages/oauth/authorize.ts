import type { PageAnswer, PageExchange } from "../exchange";
import {
  isProblem,
  type RequestProblem,
  readAuthorizationRequest,
  redirectTo,
} from "./authorization-request";
import { browserCookie, grantAccess, rememberedUser } from "./grants";

/** Redirects a browser to the sign-in page, to a provider, or back to the app if its user is already signed in. */
export async function answerAuthorize(exchange: PageExchange): Promise<PageAnswer> {
  const request = readAuthorizationRequest(exchange);
  if (isProblem(request)) return refuseAuthorization(exchange, request);
  const prompts = (exchange.query.get("prompt") ?? "").split(" ");
  const user = prompts.includes("login")
    ? undefined
    : rememberedUser({ pool: exchange.pool, cookie: browserCookie(exchange) });
  if (user !== undefined) return grantAccess(exchange, user, request);
  if (prompts.includes("none")) {
    const { redirectUri, state, responseType } = request;
    return exchange.redirect(
      redirectTo(redirectUri, { error: "login_required", state }, responseType === "token"),
    );
  }
  if (request.provider !== undefined && request.provider !== "COGNITO")
    return exchange.redirect(exchange.pathOf("/local-provider"));
  return exchange.redirect(exchange.pathOf("/login"));
}

/** Reports the problem to the app if the pool has it as a client, else to the user. */
export function refuseAuthorization(exchange: PageExchange, problem: RequestProblem): PageAnswer {
  if ("page" in problem) return exchange.showError(problem.page);
  const { redirectUri, error, description, inFragment } = problem;
  const state = exchange.query.get("state") ?? undefined;
  return exchange.redirect(
    redirectTo(redirectUri, { error, error_description: description, state }, inFragment),
  );
}
