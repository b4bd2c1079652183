import type { LocalIssuers } from "../identities";
import { addPasskey } from "./add-passkey";
import { confirm, confirmUser } from "./confirm";
import { jsonAnswer, type PageAnswer, type PageExchange } from "./exchange";
import { forgotPassword } from "./forgot-password";
import { inbox } from "./inbox";
import { localProvider } from "./local-provider";
import { login } from "./login";
import { logout } from "./logout";
import { answerAuthorize } from "./oauth/authorize";
import { revoke } from "./oauth/revoke";
import { token } from "./oauth/token";
import { userInfo } from "./oauth/user-info";
import { signUp } from "./sign-up";
import { errorPage } from "./views/error";

interface Endpoint {
  readonly methods: readonly string[];
  /** Whether a person fills in the form: it must come from a page of this server. */
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

/** Answers a request to the pages of a pool. */
export async function answerPage(exchange: PageExchange, issuers: LocalIssuers): Promise<PageAnswer> {
  const { pathname } = exchange.url;
  const { method = "GET" } = exchange.request;
  if (pathname.startsWith("/.well-known/")) return wellKnown(exchange, issuers);
  const endpoint = Object.hasOwn(endpoints, pathname) ? endpoints[pathname] : undefined;
  if (endpoint === undefined) return exchange.showPage(errorPage(`There is no page ${pathname}.`), 404);
  if (!endpoint.methods.includes(method)) {
    const shown = exchange.showPage(errorPage(`${pathname} takes ${endpoint.methods.join(" and ")}.`), 405);
    return { ...shown, headers: { ...shown.headers, allow: endpoint.methods.join(", ") } };
  }
  if (endpoint.isForm && exchange.isPost && !exchange.isOwnForm) {
    return exchange.showPage(
      errorPage("The form does not come from this page, or it is too old. Go back and reload it."),
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
