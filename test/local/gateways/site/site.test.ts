import { createServer } from "node:http";
import { join } from "node:path";
import { WebSocket, WebSocketServer } from "ws";
import { Api, Stack, StaticSite, type StaticSiteProps, WebSocketApi } from "../../../../lib";
import { createSites } from "../../../../lib/local/gateways/site";
import { readModel } from "../../../../lib/model";
import { testApp } from "../../../support/stack";
import { testModel } from "../../support/model";
import { type TestContext, testContext } from "../support/context";
import { call, closeAll, listen, serve } from "../support/serve";

const path = "sites/plain";

/** A server that replaces an API. It answers with the received request, and echoes messages. */
const upstream = () => {
  const server = createServer((request, response) => {
    response.writeHead(request.url?.includes("missing") ? 404 : 200, {
      "x-path": String(request.url),
      "x-host": String(request.headers.host),
      "x-from": String(request.headers["x-forwarded-for"]),
      "x-given": JSON.stringify(request.headers),
      "cache-control": "public, max-age=60",
      "set-cookie": ["a=1", "b=2"],
    });
    request.pipe(response);
  });
  new WebSocketServer({ server }).on("connection", (socket, request) => {
    socket.on("message", (text) => socket.send(`${request.url} ${text}`));
  });
  return server;
};

interface Served {
  readonly url: string;
  readonly context: TestContext;
}

/** Serves the site of an app, as its synthesis writes it. */
async function served(
  props: (stack: Stack) => Partial<StaticSiteProps>,
  authority?: string,
): Promise<Served> {
  const app = testApp();
  const stack = new Stack(app, "Main");
  new StaticSite(stack, "Web", { path, ...props(stack) });
  app.synth();
  const model = readModel(join(app.outdir, "stacks"), { report: () => {} });
  const context = { ...testContext(), authorityOf: () => authority };
  const [site] = createSites(model, context);
  if (site === undefined) throw new Error("The model has no site.");
  return { url: await serve(site), context };
}

describe("a site under the local server", () => {
  let plain: Served;
  let routed: Served;
  let authority: string;

  beforeAll(async () => {
    process.env.SERVERFORM_SKIP_BUNDLING = "1";
    authority = new URL(await listen(upstream())).host;
    plain = await served((stack) => ({
      errorPage: "404.html",
      environment: { API_URL: new Api(stack, "Api").url },
      cdk: {
        responseHeadersPolicy: {
          customHeadersConfig: { items: [{ header: "X-Team", value: "web", override: true }] },
        },
      },
    }));
    routed = await served((stack) => {
      const routes = { "/api/*": new Api(stack, "Api"), "/ws": new WebSocketApi(stack, "Chat") };
      return { routes };
    }, authority);
  });
  afterAll(async () => {
    delete process.env.SERVERFORM_SKIP_BUNDLING;
    await closeAll();
  });

  test("serves files with their types, cache headers and security headers", async () => {
    const { status, headers, text } = await call(plain.url, "/");
    expect([status, text]).toEqual([200, expect.stringContaining("<title>Notes</title>")]);
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "max-age=0,no-cache,no-store,must-revalidate",
      "x-content-type-options": "nosniff",
      "x-frame-options": "SAMEORIGIN",
      "referrer-policy": "strict-origin-when-cross-origin",
      "strict-transport-security": "max-age=31536000",
      "x-team": "web",
    });
  });

  test("puts values into files that are known after the deployment", async () => {
    const { text } = await call(plain.url, "/assets/app-1a2b.js");
    expect(text).toMatch(/^export const url = "https:\/\/\w+\.execute-api\.us-east-1\.amazonaws\.com";/);
  });

  test("answers a file that the browser has with 304, and HEAD without a body", async () => {
    const { headers } = await call(plain.url, "/robots.txt");
    const again = await call(plain.url, "/robots.txt", {
      headers: { "if-none-match": String(headers.etag) },
    });
    expect([again.status, again.text]).toEqual([304, ""]);
    const head = await call(plain.url, "/robots.txt", { method: "HEAD" });
    expect([head.status, head.headers["content-length"], head.text]).toEqual([200, "14", ""]);
  });

  test("answers a path without a file with the error page, and other methods with 403", async () => {
    const missing = await call(plain.url, "/none");
    expect([missing.status, missing.text]).toEqual([403, expect.stringContaining("Not found")]);
    expect((await call(plain.url, "/", { method: "POST", body: "x" })).status).toBe(403);
    expect(plain.context.reported).toContainEqual(
      expect.objectContaining({
        method: "POST",
        reason: "The site takes GET, HEAD for this path, not POST.",
      }),
    );
  });

  test("serves the index page for paths of the application, and S3's error for a missing file", async () => {
    const page = await call(routed.url, "/notes/5");
    expect([page.status, page.text]).toEqual([200, expect.stringContaining("<title>Notes</title>")]);
    expect((await call(routed.url, "/none.png")).status).toBe(403);
  });

  test.each([
    [undefined, /^(::ffff:)?127\.0\.0\.1$/],
    ["10.0.0.7", /^10\.0\.0\.7, (::ffff:)?127\.0\.0\.1$/],
  ])("adds the client to x-forwarded-for %p", async (before, expected) => {
    const headers = before === undefined ? {} : { "x-forwarded-for": before };
    expect((await call(routed.url, "/api/notes", { headers })).headers["x-from"]).toMatch(expected);
  });

  test("leads routes to the API with path, query and body, and keeps its status and cookies", async () => {
    const answer = await call(routed.url, "/api/notes?a=1", { method: "POST", body: "hello" });
    expect([answer.status, answer.text]).toEqual([200, "hello"]);
    expect(answer.headers).toMatchObject({
      "x-path": "/api/notes?a=1",
      "x-host": authority,
      "set-cookie": ["a=1", "b=2"],
      "cache-control": "public, max-age=60",
      "x-content-type-options": "nosniff",
    });
    expect((await call(routed.url, "/api/missing")).status).toBe(404);
  });

  test("keeps from its server what only CloudFront may say, and from caches what sets cookies, as the bridge does", async () => {
    const bucket_regional_domain_name = "web.s3.us-east-1.amazonaws.com";
    const model = testModel({
      aws_s3_bucket: { Web: { bucket: "web", bucket_regional_domain_name } },
      aws_cloudfront_distribution: {
        Web: {
          id: "E1",
          origin: [
            { origin_id: "files", domain_name: bucket_regional_domain_name },
            { origin_id: "server", domain_name: "abc.lambda-url.us-east-1.on.aws" },
          ],
          default_cache_behavior: [{ target_origin_id: "server", allowed_methods: ["GET"] }],
        },
      },
    });
    const [site] = createSites(model, { ...testContext(), authorityOf: () => authority });
    const url = await serve(site as NonNullable<typeof site>);
    const { headers } = await call(url, "/", {
      headers: {
        authorization: "Bearer mine",
        "x-forwarded-authorization": "Bearer forged",
        "x-amz-source-account": "1",
      },
    });
    expect(headers["cache-control"]).toBe("private, no-store");
    const host = new URL(url).host;
    const given = JSON.parse(String(headers["x-given"]));
    expect(given).toMatchObject({ host, "x-forwarded-host": host, authorization: "Bearer mine" });
    expect(Object.keys(given)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^x-amz|forwarded-auth/)]),
    );
  });

  // S3 decodes the path, and a plus sign in it is a space: https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html
  test.each([
    ["/a+b.txt", 200, "space"],
    ["/a%20b.txt", 200, "space"],
    ["/a%2Bb.txt", 200, "plus"],
    ["/a%2bb.txt", 200, "plus"],
    ["/x%2Fy.txt", 200, "slash"],
    ["/100%25.txt", 200, "percent"],
    ["/100%.txt", 400, "InvalidURI"],
    ["/%ae.txt", 400, "InvalidURI"],
    ["/a%252Bb.txt", 403, "AccessDenied"],
  ])("asks the bucket for %s as S3 reads it", async (asked, status, words) => {
    const bucket_regional_domain_name = "web.s3.us-east-1.amazonaws.com";
    const keys = { "a b.txt": "space", "a+b.txt": "plus", "x/y.txt": "slash", "100%.txt": "percent" };
    const model = testModel({
      aws_s3_bucket: { Web: { bucket: "web", bucket_regional_domain_name } },
      aws_s3_object: Object.fromEntries(
        Object.entries(keys).map(([key, content], index) => [`O${index}`, { bucket: "web", key, content }]),
      ),
      aws_cloudfront_distribution: {
        Web: {
          id: "E1",
          origin: [{ origin_id: "files", domain_name: bucket_regional_domain_name }],
          default_cache_behavior: [{ target_origin_id: "files", allowed_methods: ["GET"] }],
        },
      },
    });
    const [site] = createSites(model, testContext());
    const answer = await call(await serve(site as NonNullable<typeof site>), asked);
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(words)]);
  });

  test("leads sockets to the only path of a WebSocket API", async () => {
    const socket = new WebSocket(`${routed.url.replace("http", "ws")}/ws`);
    await new Promise((resolve) => socket.once("open", resolve));
    const answer = new Promise((resolve) => socket.once("message", (data) => resolve(String(data))));
    socket.send("hello");
    expect(await answer).toBe("/dev hello");
    socket.terminate();
  });

  test("says that an API is not here", async () => {
    const { url } = await served((stack) => ({ routes: { "/api/*": new Api(stack, "Api") } }));
    expect((await call(url, "/api/notes")).status).toBe(502);
  });

  test("leads all other paths to the development server, with its own headers", async () => {
    process.env.SERVERFORM_LOCAL = "true";
    const dev = { command: "npm run dev", url: `http://${authority}` };
    const { url } = await served(() => ({ dev, buildCommand: "exit 1" }));
    delete process.env.SERVERFORM_LOCAL;
    const { headers } = await call(url, "/src/main.ts");
    expect(headers["x-path"]).toBe("/src/main.ts");
    expect(headers).not.toHaveProperty("strict-transport-security");
  });
});
