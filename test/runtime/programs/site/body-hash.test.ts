import { createHash } from "node:crypto";
import { runInNewContext } from "node:vm";
import { viewerFunction } from "../../../../lib/kit/site/delivery/viewer-function";
import { toServer } from "../../../../lib/kit/site/server/behaviors";
import { handler } from "../../../../lib/runtime/programs/site/body-hash";

type Body = NonNullable<Parameters<typeof handler>[0]["Records"][0]["cf"]["request"]["body"]>;
type Headers = Record<string, { value: string }[]>;

const send = (body: Partial<Body> | undefined, headers: Headers = {}) => {
  const request = {
    method: body === undefined ? "GET" : "POST",
    headers,
    ...(body !== undefined && {
      body: { data: "", encoding: "base64" as const, inputTruncated: false, ...body },
    }),
  };
  return handler({ Records: [{ cf: { request } }] });
};

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
const name = "x-amz-content-sha256";

describe("The function that hashes bodies", () => {
  test.each([
    ["a text", { data: Buffer.from("name=ü").toString("base64") }, "name=ü"],
    ["an empty body", { data: "" }, ""],
    ["a body that CloudFront gives as text", { data: "name=ü", encoding: "text" as const }, "name=ü"],
  ])("adds the hash of %s", async (_, body, text) => {
    expect(await send(body)).toMatchObject({ headers: { [name]: [{ key: name, value: hashOf(text) }] } });
  });

  test("leaves requests without a body alone", async () => {
    expect(await send(undefined)).toEqual({ method: "GET", headers: {} });
  });

  test("leaves the hash of a client alone, which may send more than the function sees", async () => {
    const headers = { [name]: [{ value: "given" }] };
    expect(await send({ data: "", inputTruncated: true }, headers)).toMatchObject({ headers });
  });

  test("refuses a body that it does not see whole, and says what to do", async () => {
    const answer = (await send({ data: "eA==", inputTruncated: true })) as { status: string; body: string };
    expect(answer.status).toBe("413");
    expect(answer.body).toMatch(/more than 1 MB.*x-amz-content-sha256/);
  });
});

describe("The function that CloudFront runs for requests to the server", () => {
  const run = (headers: Record<string, { value: string }>) =>
    JSON.parse(
      String(
        runInNewContext(
          `${viewerFunction(toServer, [])}; JSON.stringify(handler(JSON.parse(input)).headers)`,
          {
            input: JSON.stringify({ request: { uri: "/", headers } }),
          },
        ),
      ),
    ) as Record<string, { value: string }>;
  const host = { value: "www.example.com" };

  test("keeps the host and the credentials of the browser", () => {
    expect(run({ host, authorization: { value: "Bearer x" } })).toMatchObject({
      "x-forwarded-host": host,
      "x-forwarded-authorization": { value: "Bearer x" },
    });
  });

  test("believes no host and no credentials that a client puts there itself", () => {
    const given = { "x-forwarded-host": { value: "evil" }, "x-forwarded-authorization": { value: "evil" } };
    expect(run({ host, ...given })).toEqual({ host, "x-forwarded-host": host });
  });
});
