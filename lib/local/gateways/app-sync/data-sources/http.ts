import { type DataSource, isValues } from "../../../../model";
import { isThisMachine } from "../../../invoke";
import { overriddenAddress, sendRequest } from "../../send-request";
import { ResolverError } from "../utilities/signals";
import { type DataSourceServices, serviceUrl } from "./data-source-call";

const methods: readonly string[] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"];
/** Source: https://docs.aws.amazon.com/general/latest/gr/appsync.html */
const maxAnswerBytes = 1024 * 1024;

/**
 * Sends a request to a server. An answer of any status is a result.
 *
 * Source: https://docs.aws.amazon.com/appsync/latest/devguide/resolver-reference-http-js.html
 */
export async function callHttp(
  source: Extract<DataSource, { readonly type: "HTTP" }>,
  request: Readonly<Record<string, unknown>>,
  services: DataSourceServices,
): Promise<unknown> {
  const method = String(request.method ?? "GET").toUpperCase();
  if (!methods.includes(method)) {
    const text = `The request has the method ${JSON.stringify(request.method)}. Known methods: ${methods.join(", ")}.`;
    throw new ResolverError(text, "MappingTemplate");
  }
  const url = urlOf(source, request, services);
  const { headers, body: given } = isValues(request.params) ? request.params : {};
  const body =
    given === undefined || given === null ? "" : typeof given === "string" ? given : JSON.stringify(given);
  const sent = {
    url,
    method,
    headers: {
      ...textsOf(headers),
      ...(body !== "" && { "content-length": String(Buffer.byteLength(body)) }),
    },
    body,
    signing: source.signing && { ...source.signing, credentials: services.credentials },
    signal: services.signal,
  };
  const answer = await sendRequest(sent).catch((error: unknown) => {
    throw new ResolverError(`${url.origin}: ${(error as Error).message}`, "Http");
  });
  if (answer.body.length > maxAnswerBytes) {
    throw new ResolverError("The answer of the server is larger than 1 MB.", "Http");
  }
  const received = Object.entries(answer.headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(", ") : value,
  ]);
  return {
    statusCode: answer.status,
    headers: Object.fromEntries(received),
    body: answer.body.toString("utf8"),
  };
}

function urlOf(
  { endpoint, signing, name }: Extract<DataSource, { readonly type: "HTTP" }>,
  { resourcePath, params }: Readonly<Record<string, unknown>>,
  services: DataSourceServices,
): URL {
  const path = String(resourcePath ?? "/");
  const origin = addressOf(endpoint, signing?.service, services);
  let url: URL;
  try {
    url = new URL(`${origin.replace(/\/$/, "")}${path.startsWith("/") ? "" : "/"}${path}`);
  } catch {
    throw new ResolverError(`The endpoint of ${name} is ${endpoint}, which is not a URL.`, "Http");
  }
  const query = isValues(params) && isValues(params.query) ? params.query : {};
  for (const [key, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) url.searchParams.append(key, String(each));
  }
  return url;
}

/** A signed request is for a service of AWS. It goes to the local service, or where the user says; never to AWS. */
function addressOf(endpoint: string, service: string | undefined, services: DataSourceServices): string {
  const given = overriddenAddress(endpoint.replace(/\/$/, ""), services.context.endpoints);
  if (given !== undefined) return given;
  if (service === undefined || isThisMachine(hostIn(endpoint))) return endpoint;
  return serviceUrl(services, service);
}

function hostIn(endpoint: string): string | undefined {
  return URL.canParse(endpoint) ? new URL(endpoint).hostname : undefined;
}

function textsOf(headers: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(isValues(headers) ? headers : {}).flatMap(([name, value]) =>
      value === null || value === undefined ? [] : [[name.toLowerCase(), String(value)] as const],
    ),
  );
}
