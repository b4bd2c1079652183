import { gzipSync } from "node:zlib";
import { buildSync } from "esbuild";
import { client, type ProblemDetails, RouteError, type RouteTypes } from "../../lib/runtime/client";

interface Note {
  readonly id: string;
  readonly title: string;
}

interface Routes {
  readonly "GET /notes": Types<object, { readonly tag?: readonly string[] }, unknown, readonly Note[]>;
  readonly "GET /notes/{id}": Types<
    { readonly id: string },
    object,
    unknown,
    Note,
    { 404: { readonly message: string } }
  >;
  readonly "POST /notes": Types<object, object, { readonly title: string }, Note, { 400: ProblemDetails }>;
  readonly "DELETE /notes/{id}": Types<{ readonly id: string }, object, unknown, undefined>;
  readonly "GET /files/{path+}": Types<{ readonly path: string }, object, unknown, string>;
}

interface Types<Path, Query, Body, Output, Errors = unknown> extends RouteTypes {
  readonly path: Path;
  readonly query: Query;
  readonly body: Body;
  readonly output: Output;
  readonly errors: Errors;
}

interface Sent extends RequestInit {
  readonly url: string;
}

const json = (status: number, value: unknown, type = "application/json") =>
  new Response(JSON.stringify(value), { status, headers: { "content-type": type } });

/** A client, and the requests that it sends; each gets the next of the answers. */
function recorded(answers: readonly Response[], options: Parameters<typeof client>[1] = {}) {
  const sent: Sent[] = [];
  const left = [...answers];
  const api = client<Routes>("https://api.example.com/stage/", {
    ...options,
    fetch: async (url, init) => {
      sent.push({ url, ...init });
      return left.shift() ?? new Response(null, { status: 204 });
    },
  });
  return { api, sent };
}

const failure = async (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

describe("a call", () => {
  test("returns the body of the answer", async () => {
    const { api, sent } = recorded([json(200, [{ id: "1", title: "Milk" }])]);
    const [note] = await api("GET /notes");
    expect(note?.title).toBe("Milk");
    expect(sent).toMatchObject([{ url: "https://api.example.com/stage/notes", method: "GET", headers: {} }]);
  });

  test("sends a body as JSON", async () => {
    const { api, sent } = recorded([json(201, { id: "1", title: "Milk" })]);
    await api("POST /notes", { body: { title: "Milk" }, headers: { "x-request": "7" } });
    expect(sent).toMatchObject([
      {
        method: "POST",
        body: '{"title":"Milk"}',
        headers: { "content-type": "application/json", "x-request": "7" },
      },
    ]);
  });

  test("encodes variables of the path and repeats parameters of the query", async () => {
    const { api, sent } = recorded([json(200, {}), json(200, []), json(200, "")]);
    await api("GET /notes/{id}", { path: { id: "a/b?" } });
    await api("GET /notes", { query: { tag: ["a b", "c"] } });
    await api("GET /files/{path+}", { path: { path: "a/b c.txt" } });
    expect(sent.map(({ url }) => url.replace("https://api.example.com/stage", ""))).toEqual([
      "/notes/a%2Fb%3F",
      "/notes?tag=a+b&tag=c",
      "/files/a/b%20c.txt",
    ]);
  });

  test.each(["", ".", "..", "a/../../admin"])(
    "is refused if the variable %j would lead to another route",
    async (id) => {
      const { api, sent } = recorded([]);
      await expect(api("GET /notes/{id}", { path: { id } })).rejects.toThrow(
        new TypeError(`GET /notes/{id}: path.id is "${id}".`),
      );
      expect(sent).toEqual([]);
    },
  );

  test("has no result if the answer has no body", async () => {
    expect(await recorded([]).api("DELETE /notes/{id}", { path: { id: "1" } })).toBeUndefined();
  });

  test("throws an error whose body has the type that the route declares", async () => {
    const { api } = recorded([json(404, { message: "No such note" }), json(500, { message: "Internal" })]);
    const error = await failure(api("GET /notes/{id}", { path: { id: "1" } }));
    expect(error).toMatchObject({ name: "RouteError", message: "GET /notes/{id}: status 404", status: 404 });
    expect(api.isError(error, "GET /notes/{id}", 404) && error.body.message).toBe("No such note");
    expect(api.isError(error, "POST /notes", 400)).toBe(false);
    const other = await failure(api("GET /notes/{id}", { path: { id: "1" } }));
    expect(other).toBeInstanceOf(RouteError);
    expect(api.isError(other, "GET /notes/{id}", 404)).toBe(false);
  });

  test("keeps the text of an answer that is not JSON, despite its type", async () => {
    const { api } = recorded([
      new Response("<html>", { status: 502, headers: { "content-type": "application/json" } }),
      new Response("plain", { headers: { "content-type": "text/plain" } }),
    ]);
    expect(await failure(api("GET /notes"))).toMatchObject({ status: 502, body: "<html>" });
    expect(await api("GET /files/{path+}", { path: { path: "a" } })).toBe("plain");
  });

  test("has the problems of a request in the body of an error", async () => {
    const problem = {
      title: "Bad Request",
      errors: [{ in: "body", pointer: "/title", detail: "Too short" }],
    };
    const { api } = recorded([json(400, problem, "application/problem+json")]);
    const error = await failure(api("POST /notes", { body: { title: "" } }));
    expect(api.isError(error, "POST /notes", 400) && error.body.errors[0]?.pointer).toBe("/title");
  });
});

describe("the token of a client", () => {
  test("is sent with each request, and read each time if it is a function", async () => {
    let count = 0;
    const { api, sent } = recorded([json(200, []), json(200, [])], { token: async () => `t${++count}` });
    await api("GET /notes");
    await api("GET /notes");
    expect(sent.map(({ headers }) => headers)).toEqual([
      { authorization: "Bearer t1" },
      { authorization: "Bearer t2" },
    ]);
  });

  test("is renewed once if the API refuses it", async () => {
    const refused = [json(401, {}), json(401, {})];
    const { api, sent } = recorded(refused, { token: (isRefused) => (isRefused ? "new" : "old") });
    expect(await failure(api("GET /notes"))).toMatchObject({ status: 401 });
    expect(sent.map(({ headers }) => headers)).toEqual([
      { authorization: "Bearer old" },
      { authorization: "Bearer new" },
    ]);
  });

  test.each([undefined, "old"])("is not renewed without a function that returns one: %p", async (token) => {
    const { api, sent } = recorded([json(401, {})], { token: token ?? (() => undefined) });
    expect(await failure(api("GET /notes"))).toMatchObject({ status: 401 });
    expect(sent).toHaveLength(1);
  });
});

test("a stream is read as it comes, with characters that two parts share", async () => {
  const bytes = new TextEncoder().encode("aä");
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(bytes.slice(0, 2));
      controller.enqueue(bytes.slice(2));
      controller.close();
    },
  });
  const { api } = recorded([new Response(body)]);
  const parts: string[] = [];
  for await (const part of api.stream("GET /files/{path+}", { path: { path: "a" } })) parts.push(part);
  expect(parts).toEqual(["a", "ä"]);
});

test("the client takes less than 2 kB of a page", () => {
  const { outputFiles } = buildSync({
    entryPoints: [require.resolve("../../lib/runtime/client")],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "browser",
  });
  expect(gzipSync(outputFiles[0]?.contents ?? "").length).toBeLessThan(2_000);
});
