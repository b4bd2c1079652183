import { Script } from "node:vm";

/** A request as a function of CloudFront sees it. */
interface ViewerRequest {
  readonly method: string;
  readonly uri: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The result of a function for a request: another path, or an answer. */
type ViewerResult =
  | { readonly uri: string }
  | {
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    };

export type ViewerFunction = (request: ViewerRequest) => ViewerResult;

/** A function may run for a millisecond in AWS. Here, it must end at all. */
const timeoutMs = 1000;

interface Response {
  readonly statusCode?: number;
  readonly uri?: string;
  readonly headers?: Readonly<Record<string, { readonly value?: unknown }>>;
  readonly body?: unknown;
}

/**
 * Loads the code of a function of CloudFront, which has no access to anything.
 *
 * Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html
 */
export function loadViewerFunction(code: string): ViewerFunction {
  const script = new Script(`${code}\n;JSON.stringify(handler(JSON.parse(input)))`);
  return ({ method, uri, headers }) => {
    const entries = Object.entries(headers).map(([name, value]) => [name, { value }]);
    const request = { method, uri, querystring: {}, headers: Object.fromEntries(entries), cookies: {} };
    const input = JSON.stringify({
      version: "1.0",
      context: { eventType: "viewer-request" },
      viewer: { ip: "127.0.0.1" },
      request,
    });
    const result = JSON.parse(String(script.runInNewContext({ input }, { timeout: timeoutMs }))) as Response;
    if (result.statusCode === undefined) return { uri: result.uri ?? uri };
    const sent = Object.entries(result.headers ?? {}).map(([name, { value }]) => [name, String(value)]);
    const body = typeof result.body === "string" ? result.body : "";
    return { status: result.statusCode, headers: Object.fromEntries(sent), body };
  };
}
