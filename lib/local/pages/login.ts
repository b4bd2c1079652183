import { cognitoOperations } from "../services/cognito-idp/operations";
import type { AuthAnswer } from "../services/cognito-idp/sign-in";
import { respondToChallenge, signInAtPages } from "../services/cognito-idp/sign-in-flows";
import { ServiceError } from "../services/contract/define-service";
import { challengePage, isPageChallenge, responsesOf, secretParameter } from "./challenge";
import type { PageAnswer, PageExchange } from "./exchange";
import {
  type AuthorizationRequest,
  isProblem,
  readAuthorizationRequest,
} from "./oauth/authorization-request";
import { refuseAuthorization } from "./oauth/authorize";
import { grantAccess } from "./oauth/grants";
import { nameLabel } from "./sign-up";
import { loginPage } from "./views/login";

/** Source: https://docs.aws.amazon.com/cognito/latest/developerguide/login-endpoint.html */
export async function login(exchange: PageExchange): Promise<PageAnswer> {
  const request = readAuthorizationRequest(exchange);
  if (isProblem(request)) return refuseAuthorization(exchange, request);
  if (!exchange.isPost) return showLogin(exchange, request);
  const { form } = exchange;
  try {
    const answer = form.has("session")
      ? await answerChallenge(exchange, request)
      : await begin(exchange, request);
    exchange.pools.save();
    if (answer.hostedUser !== undefined) return await grantAccess(exchange, answer.hostedUser, request);
    if (answer.ChallengeName === "MFA_SETUP")
      return challengePage(exchange, await withSecret(exchange, answer));
    if (!isPageChallenge(answer.ChallengeName))
      return showLogin(exchange, request, `The pages do not ask for ${answer.ChallengeName}.`);
    return challengePage(exchange, answer);
  } catch (error) {
    exchange.pools.save();
    if (!(error instanceof ServiceError)) throw error;
    if (error.code === "UserNotConfirmedException") return exchange.redirect(confirmUrl(exchange));
    if (isRepeatable(form) && error.code !== "NotAuthorizedException")
      return challengePage(exchange, keptChallenge(exchange), error.message);
    return showLogin(exchange, request, error.message);
  }
}

function begin({ pool, form }: PageExchange, { client }: AuthorizationRequest): Promise<AuthAnswer> {
  const name = (form.get("username") ?? "").trim();
  const asked = form.get("with");
  if (asked === "code" || asked === "passkey") return signInAtPages({ pool, client, name, asked });
  return signInAtPages({ pool, client, name, password: form.get("password") ?? "" });
}

/** A step that the user may repeat. The signature of a passkey can be used only once. */
const isRepeatable = (form: URLSearchParams): boolean =>
  form.has("session") && form.get("challenge") !== "WEB_AUTHN";

async function answerChallenge(
  exchange: PageExchange,
  { client }: AuthorizationRequest,
): Promise<AuthAnswer> {
  const { pool, form } = exchange;
  const challenge = form.get("challenge") ?? "";
  const session = challenge === "MFA_SETUP" ? await verifiedSession(exchange) : (form.get("session") ?? "");
  return respondToChallenge({
    pool,
    client: { ...client, secret: undefined },
    challenge,
    session,
    responses: responsesOf(form),
  });
}

/** Starts the setup of an authenticator app: the session continues with its secret. */
async function withSecret({ pools }: PageExchange, { Session }: AuthAnswer): Promise<AuthAnswer> {
  const associated = await cognitoOperations.AssociateSoftwareToken(pools, { Session });
  const { SecretCode = "", Session: next = "" } = associated as { SecretCode?: string; Session?: string };
  return {
    ChallengeName: "MFA_SETUP",
    Session: next,
    ChallengeParameters: { [secretParameter]: SecretCode },
  };
}

/** The session after the authenticator app's code was verified. */
async function verifiedSession({ pools, form }: PageExchange): Promise<string> {
  const input = { Session: form.get("session") ?? "", UserCode: (form.get("UserCode") ?? "").trim() };
  const verified = await cognitoOperations.VerifySoftwareToken(pools, input);
  return (verified as { Session?: string }).Session ?? "";
}

const keptChallenge = ({ form }: PageExchange): AuthAnswer => ({
  ChallengeName: form.get("challenge") as AuthAnswer["ChallengeName"],
  Session: form.get("session") ?? "",
  ChallengeParameters: form.has("secret") ? { [secretParameter]: form.get("secret") ?? "" } : {},
});

function confirmUrl(exchange: PageExchange): string {
  const query = new URLSearchParams(exchange.query);
  query.set("username", exchange.form.get("username") ?? "");
  return `/confirm?${query}`;
}

function showLogin(exchange: PageExchange, { client }: AuthorizationRequest, problem?: string): PageAnswer {
  const { settings } = exchange.pool;
  const ofProvider = (name: string) => {
    const query = new URLSearchParams(exchange.query);
    query.set("identity_provider", name);
    return `/local-provider?${query}`;
  };
  return exchange.showForm("/login", loginPage, {
    nameLabel: nameLabel(settings),
    name: exchange.form.get("username") ?? exchange.query.get("login_hint") ?? undefined,
    problem,
    note: exchange.query.has("confirmed") ? "Your account is confirmed. Sign in." : undefined,
    providers: client.providers
      .filter((name) => name !== "COGNITO")
      .map((name) => [name, ofProvider(name)] as const),
    hasPasswords: client.providers.includes("COGNITO"),
    hasCodes: settings.firstFactors.some((factor) => factor === "EMAIL_OTP" || factor === "SMS_OTP"),
    hasPasskeys: settings.firstFactors.includes("WEB_AUTHN"),
    signUpUrl: settings.isAdminOnly ? undefined : exchange.pathOf("/signup"),
    forgotPasswordUrl: exchange.pathOf("/forgotPassword"),
  });
}
