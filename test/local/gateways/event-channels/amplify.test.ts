import { Amplify } from "aws-amplify";
import { type EventsChannel, events } from "aws-amplify/data";
import { useAmplifyGlobals } from "../../support/amplify-globals";
import { TestIssuer } from "../support/issuer";
import { closeAll } from "../support/serve";
import { apiKey, integration, type ServedChannels, serveChannels } from "./support";

const pool = "eu-west-1_pool";
const region = "eu-west-1";
let served: ServedChannels;
const channels: EventsChannel[] = [];
let restoreGlobals: () => void;

beforeAll(async () => {
  restoreGlobals = useAmplifyGlobals();
  const issuer = await TestIssuer.create(`https://cognito-idp.${region}.amazonaws.com/${pool}`);
  const users = [{ auth_type: "AMAZON_COGNITO_USER_POOLS" }];
  served = await serveChannels({
    providers: [
      {
        auth_type: "AMAZON_COGNITO_USER_POOLS",
        cognito_config: [{ user_pool_id: pool, aws_region: region }],
      },
    ],
    namespaces: {
      chat: {
        publish_auth_mode: users,
        subscribe_auth_mode: users,
        handler_configs: [{ on_publish: integration("DIRECT", "sign") }],
      },
      news: {},
    },
    functions: {
      sign: ({
        identity,
        events: given,
      }: {
        identity: { username: string };
        events: { id: string; payload: object }[];
      }) => ({
        events: given.map(({ id, payload }) => ({ id, payload: { ...payload, by: identity.username } })),
      }),
    },
    context: { issuers: issuer },
  });
  const token = await issuer.token({
    username: "ann",
    token_use: "access",
    client_id: "web",
    exp: 4_102_444_800,
  });
  const payload = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  Amplify.configure(
    { API: { Events: { endpoint: `${served.url}/event`, region, apiKey, defaultAuthMode: "userPool" } } },
    {
      Auth: {
        tokenProvider: { getTokens: async () => ({ accessToken: { toString: () => token, payload } }) },
      },
    },
  );
});

afterAll(async () => {
  for (const channel of channels.splice(0)) channel.close();
  await events.closeAll();
  await closeAll();
  restoreGlobals();
});

/** Subscribes to a channel, and gives the next event. */
async function subscribe(path: string, authMode?: "apiKey") {
  const channel = await events.connect(path, authMode && { authMode });
  channels.push(channel);
  const received: unknown[] = [];
  const waiting: (() => void)[] = [];
  const subscription = channel.subscribe({
    next: ({ event }: { event: unknown }) => {
      received.push(event);
      waiting.shift()?.();
    },
    error: () => {},
  });
  await subscription.ready;
  return {
    channel,
    next: async (): Promise<unknown> => {
      if (received.length === 0) await new Promise<void>((resolve) => waiting.push(resolve));
      return received.shift();
    },
  };
}

describe("channels with aws-amplify", () => {
  test("a signed-in page subscribes, and gets the events that another page publishes by HTTP and by WebSocket", async () => {
    const lobby = await subscribe("/chat/*");
    await events.post("/chat/lobby", { text: "by HTTP" });
    expect(await lobby.next()).toEqual({ text: "by HTTP", by: "ann" });
    const other = await subscribe("/chat/lobby");
    await other.channel.publish({ text: "by WebSocket" });
    expect(await lobby.next()).toEqual({ text: "by WebSocket", by: "ann" });
  });

  test("the API key opens what is not for users only", async () => {
    const news = await subscribe("/news/today", "apiKey");
    await events.post("/news/today", ["one", "two"], { authMode: "apiKey" });
    expect([await news.next(), await news.next()]).toEqual(["one", "two"]);
    await expect(events.post("/chat/lobby", 1, { authMode: "apiKey" })).rejects.toThrow();
    await expect(subscribe("/chat/lobby", "apiKey")).rejects.toThrow();
  });
});
