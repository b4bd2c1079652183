import { uncachedJson } from "../requests/gateway-event";
import { type AuthAdapter, type AuthResponse, createAdapter, unknownStep } from "./handler";
import { privateKey, publicKeys } from "./keys";
import { type ExpiresIn, lifetimeSeconds, signClaims, verifyToken } from "./token";

/** The claims in the request to sign in: `{ email: "ada@example.com" }`. */
export type LinkClaims = Readonly<Record<string, string>>;

/** Props of a sign-in by a link that you send. */
export interface LinkAdapterProps {
  /**
   * Sends the link, for example by mail, and answers the request.
   *
   * Send it only to the person that the claims name: everyone who opens it is signed in.
   */
  readonly onLink: (link: string, claims: LinkClaims) => AuthResponse | Promise<AuthResponse>;
  /** Answers when the link is opened, for example with `Session.cookie(...)`. */
  readonly onSuccess: (claims: LinkClaims) => AuthResponse | Promise<AuthResponse>;
  /** Answers when a link is opened that has expired or is not of this app. @default - status 400 */
  readonly onError?: (() => AuthResponse | Promise<AuthResponse>) | undefined;
  /** How long a link can be opened: seconds, or a text such as `"1 hour"`. @default "10 minutes" */
  readonly expiresIn?: ExpiresIn | undefined;
}

/**
 * Signs in by a link. The parameters of the query and of a form that is sent to `authorize` are the claims.
 *
 * @example
 * LinkAdapter({
 *   onLink: async (link, { email = "" }) => { await sendMail(email, link); return { statusCode: 204 }; },
 *   onSuccess: ({ email = "" }) => Session.cookie({ type: "user", properties: { email }, redirect: page }),
 * });
 */
export const LinkAdapter: (props: LinkAdapterProps) => AuthAdapter = createAdapter(
  ({ onLink, onSuccess, onError, expiresIn = "10 minutes" }: LinkAdapterProps) =>
    async (request) => {
      const { step, provider, query, form, callbackUrl } = request;
      if (step === "authorize") {
        const claims: LinkClaims = Object.fromEntries([...query, ...form]);
        const content = { provider, claims };
        const token = signClaims("link", privateKey(), content, lifetimeSeconds(expiresIn));
        return onLink(`${callbackUrl}?token=${token}`, claims);
      }
      if (step !== "callback") return unknownStep(request);
      const content = verifyToken("link", publicKeys(), query.get("token") ?? "");
      if (content?.provider === provider) return onSuccess(content.claims as LinkClaims);
      return onError?.() ?? uncachedJson(400, { message: "The link has expired. Ask for another one." });
    },
);
