import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

interface Written {
  readonly eventId: string;
  readonly timestamp: number;
  readonly message: string;
}

/** What `FilterLogEvents` is asked. */
export interface Asked {
  readonly logGroupName: string;
  readonly startTime?: number;
  readonly filterPattern?: string;
  readonly nextToken?: string;
}

/** Plays CloudWatch Logs on loopback: `FilterLogEvents` with pages of two lines. A pattern is a text that lines contain. */
export class TestLogs {
  readonly asked: Asked[] = [];
  /** Answers the next requests with these errors. */
  readonly failures: string[] = [];
  private readonly groups = new Map<string, Written[]>();
  private count = 0;

  private constructor(private readonly server: Server) {
    server.on("request", async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const target = request.headers["x-amz-target"];
      const [status, answer] =
        target === "Logs_20140328.FilterLogEvents"
          ? this.answer(JSON.parse(Buffer.concat(chunks).toString()) as Asked)
          : [400, { __type: "UnknownOperationException" }];
      response.writeHead(status as number).end(JSON.stringify(answer));
    });
  }

  static async start(): Promise<TestLogs> {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return new TestLogs(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  write(group: string, timestamp: number, message: string): void {
    this.count += 1;
    const line = { eventId: String(this.count), timestamp, message };
    this.groups.set(group, [...(this.groups.get(group) ?? []), line]);
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private answer(asked: Asked): readonly [status: number, answer: object] {
    this.asked.push(asked);
    const failure = this.failures.shift();
    if (failure !== undefined) return [400, { __type: failure, message: "no" }];
    const { logGroupName, startTime = 0, filterPattern = "", nextToken = "0" } = asked;
    const lines = this.groups.get(logGroupName);
    if (lines === undefined) return [400, { __type: "ResourceNotFoundException", message: "no group" }];
    const found = lines.filter(
      ({ timestamp, message }) => timestamp >= startTime && message.includes(filterPattern),
    );
    const end = Number(nextToken) + 2;
    return [
      200,
      {
        events: found.slice(Number(nextToken), end),
        ...(end < found.length && { nextToken: String(end) }),
      },
    ];
  }
}
