import { createHmac } from "node:crypto";
import { connect } from "node:net";
import { Sha256 } from "@aws-crypto/sha256-js";
import { SignatureV4 } from "@smithy/signature-v4";
import { callerOfRequest } from "../../../../lib/local/permissions/caller";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { s3 } from "../../../../lib/local/services/s3";
import { checkS3Signature, checkSignedForm } from "../../../../lib/local/services/s3/protocol/presigned";
import { accessKeys, localCredentials, sessionCredentials } from "../../../support/access-keys";
import { TestClock } from "../../support/clock";
import { testModel } from "../../support/model";
import { serviceContext, startService } from "../context";

const { accessKeyId } = localCredentials;
const now = Date.UTC(2026, 0, 1);
const request = (url: string, headers: Readonly<Record<string, string>> = {}) => ({
  service: "s3",
  method: "GET",
  url,
  headers: { host: "127.0.0.1:4999", ...headers },
  body: Buffer.alloc(0),
  operation: undefined,
});
const check = (url: string, headers?: Readonly<Record<string, string>>) => () =>
  checkS3Signature(request(url, headers), now, accessKeys);

const scope = "20260101%2Fus-east-1%2Fs3%2Faws4_request";
const credential = `X-Amz-Credential=${accessKeyId}%2F${scope}`;
const times = "X-Amz-Date=20260101T000000Z&X-Amz-Expires=900&X-Amz-SignedHeaders=host";

describe("A URL that names a key of this machine", () => {
  test.each([
    ["no algorithm", `/files/a?${credential}&${times}&X-Amz-Signature=0`],
    ["a key alone", `/files/a?${credential}`],
    ["an empty algorithm", `/files/a?X-Amz-Algorithm=&${credential}&${times}&X-Amz-Signature=0`],
    [
      "a wrong signature",
      `/files/a?X-Amz-Algorithm=AWS4-HMAC-SHA256&${credential}&${times}&X-Amz-Signature=0`,
    ],
    ["no signature", `/files/a?X-Amz-Algorithm=AWS4-HMAC-SHA256&${credential}&${times}`],
    [
      "two keys",
      `/files/a?X%2DAmz-Credential=AKIA%2F${scope}&X-Amz-Algorithm=AWS4-HMAC-SHA256&${credential}&${times}&X-Amz-Signature=0`,
    ],
    ["names in other cases", `/files/a?x-amz-credential=${accessKeyId}%2F${scope}`],
    ["the older form without a signature", `/files/a?AWSAccessKeyId=${accessKeyId}&Expires=9999999999`],
    [
      "the older form with a wrong one",
      `/files/a?AWSAccessKeyId=${accessKeyId}&Expires=9999999999&Signature=x`,
    ],
    ["the older form without an end", `/files/a?AWSAccessKeyId=${accessKeyId}&Signature=x`],
    ["both forms", `/files/a?AWSAccessKeyId=${accessKeyId}&Expires=9999999999&${credential}`],
  ])("is refused with %s", (_, url) => {
    expect(check(url)).toThrow(/requires the|mal-formed|does not match/);
  });

  test("has the same key for the check and for permissions", () => {
    const letters = `X-Amz-Credential=${accessKeyId}%41%2F${scope}`;
    expect(callerOfRequest(request(`/files/a?${letters}`), accessKeys)).toEqual({
      type: "stranger",
      accessKeyId: `${accessKeyId}A`,
    });
    expect(callerOfRequest(request(`/files/a?${credential}`), accessKeys)).toEqual({ type: "administrator" });
  });

  test("passes in the older form with its signature, as botocore signs it", () => {
    const session = sessionCredentials({ roleArn: "arn:aws:iam::123456789012:role/a", sessionName: "b" });
    const text = `GET\n\n\n9999999999\nx-amz-security-token:${session.sessionToken}\n/files/a?versionId=1`;
    const signature = createHmac("sha1", session.secretAccessKey).update(text).digest("base64");
    const url = `/files/a?versionId=1&AWSAccessKeyId=${session.accessKeyId}&Expires=9999999999&x-amz-security-token=${encodeURIComponent(session.sessionToken)}&Signature=${encodeURIComponent(signature)}`;
    expect(check(url)).not.toThrow();
    expect(check(url.replace("versionId=1", "versionId=2"))).toThrow(/does not match/);
  });
});

describe("A request that sends a key in a header", () => {
  const authorization = (signature: string) =>
    `AWS4-HMAC-SHA256 Credential=${accessKeyId}/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=${signature}`;

  test.each<Record<string, string>>([{}, { origin: "http://localhost:5173" }])(
    "needs its signature: %j",
    (origin) => {
      const headers = { ...origin, "x-amz-date": "20260101T000000Z" };
      expect(check("/files/a", { ...headers, authorization: authorization("0") })).toThrow(/does not match/);
      expect(check("/files/a", { ...headers, authorization: `AWS ${accessKeyId}:x` })).toThrow(
        /does not match/,
      );
    },
  );

  test("needs the content that is signed", () => {
    const headers = {
      "x-amz-date": "20260101T000000Z",
      "x-amz-content-sha256": "0".repeat(64),
      authorization: authorization("0"),
    };
    expect(check("/files/a", headers)).toThrow(/x-amz-content-sha256/);
  });

  test("passes in the older form with its signature", () => {
    const date = "Thu, 01 Jan 2026 00:00:00 GMT";
    const sign = (text: string) =>
      createHmac("sha1", localCredentials.secretAccessKey).update(text).digest("base64");
    const sent = (url: string) =>
      check(url, {
        date,
        authorization: `AWS ${accessKeyId}:${sign(`GET\n\n\n${date}\n/files/a?versionId=1`)}`,
      });
    expect(sent("/files/a?versionId=1")).not.toThrow();
    expect(sent("/files/b?versionId=1")).toThrow(/does not match/);
  });

  // botocore adds the slash (https://github.com/boto/botocore, botocore/handlers.py); other clients sign the address that they send.
  test.each(["/files", "/files/"])("passes in the older form with the bucket signed as %s", (signed) => {
    const date = "Thu, 01 Jan 2026 00:00:00 GMT";
    const signature = createHmac("sha1", localCredentials.secretAccessKey)
      .update(`GET\n\n\n${date}\n${signed}`)
      .digest("base64");
    const headers = { date, authorization: `AWS ${accessKeyId}:${signature}` };
    expect(check("/files?max-keys=1", headers)).not.toThrow();
    expect(check("/other?max-keys=1", headers)).toThrow(/does not match/);
  });

  test.each([
    ["this address", "127.0.0.1", "/files/a"],
    ["a bucket's address in AWS", "files.s3.us-east-1.amazonaws.com", "/a"],
    ["the region's address in AWS", "s3.us-east-1.amazonaws.com", "/files/a"],
  ])("may sign for %s, as Storage of Amplify does", async (_, host, path) => {
    const signer = new SignatureV4({
      credentials: localCredentials,
      region: "us-east-1",
      service: "s3",
      sha256: Sha256,
      uriEscapePath: false,
    });
    const request = { method: "GET", protocol: "https:", hostname: host, path, headers: { host } };
    const { headers } = await signer.sign(request, { signingDate: new Date("2026-01-01T00:00:00Z") });
    const sent = { ...headers, host: "127.0.0.1", origin: "http://localhost:5173" };
    expect(check("/files/a", sent)).not.toThrow();
    expect(check("/other/a", sent)).toThrow(/does not match/);
  });
});

describe("A form that names a key of this machine", () => {
  const policy = Buffer.from("{}").toString("base64");
  const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
  const signed = {
    policy,
    "x-amz-credential": `${accessKeyId}/20260101/us-east-1/s3/aws4_request`,
    "x-amz-signature": hmac(
      ["20260101", "us-east-1", "s3", "aws4_request"].reduce<string | Buffer>(
        hmac,
        `AWS4${localCredentials.secretAccessKey}`,
      ),
      policy,
    ).toString("hex"),
  };

  test("passes with the signature of its policy", () => {
    expect(() => checkSignedForm(signed, accessKeys)).not.toThrow();
    const old = createHmac("sha1", localCredentials.secretAccessKey).update(policy).digest("base64");
    expect(() =>
      checkSignedForm({ policy, awsaccesskeyid: accessKeyId, signature: old }, accessKeys),
    ).not.toThrow();
    expect(() => checkSignedForm({ policy: "x" }, accessKeys)).not.toThrow();
  });

  test.each([
    ["another policy", { ...signed, policy: "e30x" }],
    ["no signature", { policy, "x-amz-credential": signed["x-amz-credential"] }],
    ["no policy", { "x-amz-credential": signed["x-amz-credential"] }],
    ["a key alone", { "x-amz-credential": accessKeyId, policy }],
    ["the older form without a signature", { policy, awsaccesskeyid: accessKeyId }],
  ])("is refused with %s", (_, fields) => {
    expect(() => checkSignedForm(fields, accessKeys)).toThrow(/mal-formed|does not match|needs a policy/);
  });
});

describe("The key of an object", () => {
  test.each([
    ["k".repeat(1024), "GET", 404],
    ["k".repeat(1025), "GET", 400],
    ["k".repeat(1025), "PUT", 400],
    ["k".repeat(1025), "DELETE", 400],
    ["é".repeat(513), "PUT", 400],
    ["é".repeat(512), "PUT", 200],
  ])("may have 1,024 bytes: case %#", async (key, method, status) => {
    const model = testModel({ aws_s3_bucket: { Files: { bucket: "files" } } });
    const service = await s3.start(serviceContext({ model, clock: new TestClock() }));
    const response = await service.handle({ ...request(`/files/${encodeURIComponent(key)}`), method });
    expect(response.status).toBe(status);
    if (status === 400) expect(String(response.body)).toContain("KeyTooLongError");
  });
});

describe("An upload to a bucket that is not in the app", () => {
  test("is refused before its content is sent", async () => {
    const router = await EndpointRouter.start(() => {});
    const model = testModel({ aws_s3_bucket: { Files: { bucket: "files" } } });
    await startService(router, "s3", s3, serviceContext({ model, clock: new TestClock() }));
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(router.url).port), "127.0.0.1");
      socket.on("data", (chunk) => resolve(String(chunk))).on("error", reject);
      // Nothing of the content follows: only a server that does not wait for it answers.
      socket.write("PUT /none/a HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100000000\r\n\r\n");
    });
    await router.close();
    expect(answer).toMatch(/^HTTP\/1.1 404 /);
    expect(answer).toContain("NoSuchBucket");
  });
});
