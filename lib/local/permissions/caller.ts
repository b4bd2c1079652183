import { byKind } from "../../facts/text/by-kind";
import { decodePart } from "../../facts/text/query-string";
import { anonymous, type Principal } from "../../model";
import {
  type AccessKeys,
  administratorKeyId,
  type LocalSession,
  sessionArn,
  sessionTokenIn,
} from "../wire/local-credentials";

/** The caller of a request. */
export type Caller =
  /** The developer: may do everything. */
  | { readonly type: "administrator" }
  | { readonly type: "session"; readonly session: LocalSession }
  /** A service of AWS that acts for a resource: a topic that sends to a queue. */
  | { readonly type: "service"; readonly service: string; readonly sourceArn: string }
  /** Someone with a token of an identity provider: its ARN, or the name of a service such as Cognito. */
  | { readonly type: "federated"; readonly provider: string }
  | { readonly type: "anonymous" }
  /** Someone with an access key that this machine has not made. */
  | { readonly type: "stranger"; readonly accessKeyId: string };

export interface CallerRequest {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly url: string;
}

export function callerOfRequest({ headers, url }: CallerRequest, keys: AccessKeys): Caller {
  const accessKeyId = credentialIn(headers.authorization, url)?.split("/", 1)[0];
  if (accessKeyId === undefined) return { type: "anonymous" };
  const question = url.indexOf("?");
  const token = sessionTokenIn(headers, question === -1 ? "" : url.slice(question + 1));
  return callerWith(accessKeyId, token, keys);
}

export function callerWith(accessKeyId: string, sessionToken: string | undefined, keys: AccessKeys): Caller {
  return keys.ownerOf(accessKeyId, sessionToken) ?? { type: "stranger", accessKeyId };
}

/** The region of a request's signature; undefined without a signature, and for S3's older kind. */
export function signedRegion({ headers, url }: CallerRequest): string | undefined {
  return credentialIn(headers.authorization, url)?.split("/")[2];
}

/** The access key and the scope in a signature of version 4, or the key in S3's older kind: in a header or in the query. */
function credentialIn(authorization = "", url: string): string | undefined {
  const inHeader = /Credential=([^,\s]+)/.exec(authorization) ?? /^AWS ([^:\s]+):/.exec(authorization);
  if (inHeader !== null || !url.includes("?")) return inHeader?.[1];
  const inQuery = /[?&]X-Amz-Credential=([^&]+)/i.exec(url) ?? /[?&]AWSAccessKeyId=([^&]+)/i.exec(url);
  // Decoded as in the check of the signature, so that both read the same key.
  return inQuery === null ? undefined : decodePart(inQuery[1] ?? "");
}

/** The caller as a principal of policies; undefined for callers to which no policy applies. */
export const principalOf = byKind<Caller, "type", [], Principal | undefined>("type", {
  session: ({ session }) => {
    const { roleArn } = session;
    return { kind: "AWS", name: sessionArn(session), roleArn, account: roleArn.split(":")[4] };
  },
  service: ({ service }) => ({ kind: "Service", name: service }),
  federated: ({ provider }) => ({ kind: "Federated", name: provider }),
  anonymous: () => anonymous,
  administrator: () => undefined,
  stranger: () => undefined,
});

export const nameOfCaller = byKind<Caller, "type", [], string>("type", {
  session: ({ session }) => sessionArn(session),
  service: ({ service }) => service,
  federated: ({ provider }) => provider,
  administrator: () => administratorKeyId,
  anonymous: () => "anonymous",
  stranger: () => "anonymous",
});
