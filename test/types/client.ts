import { client, type ProblemDetails, type Query, type RouteOf } from "serverform/client";
import { route } from "serverform/node/route";
import { z } from "zod";

const path = z.object({ id: z.string() });
const note = z.object({ id: z.string(), at: z.date(), text: z.string().default("") });
const get = route({ path, output: note, errors: { 404: z.object({ message: z.string() }) } }, () => ({
  id: "1",
  at: new Date(),
}));
const byHand = async () => ({ statusCode: 200 });

interface Routes {
  "GET /notes/{id}": RouteOf<typeof get, { id: string }>;
  "GET /files/{path+}": RouteOf<typeof byHand, { path: string }>;
  "POST /notes": {
    path: object;
    query: Query;
    body: { title: string };
    output: unknown;
    errors: { 400: ProblemDetails };
  };
}

/** Code that the compiler accepts, and code that it refuses. */
export async function types(): Promise<void> {
  const api = client<Routes>("https://api.example.com");
  const found = await api("GET /notes/{id}", { path: { id: "1" } });
  const [id, at, text]: [string, string, string | undefined] = [found.id, found.at, found.text];
  const file: unknown = await api("GET /files/{path+}", { path: { path: "a/b" }, query: { page: 1 } });
  // @ts-expect-error no such route
  await api("GET /nothing");
  // @ts-expect-error the variable is required
  await api("GET /notes/{id}");
  // @ts-expect-error the variable of a route by hand, too
  await api("GET /files/{path+}", { path: {} });
  // @ts-expect-error the body is required
  await api("POST /notes", {});
  // @ts-expect-error the title is a text
  await api("POST /notes", { body: { title: 1 } });
  // @ts-expect-error the route declares no such status
  api.isError(undefined, "GET /notes/{id}", 409);
  // @ts-expect-error a route by hand declares no errors
  api.isError(undefined, "GET /files/{path+}", 404);
  const error: unknown = { id, at, text, file };
  if (api.isError(error, "GET /notes/{id}", 404)) error.body.message.trim();
  // The schema of the path refuses requests.
  if (api.isError(error, "GET /notes/{id}", 400)) error.body.errors.at(0)?.pointer.trim();
}
