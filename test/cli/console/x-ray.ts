import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Segment } from "../../../lib/cli/console/x-ray/segment";

/** The requests that X-Ray received. */
interface Asked {
  readonly path: string;
  readonly StartTime?: number;
  readonly EndTime?: number;
  readonly NextToken?: string;
  readonly TraceIds?: readonly string[];
}

/**
 * Plays X-Ray on loopback: `GetTraceSummaries` in pages, and `BatchGetTraces`.
 *
 * Shapes: https://docs.aws.amazon.com/xray/latest/api/API_GetTraceSummaries.html and
 * https://docs.aws.amazon.com/xray/latest/api/API_BatchGetTraces.html
 */
export class TestXRay {
  readonly asked: Asked[] = [];
  isDenied = false;
  /** How many traces a page of summaries has. */
  pageSize = 1;
  private readonly traces = new Map<string, readonly Segment[]>();

  private constructor(private readonly server: Server) {
    server.on("request", async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const asked = { path: request.url ?? "", ...(JSON.parse(String(Buffer.concat(chunks))) as object) };
      this.asked.push(asked);
      if (this.isDenied) {
        const type = "AccessDeniedException:http://internal.amazon.com/coral/com.amazon.coral.service/";
        response.writeHead(403, { "x-amzn-errortype": type }).end('{"Message":"not for you"}');
      } else {
        response.end(JSON.stringify(asked.path === "/Traces" ? this.batch(asked) : this.summaries(asked)));
      }
    });
  }

  static async start(): Promise<TestXRay> {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return new TestXRay(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  add(id: string, segments: readonly Segment[]): void {
    this.traces.set(id, segments);
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private summaries({ NextToken = "0" }: Asked): object {
    const end = Number(NextToken) + this.pageSize;
    const page = [...this.traces].slice(Number(NextToken), end);
    return {
      TraceSummaries: page.map(([Id, segments]) => ({
        Id,
        ServiceIds: segments.map(({ name: Name }) => ({ Name })),
      })),
      ...(end < this.traces.size && { NextToken: String(end) }),
    };
  }

  private batch({ TraceIds = [] }: Asked): object {
    return {
      Traces: TraceIds.map((Id) => ({
        Id,
        Segments: (this.traces.get(Id) ?? []).map((each) => ({
          Id: each.id,
          Document: JSON.stringify(each),
        })),
      })),
      UnprocessedTraceIds: [],
    };
  }
}
