import { randomUUID } from "node:crypto";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { noteInput } from "./note";
import type { NoteStore } from "./store";

type Handler = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;

/** The handlers of the API, over any store. */
export function noteHandlers(store: NoteStore) {
  const list: Handler = async () => answer(200, await store.list());

  const get: Handler = async (event) => {
    const note = await store.get(idOf(event));
    return note === undefined ? answer(404, { message: "No such note" }) : answer(200, note);
  };

  const create: Handler = async (event) => {
    const input = noteInput.safeParse(bodyOf(event));
    if (!input.success) return answer(400, { message: "Not a note", issues: input.error.issues });
    const note = { id: randomUUID(), changedAt: new Date().toISOString(), ...input.data };
    await store.put(note);
    return answer(201, note);
  };

  const update: Handler = async (event) => {
    const input = noteInput.safeParse(bodyOf(event));
    if (!input.success) return answer(400, { message: "Not a note", issues: input.error.issues });
    const note = { id: idOf(event), changedAt: new Date().toISOString(), ...input.data };
    return (await store.replace(note)) ? answer(200, note) : answer(404, { message: "No such note" });
  };

  const remove: Handler = async (event) =>
    (await store.remove(idOf(event))) ? { statusCode: 204 } : answer(404, { message: "No such note" });

  return { list, get, create, update, remove };
}

function idOf(event: APIGatewayProxyEventV2): string {
  return event.pathParameters?.id ?? "";
}

function bodyOf({ body = "", isBase64Encoded }: APIGatewayProxyEventV2): unknown {
  try {
    return JSON.parse(isBase64Encoded ? Buffer.from(body, "base64").toString() : body);
  } catch {
    return undefined;
  }
}

function answer(statusCode: number, body: unknown): APIGatewayProxyStructuredResultV2 {
  return { statusCode, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
