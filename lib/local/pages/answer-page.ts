import { jsonOf } from "../../facts/text/json";
import { isValues } from "../../model";
import type { LocalIssuers } from "../identities";
import { cognitoOperations } from "../services/cognito-idp/operations";
import { beginPasskey, keepPasskey } from "../services/cognito-idp/operations/factors";
import { attributeClaims, holderOf, revokeToken } from "../services/cognito-idp/tokens";
import type { User } from "../services/cognito-idp/users";
import { headerQuote } from "../wire/respond";
import { codeSentNote, confirm, confirmUser } from "./confirm";
import { jsonAnswer, type PageAnswer, type PageExchange, refusalText } from "./exchange";
import { localProvider } from "./local-provider";
import { login } from "./login";
import { isProblem, readAuthorizationRequest, redirectTo } from "./oauth/authorization-request";
import { answerAuthorize, refuseAuthorization } from "./oauth/authorize";
import { browserCookie, forgetBrowser, rememberedUser } from "./oauth/grants";
import { authenticateClient, token } from "./oauth/token";
import { asClient, nameLabel, newPasswordField, signUp } from "./sign-up";
import { stepPage } from "./views/code";
import { inboxPage } from "./views/inbox";
import { credentialField, passkeyPage } from "./views/passkey";

const noClient = "invalid_request: the client does not exist.";

/** Sends a code, and then accepts it with a new password. */
async function forgotPassword(exchange: PageExchange): Promise<PageAnswer> {
  const request = readAuthorizationRequest(exchange);
  if (isProblem(request)) return refuseAuthorization(exchange, request);
  if (!exchange.isPost) return askForName(exchange);
  const { form, pools } = exchange;
  const name = (form.get("username") ?? "").trim();
  const input = { ...asClient(request.client, name), Username: name };
  const code = form.get("code");
  try {
    if (code === null) {
      await cognitoOperations.ForgotPassword(pools, input);
      return askForPassword(exchange, name);
    }
    await cognitoOperations.ConfirmForgotPassword(pools, {
      ...input,
      ConfirmationCode: code.trim(),
      Password: form.get("password") ?? "",
    });
    return exchange.redirect(exchange.pathOf("/login"));
  } catch (error) {
    const problem = refusalText(error);
    return code === null ? askForName(exchange, problem) : askForPassword(exchange, name, problem);
  }
}

function askForName(exchange: PageExchange, problem?: string): PageAnswer {
  return exchange.showForm("/forgotPassword", stepPage, {
    title: "Forgot your password?",
    problem,
    fields: [
      {
        name: "username",
        label: nameLabel(exchange.pool.settings),
        autocomplete: "username",
        value: exchange.form.get("username") ?? "",
      },
    ],
    kept: {},
    button: "Send a code",
  });
}

function askForPassword(exchange: PageExchange, name: string, problem?: string): PageAnswer {
  return exchange.showForm("/forgotPassword", stepPage, {
    title: "Choose a new password",
    note: codeSentNote(exchange.pool, name),
    problem,
    fields: [
      { name: "code", label: "Code", autocomplete: "one-time-code" },
      newPasswordField(exchange.pool.settings, "password", "New password"),
    ],
    kept: { username: name },
    button: "Change password",
  });
}

/**
 * Registers a passkey for the user who is signed in in this browser, and redirects to the app.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-authentication-flow-methods.html
 */
async function addPasskey(exchange: PageExchange): Promise<PageAnswer> {
  const { client, query, pool, pools, form } = exchange;
  const redirectUri = query.get("redirect_uri");
  if (client === undefined) return exchange.showError(noClient);
  if (redirectUri === null || !client.oauth.callbackUrls.includes(redirectUri))
    return exchange.showError("redirect_mismatch");
  const user = rememberedUser({ pool, cookie: browserCookie(exchange) });
  if (user === undefined)
    return exchange.showError("Nobody has signed in in this browser. Sign in, then add a passkey.", 401);
  if (!exchange.isPost) return show(exchange, user);
  const credential = jsonOf(form.get(credentialField) ?? "");
  try {
    keepPasskey(pool, user, isValues(credential) ? credential : {});
    pools.save();
    return exchange.redirect(redirectTo(redirectUri, { result: "success" }, false));
  } catch (error) {
    return show(exchange, user, refusalText(error));
  }
}

function show(exchange: PageExchange, user: User, problem?: string): PageAnswer {
  try {
    return exchange.showForm("/passkeys/add", passkeyPage, {
      title: "Add a passkey",
      problem,
      kept: {},
      button: "Create a passkey",
      method: "create",
      options: JSON.stringify(beginPasskey(exchange.pool, user)),
    });
  } catch (error) {
    return exchange.showError(refusalText(error));
  }
}

/** Source: https://docs.aws.amazon.com/cognito/latest/developerguide/userinfo-endpoint.html */
async function userInfo({ request, pool }: PageExchange): Promise<PageAnswer> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (token === undefined) return refuse(400, "invalid_request", "Access token is required");
  try {
    const { user, clientId, claims } = await holderOf(pool, token, "openid");
    const client = pool.clients.find(clientId);
    if (client === undefined) return refuse(401, "invalid_token", "Access token is invalid");
    const shown = attributeClaims(pool, user, client, String(claims.scope).split(" "));
    const asTexts = Object.entries(shown).map(([name, value]) => [
      name,
      typeof value === "boolean" ? String(value) : value,
    ]);
    return jsonAnswer(200, { sub: user.sub, ...Object.fromEntries(asTexts), username: user.username });
  } catch (error) {
    return refuse(401, "invalid_token", refusalText(error));
  }
}

const refuse = (status: number, error: string, description: string): PageAnswer =>
  jsonAnswer(
    status,
    { error, error_description: description },
    { "www-authenticate": `Bearer error="${error}", error_description="${headerQuote(description)}"` },
  );

/** Source: https://docs.aws.amazon.com/cognito/latest/developerguide/logout-endpoint.html */
async function logout(exchange: PageExchange): Promise<PageAnswer> {
  const { client, query } = exchange;
  if (client === undefined) return exchange.showError(noClient);
  const uri = query.get("logout_uri");
  if (uri !== null) {
    if (!client.oauth.logoutUrls.includes(uri)) return exchange.showError("redirect_mismatch");
    forgetBrowser(exchange);
    return exchange.redirect(uri);
  }
  if (query.get("redirect_uri") === null)
    return exchange.showError("Required parameters missing: logout_uri, or redirect_uri and response_type");
  // The user signs in again, possibly as another user. The sign-in page checks the parameters.
  forgetBrowser(exchange);
  return exchange.redirect(exchange.pathOf("/login"));
}

/** Source: https://docs.aws.amazon.com/cognito/latest/developerguide/revocation-endpoint.html */
async function revoke(exchange: PageExchange): Promise<PageAnswer> {
  const { pool, pools, form } = exchange;
  const token = form.get("token");
  if (token === null) return jsonAnswer(400, { error: "invalid_request" });
  const client = authenticateClient(exchange);
  if (client === undefined) return jsonAnswer(401, { error: "invalid_client" });
  const problem = revokeToken(pool, client, token);
  pools.save();
  if (problem === undefined || problem === "unknown") return { status: 200 };
  const error = problem === "unsupported-type" ? "unsupported_token_type" : "invalid_request";
  return jsonAnswer(400, { error });
}

/** The mails and messages that AWS would send. Scripts of other pages cannot read them. */
async function inbox(exchange: PageExchange): Promise<PageAnswer> {
  const { origin } = exchange.request.headers;
  if (origin !== undefined && origin !== exchange.base)
    return exchange.showError("Only a person reads the inbox.", 403);
  return exchange.showPage(inboxPage(exchange.pools.inbox.all));
}

interface Endpoint {
  readonly methods: readonly string[];
  /** Whether a user submits a form, which must come from a page of this server. */
  readonly isForm: boolean;
  readonly answer: (exchange: PageExchange) => Promise<PageAnswer>;
}

const form = { methods: ["GET", "POST"], isForm: true } as const;
const program = { methods: ["POST"], isForm: false } as const;
const link = { methods: ["GET"], isForm: false } as const;

/** Source: https://docs.aws.amazon.com/cognito/latest/developerguide/federation-endpoints.html */
const endpoints: Readonly<Record<string, Endpoint>> = {
  "/login": { ...form, answer: login },
  "/signup": { ...form, answer: signUp },
  "/confirm": { ...form, answer: confirm },
  "/confirmUser": { ...link, answer: confirmUser },
  "/forgotPassword": { ...form, answer: forgotPassword },
  "/passkeys/add": { ...form, answer: addPasskey },
  "/local-provider": { ...form, answer: localProvider },
  "/inbox": { ...link, answer: inbox },
  "/logout": { ...link, answer: logout },
  "/oauth2/authorize": { ...link, answer: answerAuthorize },
  "/oauth2/token": { ...program, answer: token },
  "/oauth2/userInfo": { methods: ["GET", "POST"], isForm: false, answer: userInfo },
  "/oauth2/revoke": { ...program, answer: revoke },
};

export async function answerPage(exchange: PageExchange, issuers: LocalIssuers): Promise<PageAnswer> {
  const { pathname } = exchange.url;
  const { method = "GET" } = exchange.request;
  if (pathname.startsWith("/.well-known/")) return wellKnown(exchange, issuers);
  const endpoint = Object.hasOwn(endpoints, pathname) ? endpoints[pathname] : undefined;
  if (endpoint === undefined) return exchange.showError(`There is no page ${pathname}.`, 404);
  if (!endpoint.methods.includes(method)) {
    const shown = exchange.showError(`${pathname} takes ${endpoint.methods.join(" and ")}.`, 405);
    return { ...shown, headers: { ...shown.headers, allow: endpoint.methods.join(", ") } };
  }
  if (endpoint.isForm && exchange.isPost && !exchange.isOwnForm) {
    return exchange.showError(
      "The form does not come from this page, or it is too old. Go back and reload it.",
      403,
    );
  }
  return endpoint.answer(exchange);
}

/** The documents of the issuer, with the addresses of the pages. */
async function wellKnown({ url, pool, base }: PageExchange, issuers: LocalIssuers): Promise<PageAnswer> {
  const { id } = pool.settings;
  const document = await issuers.published(`/${id}${url.pathname}`, base);
  if (document === undefined) return jsonAnswer(404, { message: "Not found" });
  return jsonAnswer(200, document);
}
