import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { Sha256 } from "@aws-crypto/sha256-js";
import { SignatureV4 } from "@smithy/signature-v4";

/** A request to an AWS service that answers JSON. */
export interface AwsRequest {
  /** Signing name, which is also the first part of its address. */
  readonly service: string;
  readonly path: string;
  readonly body: string;
}

export interface AwsResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

/**
 * Sends a signed POST to a service.
 *
 * The functions of this package do without the SDK: they need one operation each, and where they run on a developer's
 * machine the SDK may not be installed. There is no time limit, because the answer may take as long as a function may run.
 */
export async function sendSigned({ service, path, body }: AwsRequest): Promise<AwsResponse> {
  const { AWS_REGION: region = "us-east-1", AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env;
  const url = new URL(path, endpointOf(service, region));
  const signer = new SignatureV4({
    service,
    region,
    sha256: Sha256,
    credentials: {
      accessKeyId: AWS_ACCESS_KEY_ID ?? "",
      secretAccessKey: AWS_SECRET_ACCESS_KEY ?? "",
      ...(process.env.AWS_SESSION_TOKEN !== undefined && { sessionToken: process.env.AWS_SESSION_TOKEN }),
    },
  });
  const { headers } = await signer.sign({
    method: "POST",
    protocol: url.protocol,
    hostname: url.hostname,
    path: url.pathname,
    headers: { host: url.host, "content-type": "application/json" },
    body,
  });
  const send = url.protocol === "http:" ? requestHttp : requestHttps;
  return new Promise((resolve, reject) => {
    const outgoing = send(url, { method: "POST", headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString("utf8"),
        }),
      );
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** As the SDKs choose it. */
function endpointOf(service: string, region: string): string {
  const own = process.env[`AWS_ENDPOINT_URL_${service.replaceAll("-", "_").toUpperCase()}`];
  const suffix = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  return own ?? process.env.AWS_ENDPOINT_URL ?? `https://${service}.${region}.${suffix}`;
}
