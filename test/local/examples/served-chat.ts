import { createHash } from "node:crypto";
import { once } from "node:events";
import { WebSocket } from "ws";
import { ExampleCopy } from "./example-copy";
import { ServedExample } from "./served-example";

/** The chat does not show its members: a function that is only invoked by hand does. */
const whoHandler = `import { Table } from "serverform/node/table";
import { tableStore } from "./store";

const store = tableStore(Table.Connections.tableName);

export async function handler({ add }: { readonly add?: string }) {
  if (add !== undefined) await store.add(add);
  return store.list();
}
`;

type Message = Readonly<Record<string, unknown>>;

/** A member of the chat. */
export interface Member {
  readonly client: WebSocket;
  /** Their connection. */
  readonly id: string;
  /** The next message that they receive. */
  next(): Promise<Message | undefined>;
  /** Sends a message, and waits for the next one. */
  ask(message: unknown): Promise<Message | undefined>;
}

/** The chat example, served by this process, with a look into its table. */
class ServedChat {
  private readonly clients: WebSocket[] = [];

  private constructor(
    readonly served: ServedExample,
    private readonly copy: ExampleCopy,
  ) {}

  static async start(): Promise<ServedChat> {
    const copy = new ExampleCopy("examples/chat");
    copy.write("functions/who.ts", whoHandler);
    const read = '[[connections, "grantReadWriteData"]]';
    const who = `who: { function: { handler: "functions/who.handler", bind: ${read} } },`;
    copy.edit("stacks/service.ts", "      send: {", `      ${who}\n      send: {`);
    const CHAT_TOKEN_SHA256 = createHash("sha256").update("letmein").digest("hex");
    return new ServedChat(await ServedExample.start(copy.name, { environment: { CHAT_TOKEN_SHA256 } }), copy);
  }

  /** Where `@connections` is. */
  get managementUrl(): string {
    return this.served.url("Chat").replace(/^ws/, "http");
  }

  /** Connections in the table; with `add`, including one that does not exist. */
  async who(event: { readonly add?: string } = {}): Promise<readonly string[]> {
    const outcome = await this.served.local.invoke("dev-chat-Service-Chat-who", event);
    if (!("payload" in outcome)) throw new Error(JSON.stringify(outcome));
    return JSON.parse(outcome.payload) as readonly string[];
  }

  /** A client that wants to join. */
  dial(query: string): WebSocket {
    const client = new WebSocket(`${this.served.url("Chat")}${query}`);
    this.clients.push(client);
    return client;
  }

  /** The status by which a handshake is refused. */
  async refusal(query: string): Promise<number | undefined> {
    const client = this.dial(query).on("error", () => {});
    const [, response] = await once(client, "unexpected-response");
    return response.statusCode;
  }

  async join(): Promise<Member> {
    const before = await this.who();
    const client = this.dial("?token=letmein");
    const received: Message[] = [];
    const waiting: (() => void)[] = [];
    client.on("message", (data) => {
      received.push(JSON.parse(String(data)));
      waiting.shift()?.();
    });
    await once(client, "open");
    const [id = ""] = (await this.who()).filter((each) => !before.includes(each));
    const next = async () => {
      while (received.length === 0) await new Promise<void>((done) => waiting.push(done));
      return received.shift();
    };
    const ask = async (message: unknown) => {
      const text = typeof message === "string" ? message : JSON.stringify(message);
      // The answer comes before the function has ended, and the next test counts the invocations that end.
      await this.leadsTo("MESSAGE", () => client.send(text));
      return next();
    };
    return { client, id, next, ask };
  }

  /** Performs an action, and waits until it has led to this number of events of a kind, functions included. */
  async leadsTo(method: "MESSAGE" | "DISCONNECT", action: () => void, times = 1): Promise<void> {
    const count = (): number =>
      this.served.events.filter((each) => each.event === "request" && each.method === method).length;
    const goal = count() + times;
    action();
    await this.served.until(() => count() >= goal);
  }

  /** All members hang up, and the chat has noticed. */
  async empty(): Promise<void> {
    const clients = this.clients.splice(0).filter(({ readyState }) => readyState === WebSocket.OPEN);
    const hangUp = () => {
      for (const client of clients) client.terminate();
    };
    await this.leadsTo("DISCONNECT", hangUp, clients.length);
  }

  async stop(): Promise<void> {
    await this.served.stop();
    this.copy.remove();
  }
}

/** The chat that all tests of a file share. It is empty when a test begins. */
export let chat: ServedChat;

beforeAll(async () => {
  chat = await ServedChat.start();
});

afterEach(() => chat.empty());
afterAll(() => chat.stop());
