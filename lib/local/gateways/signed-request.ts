import type { Caller } from "../permissions/caller";
import type { NeededAccess } from "../permissions/needed-access";
import { type CognitoCaller, type LocalIdentity, localIdentity, sessionArn } from "../wire/local-credentials";
import type { ReceivedRequest } from "../wire/received-request";
import { type JoinedHeaders, joinHeaders } from "../wire/request-headers";
import { checkSignature, type SignatureCheck, type SignatureProblem } from "../wire/signature";
import type { GatewayNotes, SignedAuthorized } from "./api-exchange";
import type { GatewayContext } from "./gateway";

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
  | SignerRefusal;

type SignerRefusal = { readonly message: string; readonly reason: string } & (
  | { readonly because: "signature"; readonly problem: SignatureProblem }
  | { readonly because: "denied" }
);

/**
 * Admits a request that is signed by a caller with the needed permissions, and notes its caller.
 *
 * @param service - that the client signs for: by default, `execute-api`
 */
export async function admitSigned(
  exchange: SignedExchange,
  context: GatewayContext,
  needed: readonly NeededAccess[],
  service?: string,
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
  const { method } = exchange;
  const headers = joinHeaders(request.rawHeaders);
  const signed = { method, rawPath, rawQuery, headers, body: body.bytes, sourceIp };
  const found = findSigner(signed, api, context, needed, service);
  if ("because" in found) {
    notes.authorizerError = found.message;
    notes.reason = found.reason;
    return found;
  }
  const authorized: SignedAuthorized = { type: "iam", ...found.identity };
  exchange.authorized = authorized;
  return undefined;
}

/** A request as its signature covers it. */
interface SignedParts {
  readonly method: string;
  readonly rawPath: string;
  readonly rawQuery: string;
  readonly headers: JoinedHeaders;
  readonly body: Buffer;
  readonly sourceIp: string;
}

/**
 * The caller who has signed a request, or why the request is not that of a caller who may send it.
 *
 * @param service - that the client signs for
 */
export function findSigner(
  signed: SignedParts,
  api: { readonly account: string; readonly partition: string; readonly region: string },
  context: Pick<GatewayContext, "access" | "accessKeys" | "clock">,
  needed: readonly NeededAccess[],
  service?: string,
): Signer | SignerRefusal {
  const check = checkSignature(signed, context.accessKeys, context.clock.now(), api.region, service);
  if (!check.accepted) {
    const { message, problem } = check;
    return { because: "signature", message, problem, reason: `The signature is refused: ${message}` };
  }
  const signer = signerOf(check, api, context);
  const { "user-agent": userAgent, referer } = signed.headers;
  const { sourceIp } = signed;
  const denied = context.access?.check(signer.caller, needed, { sourceIp, userAgent, referer });
  return denied === undefined ? signer : { because: "denied", message: denied, reason: denied };
}

/** The caller of an `iam` route, as events and policies know it. */
interface Signer {
  readonly caller: Caller;
  readonly identity: LocalIdentity & { readonly cognito?: CognitoCaller };
}

/** The caller behind an accepted signature. */
function signerOf(
  { accessKeyId, owner }: Extract<SignatureCheck, { accepted: true }>,
  { account, partition }: { readonly account: string; readonly partition: string },
  { access }: Pick<GatewayContext, "access">,
): Signer {
  if (owner.type === "administrator") return { caller: owner, identity: localIdentity(account, partition) };
  const { session } = owner;
  const roleId = access?.roles.find(session.roleArn)?.id ?? "AROALOCALROLE00000000";
  const id = `${roleId}:${session.sessionName}`;
  return {
    caller: owner,
    identity: {
      accessKey: accessKeyId,
      accountId: session.roleArn.split(":")[4] || account,
      callerId: id,
      userArn: sessionArn(session),
      userId: id,
      ...(session.cognito !== undefined && { cognito: session.cognito }),
    },
  };
}
