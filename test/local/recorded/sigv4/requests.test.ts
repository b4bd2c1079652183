import { createHash, createHmac } from "node:crypto";
import { joinHeaders } from "../../../../lib/local/wire/request-headers";
import { checkSignature } from "../../../../lib/local/wire/signature";
import { accessKeys, localCredentials } from "../../../support/access-keys";
import { type RecordedFact, readSuite, testFacts } from "../suite";

interface SignedFact extends RecordedFact {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** The canonical request, as AWS writes it. */
  readonly canonical: string;
}

const date = "20150830T123600Z";
const scope = "20150830/us-east-1/service/aws4_request";

testFacts(readSuite<SignedFact>("sigv4/requests"), async (fact) => {
  const { accessKeyId, secretAccessKey } = localCredentials;
  const signedHeaders = fact.canonical.split("\n").at(-2) ?? "";
  const signature = signatureOf(fact.canonical, secretAccessKey);
  // A server of Node trims the values, and joins those of one name.
  const headers = joinHeaders(
    fact.headers.flatMap(([name, value]) => [name, Buffer.from(value.trim()).toString("latin1")]),
  );
  const check = checkSignature(
    {
      method: fact.method,
      rawPath: fact.path,
      rawQuery: fact.query,
      headers: {
        ...headers,
        authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`,
      },
      body: Buffer.from(fact.body),
    },
    accessKeys,
    Date.UTC(2015, 7, 30, 12, 36),
    "us-east-1",
    "service",
  );
  expect(check).toMatchObject({ accepted: true });
});

/** Signs a canonical request with the key of this machine. */
function signatureOf(canonical: string, secret: string): string {
  const hash = createHash("sha256").update(canonical).digest("hex");
  const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
  const key = scope.split("/").reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return hmac(key, ["AWS4-HMAC-SHA256", date, scope, hash].join("\n")).toString("hex");
}
