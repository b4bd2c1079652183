import type { Caller } from "../permissions/caller";
import type { NeededAccess } from "../permissions/needed-access";
import { type CognitoCaller, type LocalIdentity, localIdentity, sessionArn } from "../wire/local-credentials";
import type { ReceivedRequest } from "../wire/received-request";
import type { JoinedHeaders } from "../wire/request-headers";
import { checkSignature, type SignatureCheck, type SignatureProblem } from "../wire/signature";
import type { GatewayNotes, SignedAuthorized } from "./access-log";
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

type AcceptedSignature = Extract<SignatureCheck, { accepted: true }>;

/** The caller of an `iam` route, as events and policies know it. */
interface SignedCaller {
  readonly caller: Caller;
  readonly identity: LocalIdentity & { readonly cognito?: CognitoCaller };
}

/** The caller behind an accepted signature. */
export function signedCaller(
  { accessKeyId, owner }: AcceptedSignature,
  { account, partition }: { readonly account: string; readonly partition: string },
  { access }: Pick<GatewayContext, "access">,
): SignedCaller {
  if (owner.type === "administrator") return { caller: owner, identity: localIdentity(account, partition) };
  const { session } = owner;
  const roleId = access?.modelRoles.find(session.roleArn)?.id ?? "AROALOCALROLE00000000";
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
