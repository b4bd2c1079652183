import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { answerClientErrors, contained } from "./invoke";
import type { Report } from "./report";

interface LoopbackServerOptions {
  readonly name: string;
  readonly report: Report;
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  failed(error: unknown, response: ServerResponse): void;
}

/** An HTTP server for users and programs of this machine, not for clients of the app. */
export class LoopbackServer {
  readonly server: Server;

  constructor(private readonly options: LoopbackServerOptions) {
    const { name, answer, failed } = options;
    this.server = createServer(
      contained(name, (request: IncomingMessage, response: ServerResponse) => {
        return answer(request, response).catch((error: unknown) => failed(error, response));
      }),
    );
    answerClientErrors(this.server, (status, reason) => this.refused(status, reason));
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Reports why a request is refused. */
  refused(status: number, reason: string): void {
    const { name: at, report } = this.options;
    report({ event: "refusal", at, status, reason });
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeAllConnections();
    await closed;
  }
}

/** Reports a defect, and ends the response. */
export function reportFailure(report: Report, what: string) {
  return (error: unknown, response: ServerResponse): void => {
    report({ event: "warning", text: `${what} failed: ${String(error)}` });
    if (!response.headersSent) response.writeHead(500);
    response.end();
  };
}
