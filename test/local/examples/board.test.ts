/** @group processes */

import { join } from "node:path";
import { Amplify } from "aws-amplify";
import { type GraphQLResult, generateClient } from "aws-amplify/api";
import { events } from "aws-amplify/data";
import { type LocalEvent, serveLocal, type TestServer } from "../../../lib/testing";
import { root } from "../../examples/support";
import { withCompiledLibrary } from "../../support/compiled";
import { until } from "../../support/until";
import { useAmplifyGlobals } from "../support/amplify-globals";

let restore: () => void;
let board: TestServer;
const reported: LocalEvent[] = [];
let subscription: { unsubscribe(): void } | undefined;
let url: string;
/** The user who is signed in for the client. */
let user: { readonly name: string; readonly groups?: readonly string[] } = { name: "ann@example.com" };

beforeAll(async () => {
  restore = useAmplifyGlobals();
  Object.assign(process.env, withCompiledLibrary());
  board = await serveLocal(join(root, "examples/board"), { report: (event) => reported.push(event) });
  url = board.url("Board");
  const API = {
    Events: { endpoint: board.url("Presence"), region: "us-east-1", defaultAuthMode: "userPool" },
    GraphQL: { endpoint: url, region: "us-east-1", apiKey: apiKey(), defaultAuthMode: "userPool" },
  } as const;
  Amplify.configure(
    { API },
    { Auth: { tokenProvider: { getTokens: async () => ({ accessToken: await tokenOf() }) } } },
  );
});

afterAll(async () => {
  await board.stop();
  restore();
});

/** The key that the server names at its start. */
function apiKey(): string {
  const texts = reported.map((each) => (each.event === "notice" ? each.text : ""));
  return texts.flatMap((text) => / accepts the API key (\S+)$/.exec(text)?.[1] ?? [])[0] ?? "";
}

async function tokenOf() {
  const text = await board.token({ as: user.name, groups: user.groups ?? [] });
  const payload = JSON.parse(Buffer.from(text.split(".")[1] ?? "", "base64url").toString());
  return { toString: () => text, payload };
}

const client = () => generateClient();
type Data = Readonly<Record<string, unknown>>;

async function run(query: string, variables: object = {}, authMode?: "apiKey"): Promise<Data> {
  const asked = { query, variables, ...(authMode !== undefined && { authMode }) };
  const { data } = (await client().graphql(asked as never)) as GraphQLResult<Data>;
  return data;
}

const post = (name: string, text: string, on = "news") => {
  user = { name };
  return run(
    "mutation Post($board: String!, $text: String!) { post(board: $board, text: $text) { board id text author postedAt } }",
    { board: on, text },
  );
};
const posts = 'query Posts { posts(board: "news") { items { id text author } nextToken } }';

describe("the board example, served on this machine, with aws-amplify", () => {
  test("a user posts through the pipeline, and everyone reads with the API key", async () => {
    expect(await post("ann@example.com", "  hello ")).toEqual({
      post: {
        board: "news",
        id: expect.any(String),
        text: "hello",
        author: expect.any(String),
        postedAt: expect.stringMatching(/Z$/),
      },
    });
    expect(await run(posts, {}, "apiKey")).toEqual({
      posts: {
        items: [{ id: expect.any(String), text: "hello", author: expect.any(String) }],
        nextToken: null,
      },
    });
  });

  test("the function of the pipeline refuses a post", async () => {
    await expect(post("ann@example.com", " ")).rejects.toMatchObject({
      errors: [expect.objectContaining({ message: "A post needs a text.", errorType: "Lambda:Unhandled" })],
    });
  });

  test("the API key does not open what is for users", async () => {
    const text = 'mutation { post(board: "news", text: "x") { id } }';
    await expect(run(text, {}, "apiKey")).rejects.toMatchObject({
      errors: [expect.objectContaining({ message: "Not Authorized to access post on type Mutation" })],
    });
  });

  test("only moderators take posts down", async () => {
    const { post: made } = (await post("ann@example.com", "spam", "other")) as { post: { id: string } };
    const remove = () =>
      run('mutation Remove($id: ID!) { remove(board: "other", id: $id) { text } }', { id: made.id });
    await expect(remove()).rejects.toMatchObject({
      errors: [expect.objectContaining({ errorType: "Unauthorized" })],
    });
    user = { name: "eve@example.com", groups: ["moderators"] };
    expect(await remove()).toEqual({ remove: { text: "spam" } });
  });

  test("a subscriber receives the posts of others on the board", async () => {
    user = { name: "bob@example.com" };
    const received: unknown[] = [];
    const asked = { query: 'subscription { posted(board: "news") { text author } }' };
    const stream = client().graphql(asked) as unknown as {
      subscribe(to: { next(message: { data: unknown }): void; error(error: unknown): void }): {
        unsubscribe(): void;
      };
    };
    const told = new Promise<void>((resolve, reject) => {
      subscription = stream.subscribe({
        next: ({ data }) => {
          received.push(data);
          resolve();
        },
        error: reject,
      });
    });
    await until(() => reported.some((event) => event.event === "request" && event.method === "SUBSCRIPTION"));
    await post("bob@example.com", "mine");
    await post("ann@example.com", "elsewhere", "other");
    await post("ann@example.com", "for bob");
    await told;
    expect(received).toEqual([{ posted: { text: "for bob", author: expect.any(String) } }]);
    subscription?.unsubscribe();
  });

  test("a signed-in page sees who is on a board, and a page with the API key does not", async () => {
    user = { name: "bob@example.com" };
    const channel = await events.connect("/boards/news");
    const told = new Promise((resolve, reject) => {
      const subscription = channel.subscribe({ next: ({ event }) => resolve(event), error: reject });
      void subscription.ready.then(() => events.post("/boards/news", { reads: "ann" }));
    });
    expect(await told).toEqual({ reads: "ann" });
    const refused = events.post("/boards/news", {}, { authMode: "apiKey", apiKey: apiKey() });
    await expect(refused).rejects.toThrow();
    channel.close();
    await events.closeAll();
  });

  test("the permissions suffice, and none of them can be left out", () => {
    const { missing, unused } = board.permissions();
    expect([board.denials(), missing, unused]).toEqual([[], [], []]);
  });
});
