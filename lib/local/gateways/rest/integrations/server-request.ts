import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { Timers } from "../../../invoke";
import { contained } from "../../../invoke";
import { maxBodyBytes } from "../../../wire/request-body";
import { multiValueHeaders } from "../../../wire/request-headers";
import { IntegrationAnswer } from "../values/integration-answer";

// Connections are not reused: if the server closed one in the meantime, the next request would fail.
const httpAgent = new HttpAgent({ keepAlive: false });
const httpsAgent = new HttpsAgent({ keepAlive: false });
const unverifiedAgent = new HttpsAgent({ keepAlive: false, rejectUnauthorized: false });

/** A request that the gateway sends. */
export interface ServerRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer;
  readonly timeoutMs: number;
  /** Ends the request when the client hangs up. */
  readonly signal: AbortSignal;
  readonly verifiesCertificate: boolean;
}

/** Result of a request. */
export type ServerResult =
  | { readonly result: "answer"; readonly answer: IntegrationAnswer }
  | { readonly result: "timeout" }
  | { readonly result: "failed"; readonly reason: string };

/** Sends a request to a server; never rejects. */
export function askServer(clock: Timers, asked: ServerRequest): Promise<ServerResult> {
  const { url, method, headers, body, timeoutMs, signal, verifiesCertificate } = asked;
  return new Promise((resolve) => {
    const isSecure = url.protocol === "https:";
    const secureAgent = verifiesCertificate ? httpsAgent : unverifiedAgent;
    const settle = (result: ServerResult): void => {
      callOff();
      resolve(result);
    };
    const callOff = clock.after(
      timeoutMs,
      contained("REST API", () => {
        settle({ result: "timeout" });
        outgoing?.destroy();
      }),
    );
    let outgoing: ReturnType<typeof httpRequest> | undefined;
    try {
      outgoing = (isSecure ? httpsRequest : httpRequest)(url, {
        method,
        headers: { ...headers, "content-length": String(body.length) },
        agent: isSecure ? secureAgent : httpAgent,
        signal,
      });
    } catch (error) {
      settle({ result: "failed", reason: String(error) });
      return;
    }
    outgoing.on(
      "error",
      contained("REST API", (error: NodeJS.ErrnoException) =>
        settle({ result: "failed", reason: error.code ?? error.message }),
      ),
    );
    outgoing.on(
      "response",
      contained("REST API", (answer) => readAnswer(answer, settle)),
    );
    outgoing.end(body);
  });
}

function readAnswer(answer: IncomingMessage, settle: (result: ServerResult) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  answer.on(
    "data",
    contained("REST API", (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= maxBodyBytes) return;
      settle({ result: "failed", reason: `The answer has more than ${maxBodyBytes} bytes.` });
      answer.destroy();
    }),
  );
  answer.on(
    "error",
    contained("REST API", (error) => settle({ result: "failed", reason: error.message })),
  );
  answer.on(
    "end",
    contained("REST API", () => {
      const headers = new Map(Object.entries(multiValueHeaders(answer.rawHeaders)));
      settle({
        result: "answer",
        answer: new IntegrationAnswer(answer.statusCode ?? 502, headers, Buffer.concat(chunks, length)),
      });
    }),
  );
}
