import { request } from "node:http";
import { text } from "node:stream/consumers";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { s3 } from "../../../../lib/local/services/s3";
import { testModel } from "../../support/model";
import { serviceContext, startService } from "../context";

let router: EndpointRouter;

beforeEach(async () => {
  router = await EndpointRouter.start(() => {});
  const model = testModel({ aws_s3_bucket: { Files: { bucket: "files" } } });
  await startService(router, "s3", s3, serviceContext({ model }));
  await fetch(`${router.url}/files/a`, { method: "PUT", body: "x" });
});

afterEach(() => router.close());

async function answerOf(path: string, init: RequestInit = {}): Promise<string> {
  const response = await fetch(`${router.url}/files${path}`, init);
  const code = /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1];
  return [response.status, code].filter(Boolean).join(" ");
}

// Facts: https://github.com/ceph/s3-tests (test_post_object_success_redirect_action, test_object_read_unreadable)
describe("an address", () => {
  test.each([
    ["/a?cachebuster=1", "200"],
    ["/?bucket=files&key=a&etag=x", "200"],
    ["/a?acl", "501 NotImplemented"],
    ["/?acl", "501 NotImplemented"],
    ["/a?acl&cachebuster=1", "501 NotImplemented"],
    ["/?cors&cachebuster=1", "404 NoSuchCORSConfiguration"],
    ["/%ae%8a-", "400 InvalidURI"],
  ])("%s is answered with %s", async (path, answer) => {
    await expect(answerOf(path)).resolves.toBe(answer);
  });

  // Sources: https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html, https://github.com/rust-lang/crates.io/issues/4891
  test.each([
    ["/a+b c", "/a%20b%20c", "/a%2Bb%20c"],
    ["/a%2Bb", "/a%2bb", "/a+b"],
    ["/x//y", "/x%2F%2Fy", "/x/y"],
    ["/!$&'()*,;=:@~-._", "/%21%24%26%27%28%29%2A%2C%3B%3D%3A%40%7E-._", "/%2521"],
    ["/ü", "/%C3%BC", "/%75%CC%88"],
  ])("%s is %s, and not %s", async (written, same, other) => {
    await fetch(`${router.url}/files${written}`, { method: "PUT", body: "x" });
    expect([await answerOf(same), await answerOf(other)]).toEqual(["200", "404 NoSuchKey"]);
  });

  test("of a write with an unknown parameter is not emulated", async () => {
    await expect(answerOf("/a?renamed", { method: "PUT", body: "y" })).resolves.toBe("501 NotImplemented");
  });
});

describe("a read", () => {
  // Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html
  test.each(["GET", "HEAD"])("by %s with the header of an encryption is refused", async (method) => {
    const headers = { "x-amz-server-side-encryption": "aws:kms" };
    const code = method === "GET" ? " InvalidArgument" : "";
    await expect(answerOf("/a", { method, headers })).resolves.toBe(`400${code}`);
  });
});

/** Sends an upload with headers that `fetch` sets itself. */
function upload(headers: Readonly<Record<string, string>>): Promise<string> {
  const { hostname, port } = new URL(router.url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path: "/files/b", method: "PUT", headers }, async (response) => {
      const code = /<Code>(\w+)<\/Code>/.exec(await text(response))?.[1];
      resolve([response.statusCode, code].filter(Boolean).join(" "));
    });
    sent.on("error", reject);
    sent.end("x");
  });
}

describe("an upload", () => {
  // Fact: https://github.com/ceph/s3-tests (test_object_create_bad_expect_empty)
  test("with an unknown expectation is taken", async () => {
    await expect(upload({ expect: "anything", "content-length": "1" })).resolves.toBe("200");
  });

  // Facts: https://github.com/aws/aws-sdk-js-v3/issues/3383, https://github.com/aws/aws-sdk-go/issues/4944
  test("of unknown length is refused", async () => {
    await expect(upload({ "transfer-encoding": "chunked" })).resolves.toBe("501 NotImplemented");
    await expect(upload({ "content-length": "1" })).resolves.toBe("200");
  });
});
