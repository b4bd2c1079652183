import { awsLabels } from "../../../../facts/aws/hosts";
import { awsEndpoints } from "../../aws-hosts";

/** Addresses of this machine, by the hosts that they stand for, or by a host and the first part of a path: `host/part`. */
export type Hosts = Readonly<Record<string, string>>;

/** The parts of a request that decide whether it is redirected. */
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
 * The address of this machine that a request is sent to; undefined for requests that go where they are sent.
 *
 * Only signed requests to AWS are redirected, and those for documents of the user pools that are served here: public documents of
 * AWS may still be read.
 */
export function authorityFor(
  hosts: Hosts,
  { isSecure, host, path, headers }: SentRequest,
): string | undefined {
  const isAws = awsLabels(host) !== undefined;
  // Other names are those of this machine, where only TLS is missing.
  if (Object.hasOwn(hosts, host)) return isSecure || isAws ? hosts[host] : undefined;
  if (!isAws) return undefined;
  const part = `${host}/${path.split(/[/?]/)[1] ?? ""}`;
  if (Object.hasOwn(hosts, part)) return hosts[part];
  const isSigned =
    /[?&](?:X-Amz-Signature|AWSAccessKeyId)=/i.test(path) ||
    headers.some(([name, value]) => name.toLowerCase() === "authorization" && /^AWS/.test(String(value)));
  return isSigned ? hosts[awsEndpoints] : undefined;
}
