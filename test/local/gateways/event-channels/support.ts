import { once } from "node:events";
import { WebSocket } from "ws";
import { createEventApis } from "../../../../lib/local/gateways/event-channels";
import type { Gateway } from "../../../../lib/local/gateways/gateway";
import type { Model, Values } from "../../../../lib/model";
import { type Handler, type TestContext, testContext } from "../support/context";
import { modelOf } from "../support/model";
import { serve } from "../support/serve";

export const apiKey = "da2-key";
export const functionArn = (name: string) => `arn:aws:lambda:eu-west-1:123456789012:function:${name}`;

export interface TestChannels {
  /** By name. */
  readonly namespaces?: Readonly<Record<string, Values>>;
  /** Ways of authorization beside the API key. */
  readonly providers?: readonly Values[];
  readonly config?: Values;
  /** Functions, each of which is a data source too. */
  readonly functions?: Readonly<Record<string, Handler>>;
  readonly sources?: Readonly<Record<string, Values>>;
  readonly context?: Partial<Pick<TestContext, "endpoints" | "issuers">>;
}

export interface ServedChannels {
  readonly url: string;
  readonly gateway: Gateway;
  readonly context: TestContext;
  publish(
    channel: string,
    events: readonly unknown[],
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ readonly status: number; readonly body: Published }>;
  connect(authorization?: object): Promise<Client>;
}

export interface Published {
  readonly successful?: readonly { readonly index: number }[];
  readonly failed?: readonly { readonly index: number; readonly message: string }[];
  readonly errors?: readonly { readonly errorType: string; readonly message: string }[];
}

/** A handler that calls a data source: `direct` passes the events to a function, `code` is called by code. */
export const integration = (behavior: "DIRECT" | "CODE", data_source_name: string, invoke_type?: string) => [
  { behavior, integration: [{ data_source_name, ...(invoke_type && { lambda_config: [{ invoke_type }] }) }] },
];

export function channelsModel({
  namespaces = { chat: {} },
  providers = [],
  config,
  functions = {},
  sources = {},
}: TestChannels): Model {
  const ways = [{ auth_type: "API_KEY" }, ...providers.map(({ auth_type }) => ({ auth_type }))];
  const declared: Record<string, Values> = {
    "aws_appsync_api.Live": {
      api_id: "live1",
      name: "dev-app-Live",
      event_config: [
        {
          auth_provider: [{ auth_type: "API_KEY" }, ...providers],
          connection_auth_mode: ways,
          default_publish_auth_mode: ways,
          default_subscribe_auth_mode: ways,
          ...config,
        },
      ],
    },
    "aws_appsync_api_key.Key": { id: "live1:key", api_id: "live1", key: apiKey },
  };
  for (const [name, values] of Object.entries(namespaces)) {
    declared[`aws_appsync_channel_namespace.${name}`] = { api_id: "live1", name, ...values };
  }
  for (const name of Object.keys(functions)) {
    const lambda_config = { function_arn: functionArn(name) };
    declared[`aws_appsync_datasource.${name}`] = { api_id: "live1", name, type: "AWS_LAMBDA", lambda_config };
  }
  for (const [name, values] of Object.entries(sources)) {
    declared[`aws_appsync_datasource.${name}`] = { api_id: "live1", name, ...values };
  }
  return modelOf(declared);
}

/** Serves an API for events on its own port. */
export async function serveChannels(given: TestChannels = {}): Promise<ServedChannels> {
  const context = testContext(given.functions, given.context);
  const [gateway] = createEventApis(channelsModel(given), context);
  if (gateway === undefined) throw new Error("no gateway");
  const url = await serve(gateway);
  return {
    url,
    gateway,
    context,
    connect: (authorization) => Client.connect(url, authorization),
    publish: async (channel, events, headers = { "x-api-key": apiKey }) => {
      const body = JSON.stringify({ channel, events: events.map((event) => JSON.stringify(event)) });
      const response = await fetch(`${url}/event`, { method: "POST", headers, body });
      return { status: response.status, body: (await response.json()) as Published };
    },
  };
}

type Message = Readonly<Record<string, unknown>>;

/** A client of the WebSocket protocol. */
export class Client {
  private readonly received: Message[] = [];
  private readonly waiting: (() => void)[] = [];
  private isClosed = false;

  private constructor(readonly socket: WebSocket) {
    const wake = () => {
      for (const each of this.waiting.splice(0)) each();
    };
    socket.on("message", (data) => {
      this.received.push(JSON.parse(data.toString()) as Message);
      wake();
    });
    socket.on("close", () => {
      this.isClosed = true;
      wake();
    });
  }

  /** Connects; the first message that `next` gives is the answer to `connection_init`. */
  static async connect(
    url: string,
    authorization: object = { host: "x", "x-api-key": apiKey },
  ): Promise<Client> {
    const header = Buffer.from(JSON.stringify(authorization)).toString("base64url");
    const protocols = ["aws-appsync-event-ws", `header-${header}`];
    const socket = new WebSocket(`${url.replace("http", "ws")}/event/realtime`, protocols);
    const client = new Client(socket);
    await once(socket, "open");
    client.send({ type: "connection_init" });
    return client;
  }

  send(message: object): void {
    this.socket.send(JSON.stringify(message));
  }

  /** Sends a message with the API key, and gives the answer. */
  async ask(message: object): Promise<Message | undefined> {
    this.send({ authorization: { "x-api-key": apiKey, host: "x" }, ...message });
    return this.next();
  }

  /** The next message of another type than `ka`; undefined when the connection has ended. */
  async next(): Promise<Message | undefined> {
    for (;;) {
      const message = this.received.shift();
      if (message !== undefined && message.type !== "ka") return message;
      if (message !== undefined) continue;
      if (this.isClosed) return undefined;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  /** The events that a subscription receives. */
  async nextEvent(): Promise<readonly [id: unknown, event: unknown]> {
    const message = await this.next();
    return [message?.id, JSON.parse(String(message?.event))];
  }
}
