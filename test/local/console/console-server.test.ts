import { once } from "node:events";
import { request } from "node:http";
import { setImmediate } from "node:timers/promises";
import { type ConsoleActions, ConsoleServer, FactStream, History, type LocalEvent } from "../../../lib/local";
import { type Answered, type Call, call } from "../support/call";

let server: ConsoleServer;
let history: History;
let reported: LocalEvent[];
let ended: boolean;

beforeEach(async () => {
  history = new History();
  reported = [];
  ended = false;
  const nothing = async () => ({ problem: "nothing" });
  const actions: ConsoleActions = {
    app: async () => ({ apis: [], functions: [], pools: [], users: [] }),
    facts: async () => ({ facts: history.all, forgotten: 0 }),
    share: async () => ({ facts: [] }),
    invoke: nothing,
    call: async function* (_, signal) {
      yield { status: 200, headers: {} };
      yield { text: "first" };
      await once(signal, "abort");
      ended = true;
    },
    clear: async () => ({}),
    permissions: async () => ({ functions: [] }),
    objects: async () => ({ objects: [], omitted: 0 }),
    object: async () => ({ content: { text: "", length: 0 } }),
    upload: nothing,
    data: async () => ({ tables: [], queues: [], pools: [], listed: [] }),
    operate: nothing,
    messages: async () => ({ messages: [], omitted: 0 }),
    mails: async () => ({ mails: [] }),
    map: async () => ({ map: { nodes: [], edges: [] }, traffic: {} }),
    samples: async () => ({ samples: [] }),
  };
  const report = (event: LocalEvent) => void reported.push(event);
  server = await ConsoleServer.start({ port: 0, actions, stream: new FactStream(history), report });
});

afterEach(() => server.close());

const base = () => `http://127.0.0.1:${server.port}`;
const secret = () => new URL(server.url).hash.slice(1);

const post = (path: string, headers: Call["headers"] = {}, body: object = {}): Promise<Answered> =>
  call(base(), path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

async function cookie(): Promise<string> {
  const { headers } = await post("/session", {}, { secret: secret() });
  return headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
}

describe("the console's server", () => {
  test("sends an answer as it comes, and ends the request when the page goes away", async () => {
    const headers = { "content-type": "application/json", cookie: await cookie() };
    const leaving = new AbortController();
    const response = await fetch(`${base()}/call`, {
      method: "POST",
      headers,
      body: "{}",
      signal: leaving.signal,
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (!text.includes("first")) text += (await reader?.read())?.value ?? "";
    expect(
      text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual([{ status: 200, headers: {} }, { text: "first" }]);
    expect(ended).toBe(false);
    leaving.abort();
    while (!ended) await setImmediate();
  });

  test("opens one session with each address for a browser, within half a minute", async () => {
    const code = () => new URL(server.openingUrl()).hash.slice(1);
    const [first, second, late] = [code(), code(), code()];
    expect(new Set([first, second, late, secret()]).size).toBe(4);
    expect((await post("/session", {}, { secret: first })).status).toBe(204);
    const again = await post("/session", {}, { secret: first });
    expect([again.status, again.text]).toEqual([401, expect.stringContaining("was used")]);
    expect((await post("/session", {}, { secret: second })).status).toBe(204);
    const now = performance.now();
    const clock = jest.spyOn(performance, "now").mockReturnValue(now + 30_001);
    expect((await post("/session", {}, { secret: late })).status).toBe(401);
    clock.mockRestore();
    expect((await post("/session", {}, { secret: secret() })).status).toBe(204);
  });

  test.each<unknown>([
    { secret: {} },
    { secret: ["a"] },
    { secret: 1 },
    { secret: null },
    { secret: { toString: 1 } },
    {},
    [],
    [1],
    null,
    1,
    "a",
  ])("refuses a session for %j, and answers the next request", async (body) => {
    expect((await post("/session", {}, body as object)).status).toBe(400);
    expect((await post("/session", {}, { secret: secret() })).status).toBe(204);
  });

  test("lets no link and no image of a page lead to its data", async () => {
    const link = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
    expect((await call(base(), "/stream", { headers: { ...link, cookie: await cookie() } })).status).toBe(
      403,
    );
    expect(
      (await call(base(), "/", { headers: { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" } }))
        .status,
    ).toBe(403);
  });

  test("sends its facts to the page that exchanges the secret for a cookie", async () => {
    history.record("warning", { text: "hello" });
    const session = await post("/session", {}, { secret: secret() });
    expect(session.status).toBe(204);
    expect(session.headers["set-cookie"]?.[0]).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/);
    const answer = await post("/facts", { cookie: await cookie() });
    expect(JSON.parse(answer.text)).toMatchObject({ facts: [{ kind: "warning", text: "hello" }] });
  });

  test("refuses a wrong secret, and everything without a cookie", async () => {
    expect((await post("/session", {}, { secret: "a" })).status).toBe(401);
    expect((await post("/facts")).status).toBe(401);
    expect((await call(base(), "/stream")).status).toBe(401);
    expect((await post("/facts", { cookie: `serverform_console_${server.port}=${secret()}` })).status).toBe(
      401,
    );
  });

  test.each([
    ["another origin", { origin: "http://evil.example" }],
    ["another port of this machine", { origin: "http://127.0.0.1:1" }],
    ["a name that leads here", { host: "evil.example" }],
    ["a page of another site", { "sec-fetch-site": "cross-site" }],
    ["another port, by its site", { "sec-fetch-site": "same-site" }],
  ])("a request of %s reads nothing, also with the cookie", async (_, headers) => {
    const answer = await post("/facts", { cookie: await cookie(), ...headers });
    expect(answer.status).toBe(403);
    expect(answer.text).not.toContain("facts");
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
    expect(reported).toMatchObject([{ event: "refusal", at: "console", status: 403 }]);
  });

  test("a form of another page starts nothing", async () => {
    const headers = { cookie: await cookie(), "content-type": "text/plain" };
    expect((await post("/invoke", headers)).status).toBe(415);
  });

  test("says that a body is not JSON", async () => {
    const headers = { "content-type": "application/json", cookie: await cookie() };
    expect((await call(base(), "/invoke", { method: "POST", headers, body: "{" })).status).toBe(400);
  });
});

describe("the stream of facts", () => {
  test("sends the newest facts, each in its latest state, and counts those beyond the limits of sites and of the rest", async () => {
    const text = await new Promise<string>((resolve, reject) => {
      cookie()
        .then((value) => {
          const asked = request(`${base()}/stream`, { headers: { cookie: value } }, (response) => {
            let all = "";
            response.on("data", (chunk: Buffer) => {
              if (all === "") {
                const file = { api: "Web", method: "GET", path: "/", requestId: "", isOfSite: true } as const;
                for (let each = 0; each < 600; each += 1) history.record("request", file);
                const fact = history.begin("delivery", {
                  source: "s",
                  target: "t",
                  body: { text: "", length: 0 },
                });
                for (let each = 0; each < 10_000; each += 1) history.record("warning", { text: `${each}` });
                history.end(fact, { problem: "lost" });
              }
              all += chunk.toString();
              if (all.endsWith("\n\n") && all.includes("data: ")) resolve(all);
            });
          });
          asked.on("error", reject);
          asked.end();
        })
        .catch(reject);
    });
    const message = JSON.parse(text.slice(text.indexOf("data: ") + 6)) as {
      facts: { kind: string; problem?: string; isOpen?: boolean }[];
      omitted: number;
    };
    const [oldest, last] = [message.facts[0], message.facts[499]];
    expect(oldest).toMatchObject({ kind: "warning", text: "9501" });
    expect(last).toMatchObject({ kind: "delivery", problem: "lost" });
    expect(last?.isOpen).toBeUndefined();
    expect(message.facts).toHaveLength(1000);
    expect(message.facts.filter(({ kind }) => kind === "request")).toHaveLength(500);
    expect(message.omitted).toBe(9602);
  });
});
