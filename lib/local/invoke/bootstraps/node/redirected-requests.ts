import { awsLabels } from "../../../../facts/aws/hosts";
import { awsEndpoints } from "../../aws-hosts";

/** Local addresses by the original host, or by a host and the first part of a path: `host/part`. */
export type Hosts = Readonly<Record<string, string>>;

export interface SentRequest {
  /** Whether it goes through TLS. */
  readonly isSecure: boolean;
  /** With the port, unless it is the default port. */
  readonly host: string;
  /** With the query. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: unknown])[];
}

/**
 * The local address of a request; undefined for requests that are not redirected.
 *
 * Only signed requests to AWS and requests for documents of local user pools are redirected: other public documents of AWS stay
 * readable.
 */
export function authorityFor(
  hosts: Hosts,
  { isSecure, host, path, headers }: SentRequest,
): string | undefined {
  const isAws = awsLabels(host) !== undefined;
  // Other names belong to this machine, and only need TLS removed.
  if (Object.hasOwn(hosts, host)) return isSecure || isAws ? hosts[host] : undefined;
  if (!isAws) return undefined;
  const part = `${host}/${path.split(/[/?]/)[1] ?? ""}`;
  if (Object.hasOwn(hosts, part)) return hosts[part];
  const isSigned =
    /[?&](?:X-Amz-Signature|AWSAccessKeyId)=/i.test(path) ||
    headers.some(([name, value]) => name.toLowerCase() === "authorization" && /^AWS/.test(String(value)));
  return isSigned ? hosts[awsEndpoints] : undefined;
}
