/** @group processes */
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { bundleArtifacts } from "../../../lib/bundle";
import { BundleCache } from "../../../lib/bundle/cache/bundle-cache";
import * as esbuild from "../../../lib/bundle/node/esbuild/esbuild";
import { cacheKeys } from "../../../lib/cli/remote-cache/keys";
import { RemoteCache, writePointer } from "../../../lib/cli/remote-cache/remote-cache";
import { folderWith, messages, nodeArtifact, read, write } from "../../bundle/support";

jest.mock("../../../lib/bundle/node/esbuild/esbuild", () => {
  const actual = jest.requireActual<typeof esbuild>("../../../lib/bundle/node/esbuild/esbuild");
  return { ...actual, runBuilds: jest.fn(actual.runBuilds) };
});
const runBuilds = jest.mocked(esbuild.runBuilds);

const sources = {
  "cdktf.json": "{}",
  "package.json": JSON.stringify({ name: "notes" }),
  "functions/a.ts": `import { text } from "../lib/text"; export const handler = () => text;`,
  "functions/b.ts": "export const handler = () => 2;",
  "lib/text.ts": `export const text = "first text";`,
};

/** Stands in for a server of the protocol, with all of its artifacts in memory. */
class FakeServer {
  readonly artifacts = new Map<string, Buffer>();
  readonly requests: string[] = [];
  readonly headers: (string | undefined)[] = [];
  /** Answers in place of the server. */
  answer: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  private readonly server: Server = createServer((request, response) => this.take(request, response));

  async start(): Promise<void> {
    await new Promise<void>((done) => this.server.listen(0, "127.0.0.1", done));
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The number of requests of each method. */
  counts(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const text of this.requests.splice(0)) {
      const method = text.split(" ")[0] ?? "";
      counts[method] = (counts[method] ?? 0) + 1;
    }
    return counts;
  }

  private take(request: IncomingMessage, response: ServerResponse): void {
    const { method = "", url = "" } = request;
    this.requests.push(`${method} ${url}`);
    this.headers.push(request.headers.authorization);
    if (this.answer !== undefined) return this.answer(request, response);
    const key = /^\/v8\/artifacts\/([0-9a-f]{64})\?slug=serverform$/.exec(url)?.[1];
    if (key === undefined) return void response.writeHead(400).end();
    if (method === "PUT") {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        this.artifacts.set(key, Buffer.concat(parts));
        response.writeHead(202).end("{}");
      });
      return;
    }
    const found = this.artifacts.get(key);
    response.writeHead(found === undefined ? 404 : 200).end(method === "HEAD" ? undefined : found);
  }
}

const server = new FakeServer();
beforeAll(() => server.start());
afterAll(() => server.stop());
afterEach(() => {
  server.answer = undefined;
  server.artifacts.clear();
  server.requests.length = 0;
  server.headers.length = 0;
});

interface Run {
  /** How often esbuild ran. */
  readonly builds: number;
  readonly warnings: readonly string[];
  readonly code: string;
}

/** A new checkout, at another depth than others. */
function checkout(depth: string, files: Readonly<Record<string, string>> = sources): string {
  const app = join(folderWith(), depth);
  write(app, files);
  return app;
}

/** So long that a server which answers is never too slow. */
const longMs = 60_000;

/** Bundles two functions, as a command does on a machine of its own. */
async function run(app: string, environment: NodeJS.ProcessEnv = {}, patienceMs = longMs): Promise<Run> {
  const warnings: string[] = [];
  const terminal = { warn: (text: string) => void warnings.push(text) };
  const given = { SERVERFORM_CACHE_URL: server.url, SERVERFORM_CACHE_TOKEN: "t0ken", ...environment };
  const cache = RemoteCache.open({ root: app, output: "cdktf.out" }, terminal, given, patienceMs);
  await cache?.receive();
  runBuilds.mockClear();
  const artifacts = ["a", "b"].map((name) => nodeArtifact(app, name));
  expect(messages(bundleArtifacts(artifacts))).toEqual([]);
  cache?.offer();
  await cache?.finish();
  const code = read(artifacts[0]?.outDir ?? "", "functions/a.js");
  return { builds: runBuilds.mock.calls.length, warnings, code };
}

const ownKeys = (app: string) => cacheKeys({ root: app, output: "cdktf.out" });

describe("A remote cache of bundles", () => {
  test("gives a second machine all bundles of the first one", async () => {
    const first = await run(checkout("one"));
    expect([first.builds, first.warnings]).toEqual([1, []]);
    expect(server.counts()).toEqual({ GET: 2, HEAD: 1, PUT: 3 });
    expect(new Set(server.headers)).toEqual(new Set(["Bearer t0ken"]));
    const second = await run(checkout("some/deeper/two"));
    expect(second).toEqual({ ...first, builds: 0 });
    expect(server.counts()).toEqual({ GET: 3 });
  });

  test("is not asked again for bundles that the machine has", async () => {
    const app = checkout("one");
    await run(app);
    server.counts();
    await run(app);
    expect(server.counts()).toEqual({ GET: 2 });
  });

  test("returns the unchanged bundles after an edit, and receives the others", async () => {
    await run(checkout("one"));
    const edited = { ...sources, "lib/text.ts": `export const text = "second text";` };
    const app = checkout("two", edited);
    const { builds, code } = await run(app);
    expect([builds, runBuilds.mock.calls[0]?.length]).toEqual([1, 1]);
    const entries = runBuilds.mock.calls.flatMap(([requests]) =>
      requests.map(({ options }) => (options.entryPoints as readonly { readonly in: string }[]).length),
    );
    expect(entries).toEqual([1]);
    expect(code).toContain("second text");
    expect((await run(checkout("three", edited))).builds).toBe(0);
    // A machine with the former sources still finds the pack of these.
    expect((await run(checkout("four"))).builds).toBe(0);
  });

  test("returns the builds of tools", async () => {
    const request = "0123456789abcdef".repeat(2);
    const nothing = { facts: [], warnings: [], exports: [] };
    const contents = [{ path: "bootstrap", content: Buffer.from("program"), executable: true }];
    const [one, two] = [checkout("one"), checkout("two")];
    const terminal = { warn: jest.fn() };
    const open = (app: string) =>
      RemoteCache.open(
        { root: app, output: "cdktf.out" },
        terminal,
        { SERVERFORM_CACHE_URL: server.url },
        longMs,
      );
    const cache = open(one);
    await cache?.receive();
    const local = BundleCache.open(one, () => {});
    local?.prepare();
    local?.add(request, nothing, contents);
    cache?.offer();
    await cache?.finish();
    await open(two)?.receive();
    const received = BundleCache.open(two, () => {});
    const files = received?.entriesOf(request).flatMap(({ entry }) => entry.files) ?? [];
    expect(files).toMatchObject([{ path: "bootstrap", executable: true }]);
    expect(files.map((file) => received?.read(file)?.toString())).toEqual(["program"]);
    expect(terminal.warn).not.toHaveBeenCalled();
  });

  test.each<[string, (pack: Buffer) => Buffer]>([
    ["changed", (pack) => Buffer.concat([Buffer.from("evil()"), pack.subarray(6)])],
    ["cut off", (pack) => pack.subarray(0, 100)],
    ["empty", () => Buffer.alloc(0)],
  ])("with a pack that is %s is reported once, and everything is built", async (_, change) => {
    await run(checkout("one"));
    for (const [key, content] of server.artifacts) {
      if (!content.toString("latin1").startsWith("serverform bundles"))
        server.artifacts.set(key, change(content));
    }
    const { builds, warnings, code } = await run(checkout("two"));
    expect([builds, code.includes("evil")]).toEqual([1, false]);
    expect(warnings).toEqual([expect.stringContaining("differs from what was written")]);
  });

  test("returns no bundle to a machine with other files, even if the server claims it", async () => {
    await run(checkout("one"));
    const app = checkout("two", { ...sources, "lib/text.ts": `export const text = "other";` });
    const { state, latest } = ownKeys(app);
    server.artifacts.set(state ?? "", server.artifacts.get(latest) as Buffer);
    expect((await run(app)).code).toContain("other");
  });

  test("with a signature key accepts only signed packs", async () => {
    const signed = { SERVERFORM_CACHE_SIGNATURE_KEY: "secret" };
    await run(checkout("one"), signed);
    expect((await run(checkout("two"), signed)).builds).toBe(0);
    const { builds, warnings } = await run(checkout("three"), { SERVERFORM_CACHE_SIGNATURE_KEY: "other" });
    expect([builds, warnings]).toEqual([1, [expect.stringContaining("is ignored")]]);
    // A pointer for another key of the app does not fit, either.
    const app = checkout("four");
    const pack = writePointer("x", "0".repeat(64), "secret");
    for (const key of Object.values(ownKeys(app))) server.artifacts.set(key ?? "", pack);
    expect((await run(app, signed)).builds).toBe(1);
  });

  test.each<[string, FakeServer["answer"], string]>([
    ["never answers", () => {}, "does not answer within 1 s"],
    ["refuses", (_, response) => void response.writeHead(403).end(), "answers GET with status 403"],
    ["breaks off", (_, response) => void response.socket?.destroy(), "cannot be reached"],
    [
      "sends without an end",
      (_, response) => {
        const send = (): void => {
          if (!response.destroyed) response.write(Buffer.alloc(4_000_000), send);
        };
        send();
      },
      "",
    ],
  ])("that %s costs at most a second, and is reported once", async (_, answer, text) => {
    server.answer = answer;
    const app = checkout("one");
    await run(app, { SERVERFORM_CACHE_URL: "" });
    const begun = performance.now();
    const { warnings } = await run(app, {}, 1_000);
    expect(performance.now() - begun).toBeLessThan(3000);
    expect(warnings).toEqual([expect.stringContaining(text)]);
    expect(warnings[0]).toContain("It is left out for this run.");
    expect(server.counts().PUT).toBeUndefined();
  });

  test("that refuses uploads does not change the build", async () => {
    server.answer = (request, response) =>
      void response.writeHead(request.method === "PUT" ? 412 : 404).end();
    const { builds, warnings } = await run(checkout("one"));
    expect([builds, warnings]).toEqual([1, [expect.stringContaining("answers PUT with status 412")]]);
  });

  test.each(["ftp://example.com", "example.com"])("at %s is refused", (url) => {
    const open = () =>
      RemoteCache.open(
        { root: folderWith(), output: "out" },
        { warn: () => {} },
        { SERVERFORM_CACHE_URL: url },
      );
    expect(open).toThrow(/SERVERFORM_CACHE_URL.*http/s);
  });

  test.each([{ SERVERFORM_CACHE_URL: "" }, { SERVERFORM_CACHE: "off" }])(
    "is not used with %p",
    async (set) => {
      expect((await run(checkout("one"), set)).builds).toBe(1);
      expect(server.requests).toEqual([]);
    },
  );

  test.each([
    ["team_abc", "teamId=team_abc"],
    ["my team", "slug=my+team"],
  ])("sends the team %s as %s", async (team, query) => {
    server.answer = (_, response) => void response.writeHead(404).end();
    await run(checkout("one"), { SERVERFORM_CACHE_TEAM: team });
    expect(server.requests[0]?.split("?")[1]).toBe(query);
  });
});

describe("The keys of a remote cache", () => {
  test("are the same in every checkout, whatever is installed, built or hidden there", () => {
    const one = checkout("one");
    const two = checkout("deeper/two", {
      ...sources,
      ".env": "SECRET=1",
      "cdktf.out/manifest.json": "{}",
      "node_modules/x/index.js": "",
      "terraform.dev-notes.tfstate": "{}",
    });
    symlinkSync(one, join(two, "node_modules/linked"));
    symlinkSync(two, join(two, "lib/itself"));
    expect(ownKeys(two)).toEqual(ownKeys(one));
  });

  test("are different if a file above the folder decides where imports lead", () => {
    const two = checkout("deeper/two");
    writeFileSync(join(two, "../tsconfig.json"), "{}");
    expect(ownKeys(two).latest).not.toBe(ownKeys(checkout("one")).latest);
  });

  test("of the state follows the sources, and that of the app does not", () => {
    const app = checkout("one");
    const { state, latest } = ownKeys(app);
    write(app, { "lib/text.ts": "" });
    expect(ownKeys(app)).toEqual({ state: expect.not.stringMatching(state ?? ""), latest });
  });

  test("do not send paths of the machine", async () => {
    const app = checkout("one");
    await run(app);
    const cache = join(app, ".serverform/cache");
    const packs = readdirSync(cache).filter((name) => name.endsWith(".pack"));
    expect(packs).toHaveLength(1);
    const sent = [...server.artifacts.values()].map((content) => content.toString("latin1"));
    expect(sent.some((text) => text.includes("../lib/text") || text.includes("lib/text.ts"))).toBe(true);
    expect(sent.filter((text) => text.includes(app))).toEqual([]);
    expect(readFileSync(join(cache, packs[0] ?? ""), "latin1")).toContain("lib/text.ts");
  });
});
