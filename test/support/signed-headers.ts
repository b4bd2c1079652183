import type { LocalCredentials } from "../../lib/local";
import { signedHeadersFor } from "../../lib/local/wire/signature";
import { localCredentials } from "./access-keys";

interface Sent {
  readonly url: string;
  readonly service: string;
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly region?: string;
  /** @default - the developer's */
  readonly credentials?: LocalCredentials;
}

/** The headers of a request with the signature of a key of this machine, for tests that send without an SDK. */
export function signedHeaders({ url, service, ...sent }: Sent): Readonly<Record<string, string>> {
  const { method = "POST", body = "", headers = {}, region = "us-east-1" } = sent;
  const request = { url: new URL(url), method, headers, body };
  const signed = signedHeadersFor(request, sent.credentials ?? localCredentials, { region, service });
  return Object.fromEntries(Object.entries(signed).map(([name, value]) => [name, String(value)]));
}
