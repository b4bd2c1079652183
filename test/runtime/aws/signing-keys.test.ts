import { signingKey } from "../../../lib/runtime/aws";

test("the keys of several secrets of one scope are kept beside each other", () => {
  const scope = "20261129/us-east-1/dynamodb/aws4_request";
  const [one, other] = ["one", "other"].map((secret) => signingKey(secret, scope));
  expect(one?.equals(other ?? Buffer.alloc(0))).toBe(false);
  expect(signingKey("one", scope)).toBe(one);
  expect(signingKey("other", scope)).toBe(other);
});
