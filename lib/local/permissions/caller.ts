import { anonymous, type Principal } from "../iam/principal";
import {
  type LocalSession,
  localCredentials,
  ownerOf,
  sessionArn,
  sessionTokenIn,
} from "../wire/local-credentials";
import { decodePart } from "../wire/query-string";

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

/** A request, as far as it says who makes it. */
export interface CallerRequest {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly url: string;
}

/** The caller of a request to a service, by its signature. */
export function callerOfRequest({ headers, url }: CallerRequest): Caller {
  const accessKeyId = accessKeyIn(headers.authorization, url);
  if (accessKeyId === undefined) return { type: "anonymous" };
  const question = url.indexOf("?");
  const token = sessionTokenIn(headers, question === -1 ? "" : url.slice(question + 1));
  return callerWith(accessKeyId, token);
}

/** The owner of an access key and a session token. */
export function callerWith(accessKeyId: string, sessionToken: string | undefined): Caller {
  return ownerOf(accessKeyId, sessionToken) ?? { type: "stranger", accessKeyId };
}

/** The access key in a signature of version 4, or in S3's own older one: in a header or in the query. */
function accessKeyIn(authorization = "", url: string): string | undefined {
  const inHeader = /Credential=([^/,\s]+)/.exec(authorization) ?? /^AWS ([^:\s]+):/.exec(authorization);
  if (inHeader !== null || !url.includes("?")) return inHeader?.[1];
  const inQuery = /[?&]X-Amz-Credential=([^&]+)/i.exec(url) ?? /[?&]AWSAccessKeyId=([^&]+)/i.exec(url);
  // Decoded as where the signature is checked, so that both see the same key.
  return inQuery === null ? undefined : decodePart(inQuery[1] ?? "").split("/", 1)[0];
}

/** The caller, as policies may name it; undefined for those about whom no policy decides. */
export function principalOf(caller: Caller): Principal | undefined {
  switch (caller.type) {
    case "session": {
      const { roleArn } = caller.session;
      return { kind: "AWS", name: sessionArn(caller.session), roleArn, account: roleArn.split(":")[4] };
    }
    case "service":
      return { kind: "Service", name: caller.service };
    case "federated":
      return { kind: "Federated", name: caller.provider };
    case "anonymous":
      return anonymous;
    default:
      return undefined;
  }
}

/** The caller in the message of a denial. */
export function nameOfCaller(caller: Caller): string {
  switch (caller.type) {
    case "session":
      return sessionArn(caller.session);
    case "service":
      return caller.service;
    case "federated":
      return caller.provider;
    case "administrator":
      return localCredentials.accessKeyId;
    default:
      return "anonymous";
  }
}
