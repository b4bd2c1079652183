import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

interface Written {
  readonly eventId: string;
  readonly timestamp: number;
  readonly message: string;
}

/** The received parameters of `FilterLogEvents`. */
export interface Asked {
  readonly logGroupName: string;
  readonly startTime?: number;
  readonly filterPattern?: string;
  readonly nextToken?: string;
}

/** Plays CloudWatch Logs on loopback: `DescribeLogGroups`, and `FilterLogEvents` with pages of two lines. A pattern is a text that lines contain. */
export class TestLogs {
  readonly asked: Asked[] = [];
  /** The regions of the requests for lines, by the log group. */
  readonly regions = new Map<string, string>();
  /** Answers the next requests with these errors. */
  readonly failures: string[] = [];
  private readonly groups = new Map<string, Written[]>();
  private count = 0;

  private constructor(private readonly server: Server) {
    server.on("request", async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const operation = String(request.headers["x-amz-target"]).replace("Logs_20140328.", "");
      const asked: unknown = JSON.parse(Buffer.concat(chunks).toString());
      const [, region = ""] =
        /Credential=[^/]+\/\d+\/([^/]+)/.exec(request.headers.authorization ?? "") ?? [];
      this.regions.set((asked as Asked).logGroupName, region);
      const [status, answer] =
        operation === "FilterLogEvents"
          ? this.answer(asked as Asked)
          : operation === "DescribeLogGroups"
            ? this.groupNames((asked as { logGroupNamePrefix: string }).logGroupNamePrefix)
            : [400, { __type: "UnknownOperationException" }];
      response.writeHead(status).end(JSON.stringify(answer));
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

  private groupNames(prefix: string): readonly [status: number, answer: object] {
    const names = [...this.groups.keys()].filter((name) => name.startsWith(prefix));
    return [200, { logGroups: names.map((logGroupName) => ({ logGroupName })) }];
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
