import type { NeededAccess } from "../permissions/needed-access";
import type { ReceivedRequest } from "../wire/received-request";
import type { JoinedHeaders } from "../wire/request-headers";
import { checkSignature, type SignatureProblem } from "../wire/signature";
import type { GatewayNotes, SignedAuthorized } from "./context-variables";
import type { GatewayContext } from "./gateway";
import { signedCaller } from "./signed-caller";

/** An exchange as far as its signature is concerned. */
interface SignedExchange extends ReceivedRequest {
  readonly api: { readonly account: string; readonly partition: string; readonly region: string };
  readonly notes: GatewayNotes;
  authorized: object | undefined;
}

/** Why a request is not that of a caller who may send it. */
export type SignedRefusal =
  | { readonly because: "unsigned" }
  | { readonly because: "too-large" }
  | { readonly because: "signature"; readonly message: string; readonly problem: SignatureProblem }
  | { readonly because: "denied"; readonly message: string };

/** Admits a request that is signed by a caller with the needed permissions, and notes its caller. */
export async function admitSigned(
  exchange: SignedExchange,
  context: GatewayContext,
  {
    service,
    headers,
    needed,
  }: {
    /** The service that the client signs for. @default "execute-api" */
    readonly service?: string | undefined;
    readonly headers: JoinedHeaders;
    readonly needed: readonly NeededAccess[];
  },
): Promise<SignedRefusal | undefined> {
  const { api, notes, rawPath, rawQuery, request, sourceIp } = exchange;
  // Without a signature there is no reason to read the body.
  if (request.headers.authorization === undefined && !rawQuery.includes("X-Amz-Signature=")) {
    notes.authorizerError = "Missing Authentication Token";
    notes.reason = "The request is not signed.";
    return { because: "unsigned" };
  }
  const body = await exchange.readBody();
  if (body.state !== "complete") return { because: "too-large" };
  const signed = { method: request.method ?? "GET", rawPath, rawQuery, headers, body: body.bytes };
  const check = checkSignature(signed, context.accessKeys, context.clock.now(), api.region, service);
  if (!check.accepted) {
    notes.authorizerError = check.message;
    notes.reason = `The signature is refused: ${check.message}`;
    return { because: "signature", message: check.message, problem: check.problem };
  }
  const { caller, identity } = signedCaller(check, api, context);
  const { "user-agent": userAgent, referer } = headers;
  const denied = context.access?.check(caller, needed, { sourceIp, userAgent, referer });
  if (denied !== undefined) {
    notes.authorizerError = denied;
    notes.reason = denied;
    return { because: "denied", message: denied };
  }
  const authorized: SignedAuthorized = { type: "iam", ...identity };
  exchange.authorized = authorized;
  return undefined;
}
