import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { s3 } from "../../../../lib/local/services/s3";
import { TestClock } from "../../support/clock";
import { testModel } from "../../support/model";
import { serviceContext, startService } from "../context";

const page = "http://localhost:5173";
const rule = {
  allowed_origins: [page, "http://*.localhost:3000"],
  allowed_methods: ["GET", "PUT", "POST"],
  allowed_headers: ["content-type", "x-amz-*"],
  expose_headers: ["ETag"],
  max_age_seconds: 600,
};
const model = testModel({
  aws_s3_bucket: { Files: { bucket: "files" }, Closed: { bucket: "closed" } },
  aws_s3_bucket_cors_configuration: { Files: { bucket: "files", cors_rule: [rule] } },
});

let router: EndpointRouter;

beforeEach(async () => {
  router = await EndpointRouter.start(() => {});
  await startService(router, "s3", s3, serviceContext({ model, clock: new TestClock() }));
});

afterEach(() => router.close());

const signature =
  "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Content-Sha256=UNSIGNED-PAYLOAD" +
  "&X-Amz-Credential=local%2F20260101%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20260101T000000Z" +
  "&X-Amz-Expires=900&X-Amz-Signature=0&X-Amz-SignedHeaders=host";

// The parameters are those that `getSignedUrl` of @aws-sdk/s3-request-presigner writes since version 3.729.
// https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-presigned-url.html
describe("presigned URLs", () => {
  const url = (bucketAndKey: string, parameters: string) =>
    `${router.url}/${bucketAndKey}?${signature}&${parameters}`;
  const checksums = "x-amz-checksum-crc32=AAAAAA%3D%3D&x-amz-sdk-checksum-algorithm=CRC32";

  test("put and get an object", async () => {
    const put = url("files/a%20b", `x-amz-meta-by=ann&${checksums}&x-id=PutObject`);
    const headers = { "content-type": "text/plain" };
    expect((await fetch(put, { method: "PUT", headers, body: "hello" })).status).toBe(200);
    const got = await fetch(url("files/a%20b", "x-amz-checksum-mode=ENABLED&x-id=GetObject"));
    expect([got.status, await got.text()]).toEqual([200, "hello"]);
    expect(got.headers.get("content-type")).toBe("text/plain");
    expect(got.headers.get("x-amz-meta-by")).toBe("ann");
  });

  test.each([
    ["response-content-disposition", 'attachment; filename="a.txt"', "content-disposition"],
    ["response-content-type", "text/csv", "content-type"],
    ["response-cache-control", "no-store", "cache-control"],
    ["response-content-language", "de", "content-language"],
    ["response-expires", "Thu, 01 Jan 2026 00:00:00 GMT", "expires"],
  ])("choose the response with %s", async (parameter, value, header) => {
    await fetch(url("files/a", "x-id=PutObject"), { method: "PUT", body: "hello" });
    const got = await fetch(url("files/a", `${parameter}=${encodeURIComponent(value)}&x-id=GetObject`));
    expect([got.status, got.headers.get(header)]).toEqual([200, value]);
  });

  test("with a parameter that is not emulated are refused", async () => {
    const put = url("files/a", "acl&x-id=PutObjectAcl");
    expect((await fetch(put, { method: "PUT", body: "hello" })).status).toBe(501);
  });
});

// https://docs.aws.amazon.com/AmazonS3/latest/API/RESTObjectPOST.html
describe("the form of a browser", () => {
  const policy = (conditions: readonly unknown[], expiration = "2026-01-02T00:00:00Z") =>
    Buffer.from(JSON.stringify({ expiration, conditions })).toString("base64");
  const post = (fields: Readonly<Record<string, string>>, bucket = "files") => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append("file", new Blob(["hello\r\n--not the boundary\r\n"], { type: "text/plain" }), "a.txt");
    form.append("ignored", "x");
    return fetch(`${router.url}/${bucket}`, { method: "POST", body: form, redirect: "manual" });
  };
  /** The fields of a signature. This machine does not have the key, so that it is not compared. */
  const signed = {
    "X-Amz-Algorithm": "AWS4-HMAC-SHA256",
    "X-Amz-Credential": "local/20260101/us-east-1/s3/aws4_request",
    "X-Amz-Date": "20260101T000000Z",
    "X-Amz-Signature": "0",
  };
  const conditions = [
    { bucket: "files" },
    ["starts-with", "$key", ""],
    ...["X-Amz-Algorithm", "X-Amz-Credential", "X-Amz-Date"].map((name) => ["starts-with", `$${name}`, ""]),
  ];
  const stored = async (key: string) => (await fetch(`${router.url}/files/${key}?${signature}`)).text();

  test("uploads its file", async () => {
    const fields = { key: "in/${filename}", ...signed, policy: policy(conditions) };
    expect((await post(fields)).status).toBe(204);
    expect(await stored("in/a.txt")).toBe("hello\r\n--not the boundary\r\n");
  });

  test.each([
    ["200", 200],
    ["201", 201],
    ["204", 204],
    ["500", 204],
  ])("asks for status %s and gets %i", async (success_action_status, status) => {
    expect((await post({ key: "a", success_action_status })).status).toBe(status);
  });

  test("is led to another page", async () => {
    const { status, headers } = await post({ key: "a", success_action_redirect: `${page}/done?x=1` });
    expect(status).toBe(303);
    expect(headers.get("location")).toMatch(/^http:\/\/localhost:5173\/done\?x=1&bucket=files&key=a&etag=/);
  });

  test.each([
    ["too large", policy([["content-length-range", 0, 26]]), 400, "EntityTooLarge"],
    ["too small", policy([["content-length-range", 28, 99]]), 400, "EntityTooSmall"],
    ["expired", policy([], "2025-12-31T23:59:59Z"), 403, "AccessDenied"],
    ["no policy", "e", 400, "InvalidPolicyDocument"],
  ])("whose policy says that it is %s is refused", async (_, document, status, code) => {
    const response = await post({ key: "a", ...signed, policy: document });
    expect([response.status, await response.text()]).toEqual([
      status,
      expect.stringContaining(`<Code>${code}</Code>`),
    ]);
    expect(await stored("a")).toContain("<Code>NoSuchKey</Code>");
  });

  test("of the size that its policy allows is taken", async () => {
    const allowed = policy([...conditions, ["content-length-range", 27, 27]]);
    expect((await post({ key: "a", ...signed, policy: allowed })).status).toBe(204);
  });

  test.each([
    ["another key", [{ bucket: "files" }, { key: "b" }], {}, 'Policy Condition failed: ["eq", "$key", "b"]'],
    [
      "a field without a condition",
      conditions,
      { "x-amz-meta-by": "ann" },
      "Extra input fields: x-amz-meta-by",
    ],
  ])("with %s is refused", async (_, allowed, more, message) => {
    const response = await post({ key: "a", ...signed, ...more, policy: policy(allowed) });
    expect(response.status).toBe(403);
    expect((await response.text()).replaceAll("&quot;", '"')).toContain(message);
  });

  test.each([
    ["without a signature", {}, 403, "AccessDenied"],
    ["without the date of its signature", { ...signed, "X-Amz-Date": undefined }, 400, "InvalidArgument"],
  ])("with a policy %s is refused", async (_, fields, status, code) => {
    const given = Object.entries(fields).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
    const response = await post({ key: "a", ...Object.fromEntries(given), policy: policy(conditions) });
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(`<Code>${code}</Code>`);
  });

  test.each([
    ["without a key", { other: "a" }, "files", 400, "InvalidArgument"],
    ["for a bucket that is not in the app", { key: "a" }, "gone", 404, "NoSuchBucket"],
  ])("%s is refused", async (_, fields, bucket, status, code) => {
    const response = await post(fields as never, bucket);
    expect([response.status, await response.text()]).toEqual([
      status,
      expect.stringContaining(`<Code>${code}</Code>`),
    ]);
  });
});

// https://docs.aws.amazon.com/AmazonS3/latest/userguide/cors.html
describe("a page", () => {
  const preflight = (path: string, headers: Readonly<Record<string, string>>) =>
    fetch(`${router.url}/${path}?${signature}`, { method: "OPTIONS", headers });
  const asks = (method: string, headers?: string) => ({
    "access-control-request-method": method,
    ...(headers !== undefined && { "access-control-request-headers": headers }),
  });

  test.each([
    [page, asks("PUT", "content-type, x-amz-meta-by")],
    ["http://app.localhost:3000", asks("GET")],
  ])("of %s may send the requests that a rule allows", async (origin, headers) => {
    const { status, headers: allowed } = await preflight("files/a", { origin, ...headers });
    expect([status, allowed.get("access-control-allow-origin")]).toEqual([200, origin]);
    expect(allowed.get("access-control-max-age")).toBe("600");
  });

  test.each([
    ["another page", "files/a", "http://localhost:5174", asks("PUT")],
    ["another method", "files/a", page, asks("DELETE")],
    ["another header", "files/a", page, asks("PUT", "content-type, authorization")],
    ["a bucket without rules", "closed/a", page, asks("PUT")],
    ["a bucket that is not in the app", "gone/a", page, asks("PUT")],
    ["a page of another machine", "files/a", "https://evil.example.com", asks("PUT")],
  ])("is refused: %s", async (_, path, origin, headers) => {
    const { status, headers: allowed } = await preflight(path, { origin, ...headers });
    expect([status, allowed.get("access-control-allow-origin")]).toEqual([403, null]);
  });

  test("uploads with a presigned URL and reads the ETag", async () => {
    const headers = { origin: page, "content-type": "text/plain" };
    const put = await fetch(`${router.url}/files/a?${signature}`, { method: "PUT", headers, body: "a" });
    expect(put.headers.get("access-control-allow-origin")).toBe(page);
    expect(put.headers.get("access-control-expose-headers")).toBe("ETag");
  });

  test("reads errors, too, but no response of a bucket without rules", async () => {
    const read = (path: string) => fetch(`${router.url}/${path}?${signature}`, { headers: { origin: page } });
    expect((await read("files/none")).headers.get("access-control-allow-origin")).toBe(page);
    expect((await read("closed/none")).headers.get("access-control-allow-origin")).toBeNull();
  });
});
