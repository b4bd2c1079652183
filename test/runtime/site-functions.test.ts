import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { zipFiles } from "../../lib/bundle";
import { handler as invalidate } from "../../lib/runtime/programs/site-invalidator";
import { handler as publish } from "../../lib/runtime/programs/site-publisher";

jest.mock("node:timers/promises", () => ({ setTimeout: async () => {} }));

interface Call {
  readonly line: string;
  readonly body: Buffer;
  readonly headers: IncomingMessage["headers"];
}

const calls: Call[] = [];
let answers: (readonly [status: number, body: string | Uint8Array])[] = [];
let server: Server;

beforeAll(async () => {
  server = createServer((request, response) => {
    void buffer(request).then((body) => {
      calls.push({ line: `${request.method} ${request.url}`, body, headers: request.headers });
      const [status, text] = answers.shift() ?? [200, ""];
      response.writeHead(status).end(text);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
    AWS_REGION: "eu-west-1",
    AWS_ACCESS_KEY_ID: "key",
    AWS_SECRET_ACCESS_KEY: "secret",
  });
});
afterAll(() => {
  delete process.env.AWS_ENDPOINT_URL;
  server.close();
});
beforeEach(() => {
  calls.length = 0;
  answers = [];
});

const invalidation = (status: string) => `<Invalidation><Id>I1</Id><Status>${status}</Status></Invalidation>`;
const path = "/2020-05-31/distribution/E1/invalidation";

describe("the invalidator of sites", () => {
  test("asks CloudFront in us-east-1, and waits until all caches have dropped the files", async () => {
    answers = [
      [201, invalidation("InProgress")],
      [200, invalidation("InProgress")],
      [200, invalidation("Completed")],
    ];
    await invalidate({ distributionId: "E1", paths: ["/*"], wait: true });
    expect(calls.map(({ line }) => line)).toEqual([`POST ${path}`, `GET ${path}/I1`, `GET ${path}/I1`]);
    expect(String(calls[0]?.body)).toContain("<Quantity>1</Quantity><Items><Path>/*</Path></Items>");
    expect(calls[0]?.headers.authorization).toContain("/us-east-1/cloudfront/aws4_request");
  });

  test("returns at once without a waiting deployment, and fails with CloudFront's words", async () => {
    answers = [[201, invalidation("InProgress")]];
    expect(await invalidate({ distributionId: "E1", paths: ["/*"], wait: false })).toEqual({ id: "I1" });
    answers = [
      [403, "<ErrorResponse><Error><Code>AccessDenied</Code><Message>no</Message></Error></ErrorResponse>"],
    ];
    const failed = invalidate({ distributionId: "E1", paths: ["/*"], wait: false });
    await expect(failed).rejects.toMatchObject({ code: "AccessDenied", message: "no" });
  });
});

describe("the publisher of sites", () => {
  const archive = (files: Readonly<Record<string, string>>, described: object) =>
    zipFiles([
      ...Object.entries(files).map(([name, text]) => [name, Buffer.from(text)] as const),
      ["serverform-files.json", Buffer.from(JSON.stringify(described))],
    ]);
  const request = {
    archives: "theirs",
    keys: ["a.zip"],
    bucket: "site",
    prefix: "",
    replacements: [{ search: "{{ URL }}", replace: "https://x/$&" }],
  };

  test("uploads each file with its headers and replaced texts, and deletes none", async () => {
    const described = {
      "index.html": { contentType: "text/html", cacheControl: "no-store", stage: 2, replacements: [0] },
      "a (1)/ä.txt": { contentType: "text/plain", stage: 1, replacements: [] },
    };
    answers = [[200, archive({ "index.html": "go {{ URL }}", "a (1)/ä.txt": "{{ URL }}" }, described)]];
    expect(await publish(request)).toEqual({ files: 2 });
    const [got, ...put] = calls.sort((a, b) => (a.line < b.line ? -1 : 1));
    expect(got?.line).toBe("GET /theirs/a.zip");
    expect(put.map(({ line, body }) => [line, String(body)])).toEqual([
      ["PUT /site/a%20%281%29/%C3%A4.txt", "{{ URL }}"],
      ["PUT /site/index.html", "go https://x/$&"],
    ]);
    expect(put[1]?.headers).toMatchObject({ "content-type": "text/html", "cache-control": "no-store" });
  });

  test("fails when an upload fails", async () => {
    const described = { "a.txt": { contentType: "text/plain", stage: 1, replacements: [] } };
    answers = [
      [200, archive({ "a.txt": "a" }, described)],
      [403, "<Error><Code>AccessDenied</Code><Message>no</Message></Error>"],
    ];
    await expect(publish(request)).rejects.toMatchObject({ code: "AccessDenied" });
  });
});
