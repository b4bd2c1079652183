import { createHash } from "node:crypto";

interface EdgeRequest {
  readonly method: string;
  readonly headers: Record<string, { readonly key?: string; readonly value: string }[]>;
  readonly body?: {
    readonly data: string;
    readonly encoding: "base64" | "text";
    readonly inputTruncated: boolean;
  };
}

interface EdgeResponse {
  readonly status: string;
  readonly statusDescription: string;
  readonly headers: Record<string, { readonly value: string }[]>;
  readonly body: string;
}

/** The event of CloudFront before a request to the origin. */
interface EdgeEvent {
  readonly Records: readonly { readonly cf: { readonly request: EdgeRequest } }[];
}

const hashHeader = "x-amz-content-sha256";

/**
 * Adds the hash of the body to a request: function URLs refuse bodies without it, and CloudFront does not add it.
 *
 * Receives bodies of up to 1 MB. A client that sends the hash itself may send as much as the function URL accepts.
 */
export async function handler(event: EdgeEvent): Promise<EdgeRequest | EdgeResponse | undefined> {
  const request = event.Records[0]?.cf.request;
  if (request?.body === undefined || request.headers[hashHeader] !== undefined) return request;
  const { data, encoding, inputTruncated } = request.body;
  if (inputTruncated) return tooLarge;
  const hash = createHash("sha256")
    .update(data, encoding === "base64" ? "base64" : "utf8")
    .digest("hex");
  request.headers[hashHeader] = [{ key: hashHeader, value: hash }];
  return request;
}

const tooLarge: EdgeResponse = {
  status: "413",
  statusDescription: "Content Too Large",
  headers: { "content-type": [{ value: "text/plain" }], "cache-control": [{ value: "no-store" }] },
  body: `The body has more than 1 MB. Send its SHA-256 in the header ${hashHeader}, or upload it to a bucket.\n`,
};
