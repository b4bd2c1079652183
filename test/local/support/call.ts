import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";

/** An answer as a client sees it. */
export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Call {
  readonly method?: string;
  /** Names and values alternately if no object could have the name. */
  readonly headers?: OutgoingHttpHeaders | readonly string[];
  readonly body?: string | Buffer;
}

/** Sends a request exactly as it is written; the path is not normalised. */
export function call(
  base: string,
  path: string,
  { method = "GET", headers, body }: Call = {},
): Promise<Answered> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
