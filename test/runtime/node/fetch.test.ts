import { gzipSync } from "node:zlib";
import { FetchHandler } from "../../../lib/runtime/node/fetch";
import { eventV1, eventV2, lambdaContext } from "../events";

const formats = [
  ["2.0", eventV2],
  ["1.0", eventV1],
] as const;

describe.each(formats)("a handler with a Request, for events in payload format %s", (_format, event) => {
  test("gets the request as the client sent it", async () => {
    const handler = FetchHandler(async (request) =>
      Response.json({
        method: request.method,
        url: request.url,
        type: request.headers.get("content-type"),
        body: await request.json(),
      }),
    );
    const parts = {
      query: { page: "2" },
      body: Buffer.from('{"a":1}').toString("base64"),
      isBase64Encoded: true,
    };
    const result = await handler(event(parts), lambdaContext());
    expect([result.statusCode, result.isBase64Encoded, JSON.parse(result.body)]).toEqual([
      200,
      false,
      {
        method: "POST",
        url: "https://id.execute-api.us-east-1.amazonaws.com/graphql?page=2",
        type: "application/json",
        body: { a: 1 },
      },
    ]);
  });

  test("answers with bytes and with several cookies", async () => {
    const headers = new Headers({ "content-type": "image/png" });
    headers.append("set-cookie", "a=1");
    headers.append("set-cookie", "b=2");
    const handler = FetchHandler(() => new Response(new Uint8Array([137, 80]), { status: 201, headers }));
    const cookies = ["a=1", "b=2"];
    expect(await handler(event({ method: "GET" }), lambdaContext())).toEqual({
      statusCode: 201,
      headers: { "content-type": "image/png" },
      body: Buffer.from([137, 80]).toString("base64"),
      isBase64Encoded: true,
      ...(event === eventV1 ? { multiValueHeaders: { "set-cookie": cookies } } : { cookies }),
    });
  });

  test("answers with bytes where a text is compressed or in another charset", async () => {
    const compressed = gzipSync("hello");
    const headers = { "content-type": "text/plain", "content-encoding": "gzip" };
    const zipped = FetchHandler(() => new Response(compressed, { headers }));
    expect(await zipped(event({}), lambdaContext())).toMatchObject({
      body: compressed.toString("base64"),
      isBase64Encoded: true,
    });
    const latin = FetchHandler(
      () => new Response(new Uint8Array([0xe9]), { headers: { "content-type": "text/plain" } }),
    );
    expect(await latin(event({}), lambdaContext())).toMatchObject({ body: "6Q==", isBase64Encoded: true });
  });

  test("answers with status 404 without a response, and 400 to invalid headers", async () => {
    const handler = FetchHandler(() => undefined);
    expect((await handler(event({}), lambdaContext())).statusCode).toBe(404);
    expect((await handler(event({ headers: { "x-name": "\u2603" } }), lambdaContext())).statusCode).toBe(400);
  });
});

test("an address has no stage in its path, and a request has its cookies", async () => {
  const handler = FetchHandler((request, { claims }) =>
    Response.json([request.url, request.headers.get("cookie"), claims.sub]),
  );
  const { requestContext, ...rest } = eventV2({ method: "GET" });
  const authorizer = { jwt: { claims: { sub: "ada" } } };
  const ofStage = {
    ...rest,
    rawPath: "/beta/notes",
    cookies: ["a=1", "b=2"],
    requestContext: { ...requestContext, stage: "beta", authorizer },
  };
  const url = "https://id.execute-api.us-east-1.amazonaws.com/notes";
  expect(JSON.parse((await handler(ofStage, lambdaContext())).body)).toEqual([url, "a=1; b=2", "ada"]);
});
