import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

type Item = { readonly id: { readonly S: string } } & Readonly<Record<string, unknown>>;

interface Request {
  readonly TableName: string;
  readonly Key?: Item;
  readonly Item?: Item;
  readonly ConditionExpression?: string;
}

/** The part of DynamoDB's protocol that the example uses: one table, whose key is the string `id`. */
export class FakeDynamoDb {
  /** The received requests, such as `PutItem notes-table`. */
  readonly requests: string[] = [];
  private readonly items = new Map<string, Item>();
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const action = String(request.headers["x-amz-target"]).replace("DynamoDB_20120810.", "");
        const { status, body } = this.answer(action, JSON.parse(Buffer.concat(chunks).toString()));
        response.writeHead(status, { "content-type": "application/x-amz-json-1.0" });
        response.end(JSON.stringify(body));
      });
    });
  }

  /** Starts to listen on this machine alone, and returns its address. */
  async start(): Promise<string> {
    await new Promise<void>((done) => this.server.listen(0, "127.0.0.1", done));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  private answer(action: string, request: Request): { readonly status: number; readonly body: object } {
    this.requests.push(`${action} ${request.TableName}`);
    const id = (request.Key ?? request.Item)?.id.S ?? "";
    if (request.ConditionExpression === "attribute_exists(id)" && !this.items.has(id)) {
      return {
        status: 400,
        body: {
          __type: "com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",
          message: "The conditional request failed",
        },
      };
    }
    switch (action) {
      case "PutItem":
        if (request.Item !== undefined) this.items.set(id, request.Item);
        return { status: 200, body: {} };
      case "GetItem":
        return { status: 200, body: { Item: this.items.get(id) } };
      case "Scan":
        return { status: 200, body: { Items: [...this.items.values()], Count: this.items.size } };
      case "DeleteItem":
        this.items.delete(id);
        return { status: 200, body: {} };
      default:
        return { status: 400, body: { __type: "com.amazon.coral.service#UnknownOperationException" } };
    }
  }
}
