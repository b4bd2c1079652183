import type { ReportOnce } from "./gateway";

/** A response of an API. */
export interface ApiAnswer {
  readonly status: number;
  /** HTTP APIs have names in lower case, and REST APIs those of AWS. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | Buffer;
  /** `$context.error.message`, for responses of an HTTP API itself. */
  readonly error?: string;
  /** Why the gateway sends it, for the log, if it has no other reason. */
  readonly reason?: string;
}

/** Why a body or an event over the limit is refused. */
export const tooLargeReason =
  "The request is too large: the limits are 10 MB for a body and 6 MB for the event of a function.";

export function jsonMessage(status: number, message: string): ApiAnswer {
  return {
    status,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ message }),
    error: message,
  };
}

/** A response of this server, not of AWS, for a target that is not emulated. */
export function notEmulated(text: string, { once }: { readonly once: ReportOnce }): ApiAnswer {
  once("warning", text);
  return { ...jsonMessage(501, text), reason: text };
}

/** The response for a server behind a VPC link without a given address. */
export function withoutAddress(uri: string, services: Parameters<typeof notEmulated>[1]): ApiAnswer {
  // All routes of a load balancer have its origin.
  const origin = /^https?:\/\/[^/]+/i.exec(uri)?.[0] ?? uri;
  const text = `${uri} is behind a VPC link, which is not emulated. Give its address: --endpoint ${origin}=http://localhost:<port>`;
  return notEmulated(text, services);
}

/** Where a service that is not emulated may be. */
export const needsEmulator = (what: string, service = what): string =>
  `${what} is not emulated. Start an emulator and give its address: --endpoint ${service}=http://localhost:<port>`;

const headerName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const unsendable = /[^\t\x20-\x7e\x80-\xff]/;

/** Whether a header and its values can be sent. */
export function isSendable(name: string, values: readonly string[]): boolean {
  return headerName.test(name) && values.every((value) => !unsendable.test(value));
}
