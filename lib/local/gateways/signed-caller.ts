import type { Caller } from "../permissions/caller";
import { type CognitoCaller, type LocalIdentity, localIdentity, sessionArn } from "../wire/local-credentials";
import type { SignatureCheck } from "../wire/signature";
import type { GatewayContext } from "./gateway";

type AcceptedSignature = Extract<SignatureCheck, { accepted: true }>;

/** The caller of an `iam` route, as events and policies know it. */
export interface SignedCaller {
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
