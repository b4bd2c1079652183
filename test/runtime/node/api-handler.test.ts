import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import {
  ApiHandler,
  useBody,
  useCookie,
  useCookies,
  useDomainName,
  useFormData,
  useFormValue,
  useHeader,
  useHeaders,
  useJsonBody,
  useMethod,
  usePath,
  useQueryParam,
  useQueryParams,
} from "../../../lib/runtime/node/api";
import { eventV1, eventV2, lambdaContext, type RequestParts } from "../events";

const formats = [
  ["2.0", eventV2],
  ["1.0", eventV1],
] as const;

test("a request in payload format 1.0 has all values of a header that is repeated", async () => {
  const headers = { Accept: "text/plain", Cookie: "b=2" };
  const multiValueHeaders = { Accept: ["text/html", "text/plain"], Cookie: ["a=1", "b=2"] };
  const handler = ApiHandler(() => [useHeader("accept"), useCookies()]);
  expect(await handler({ ...eventV1({}), headers, multiValueHeaders }, lambdaContext())).toEqual([
    "text/html,text/plain",
    { a: "1", b: "2" },
  ]);
});

describe.each(formats)("a request in payload format %s", (_format, event) => {
  /** The value that a hook reads in the handler of a request. */
  const read = <Value>(parts: RequestParts, hook: () => Value) =>
    ApiHandler(() => hook())(event(parts), lambdaContext());

  test("has its body, decoded", async () => {
    const body = Buffer.from("grüße").toString("base64");
    expect(await read({ body, isBase64Encoded: true }, useBody)).toBe("grüße");
    expect(await read({ body: "plain" }, useBody)).toBe("plain");
    expect(await read({ method: "GET" }, useBody)).toBeUndefined();
  });

  test("has its body as JSON", async () => {
    expect(await read({ body: '{"a":[1]}' }, useJsonBody)).toEqual({ a: [1] });
    expect(await read({ body: "null" }, useJsonBody)).toBeNull();
    expect(await read({ method: "GET" }, useJsonBody)).toBeUndefined();
  });

  test("with a body that is not JSON gets status 400 without a handler", async () => {
    expect(await read({ body: "{" }, useJsonBody)).toEqual({
      statusCode: 400,
      headers: { "content-type": "application/json" },
      body: '{"message":"The body is not valid JSON."}',
    });
  });

  test("has the fields of a form", async () => {
    const form = {
      headers: { "content-type": "application/x-www-form-urlencoded; charset=utf-8" },
      body: "a=1&b=x+y",
    };
    expect([...((await read(form, useFormData)) as URLSearchParams)]).toEqual([
      ["a", "1"],
      ["b", "x y"],
    ]);
    expect(await read(form, () => [useFormValue("b"), useFormValue("c")])).toEqual(["x y", undefined]);
  });

  test("that is not a form has no fields", async () => {
    expect(await read({ body: "a=1" }, () => [useFormData(), useFormValue("a")])).toEqual([
      undefined,
      undefined,
    ]);
  });

  test("has headers in any case", async () => {
    const parts = { headers: { "X-Request": "1" } };
    expect(await read(parts, () => [useHeader("X-REQUEST"), useHeader("x-other")])).toEqual(["1", undefined]);
    expect(await read(parts, () => useHeader("constructor"))).toBeUndefined();
    expect(await read(parts, useHeaders)).toMatchObject({ "x-request": "1" });
  });

  test("has query parameters", async () => {
    const query = { q: "a b", page: "2" };
    expect(await read({ query }, useQueryParams)).toEqual(query);
    expect(await read({ query }, () => [useQueryParam("q"), useQueryParam("none")])).toEqual([
      "a b",
      undefined,
    ]);
  });

  test("has a method, a path and a domain name", async () => {
    expect(await read({ method: "PATCH" }, useMethod)).toBe("PATCH");
    expect(await read({}, usePath)).toEqual(["graphql"]);
    expect(await read({}, useDomainName)).toBe("id.execute-api.us-east-1.amazonaws.com");
  });

  test("has cookies", async () => {
    const headers = { Cookie: "session=a%20b; theme=dark=1; broken=%E0%A4%A" };
    expect(await read({ headers }, useCookies)).toEqual({
      session: "a b",
      theme: "dark=1",
      broken: "%E0%A4%A",
    });
    expect(await read({ headers }, () => [useCookie("theme"), useCookie("none")])).toEqual([
      "dark=1",
      undefined,
    ]);
    expect(await read({}, useCookies)).toEqual({});
  });
});

test("the path is split at its slashes", async () => {
  const read = ApiHandler(usePath);
  expect(await read({ ...eventV2({}), rawPath: "/dev//notes/1/" }, lambdaContext())).toEqual([
    "dev",
    "notes",
    "1",
  ]);
  expect(await read({ ...eventV1({}), path: "/" }, lambdaContext())).toEqual([]);
});

test("the cookies of format 2.0 are their own list", async () => {
  const event = { ...eventV2({}), cookies: ["session=1", "theme=dark"] };
  expect(await ApiHandler(() => useCookies())(event, lambdaContext())).toEqual({
    session: "1",
    theme: "dark",
  });
});

test("of a query parameter with several values, the last one counts", async () => {
  const event = { ...eventV2({}), rawQueryString: "q=1&q=2" };
  const read = ApiHandler(() => [useQueryParam("q"), useQueryParams().q]);
  expect(await read(event, lambdaContext())).toEqual(["2", "2"]);
});

test("the code gets the event and the context, and its answer is passed on", async () => {
  const handler = ApiHandler(
    async (event: APIGatewayProxyEventV2, context): Promise<APIGatewayProxyStructuredResultV2> => ({
      statusCode: 201,
      body: `${event.routeKey} ${context.awsRequestId}`,
    }),
  );
  expect(await handler(eventV2({}), lambdaContext())).toEqual({
    statusCode: 201,
    body: "POST /graphql request",
  });
});

test("requests that run at the same time do not see each other", async () => {
  let release = () => {};
  const wait = new Promise<void>((done) => {
    release = done;
  });
  const handler = ApiHandler(async () => {
    await wait;
    return useBody();
  });
  const answers = ["one", "two"].map((body) => handler(eventV2({ body }), lambdaContext()));
  release();
  expect(await Promise.all(answers)).toEqual(["one", "two"]);
  expect(useBody).toThrow();
});

test("an error of the code is the gateway's", async () => {
  const handler = ApiHandler(() => {
    throw new Error("broken");
  });
  await expect(handler(eventV2({}), lambdaContext())).rejects.toThrow("broken");
});

test.each([
  ["useBody", useBody],
  ["useJsonBody", useJsonBody],
  ["useFormData", useFormData],
  ["useFormValue", () => useFormValue("a")],
  ["useHeader", () => useHeader("a")],
  ["useHeaders", useHeaders],
  ["useCookie", () => useCookie("a")],
  ["useCookies", useCookies],
  ["useQueryParam", () => useQueryParam("a")],
  ["useQueryParams", useQueryParams],
  ["usePath", usePath],
  ["useMethod", useMethod],
  ["useDomainName", useDomainName],
])("%s outside of a handler throws", (name, hook) => {
  expect(hook).toThrow(`${name} reads the current invocation`);
});
