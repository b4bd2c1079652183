import { awsEndpoints } from "../../../../lib/local/invoke/aws-hosts";
import { authorityFor } from "../../../../lib/local/invoke/bootstraps/node/redirected-requests";

const pool = "cognito-idp.eu-west-1.amazonaws.com";
const hosts = {
  [awsEndpoints]: "127.0.0.1:1",
  "api.example.com": "127.0.0.1:2",
  "x1.execute-api.eu-west-1.amazonaws.com": "127.0.0.1:3",
  [`${pool}/eu-west-1_pool`]: "127.0.0.1:4",
};
const signed = [["Authorization", "AWS4-HMAC-SHA256 Credential=..."]] as const;
const to = (host: string, more: Partial<Parameters<typeof authorityFor>[1]> = {}) =>
  authorityFor(hosts, { isSecure: true, host, path: "/", headers: [], ...more });

test("a name of this machine is redirected with TLS, and a host of AWS in any case", () => {
  expect(to("api.example.com")).toBe("127.0.0.1:2");
  expect(to("api.example.com", { isSecure: false })).toBeUndefined();
  const gateway = "x1.execute-api.eu-west-1.amazonaws.com";
  expect([to(gateway), to(gateway, { isSecure: false })]).toEqual(["127.0.0.1:3", "127.0.0.1:3"]);
});

test.each(["example.com", "other.example.com", "toString", "constructor"])("%s is not redirected", (host) => {
  expect(to(host, { headers: signed })).toBeUndefined();
});

test("documents of a pool that is served here are redirected by the first part of the path", () => {
  expect(to(pool, { path: "/eu-west-1_pool/.well-known/jwks.json" })).toBe("127.0.0.1:4");
  expect(to(pool, { path: "/eu-west-1_pool?x=/y" })).toBe("127.0.0.1:4");
  expect(to(pool, { path: "/eu-west-1_other/.well-known/jwks.json" })).toBeUndefined();
  expect(to(pool, { path: "" })).toBeUndefined();
});

describe("a request to AWS is redirected if it is signed", () => {
  const host = "sqs.eu-west-1.amazonaws.com";

  test.each([
    [signed],
    [[["authorization", "AWS AKIA:signature"]]],
    [
      [
        ["x", "1"],
        ["AUTHORIZATION", "AWS4-ECDSA-P256-SHA256 Credential=..."],
      ],
    ],
  ] as const)("by the header in %j", (headers) => {
    expect(to(host, { headers })).toBe("127.0.0.1:1");
  });

  test.each(["/?X-Amz-Signature=a", "/?a=b&x-amz-signature=a", "/?AWSAccessKeyId=a"])(
    "by the query %s",
    (path) => {
      expect(to(host, { path })).toBe("127.0.0.1:1");
    },
  );

  test.each([
    ["/", [["authorization", "Bearer AWS4"]]],
    ["/", [["x-authorization", "AWS4-HMAC-SHA256"]]],
    ["/X-Amz-Signature=a", []],
    ["/?X-Amz-Signature", []],
  ] as const)("and not with %s and %j", (path, headers) => {
    expect(to(host, { path, headers })).toBeUndefined();
  });
});
