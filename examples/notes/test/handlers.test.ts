import type { GatewayEvent, LambdaContext } from "serverform/node/api";
import { noteHandlers } from "../functions/handlers";
import type { Note } from "../functions/note";
import type { NoteStore } from "../functions/store";

function memoryStore(): NoteStore {
  const notes = new Map<string, Note>();
  const replace = async (note: Note) => notes.has(note.id) && notes.set(note.id, note).size > 0;
  return {
    list: async () => [...notes.values()],
    get: async (id) => notes.get(id),
    put: async (note) => void notes.set(note.id, note),
    replace,
    remove: async (id) => notes.delete(id),
  };
}

interface Request {
  readonly id?: string;
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
}

/** A request as an HTTP API sends it. */
const event = ({ id, body, isBase64Encoded = false }: Request): GatewayEvent => ({
  version: "2.0",
  rawPath: "/notes",
  rawQueryString: "",
  headers: {},
  requestContext: { domainName: "notes.example.com", http: { method: "POST" } },
  ...(id !== undefined && { pathParameters: { id } }),
  ...(body !== undefined && { body }),
  isBase64Encoded,
});

const context: LambdaContext = {
  awsRequestId: "1",
  functionName: "notes",
  functionVersion: "$LATEST",
  invokedFunctionArn: "arn:aws:lambda:us-east-1:123456789012:function:notes",
  getRemainingTimeInMillis: () => 1000,
};

describe("notes", () => {
  const handlers = noteHandlers(memoryStore());
  const call = (name: keyof typeof handlers, request: Request) => handlers[name](event(request), context);
  let id: string;

  test("a note that was created is returned with an id", async () => {
    const { statusCode, body } = await call("create", { body: '{"title":"Buy milk"}' });
    expect(statusCode).toBe(201);
    const note = JSON.parse(body ?? "");
    expect(note).toMatchObject({ title: "Buy milk", text: "" });
    ({ id } = note);
  });

  test("a note is read by its id, and listed", async () => {
    expect(JSON.parse((await call("get", { id })).body ?? "")).toMatchObject({ id, title: "Buy milk" });
    expect(JSON.parse((await call("list", {})).body ?? "")).toHaveLength(1);
  });

  test("an update replaces the note", async () => {
    expect((await call("update", { id, body: '{"title":"Buy bread"}' })).statusCode).toBe(200);
    expect(JSON.parse((await call("get", { id })).body ?? "")).toMatchObject({ title: "Buy bread" });
  });

  test.each(["", "{", '{"title":""}', '{"title":"a","color":"red"}'])(
    "a body that is not a note is refused: %j",
    async (body) => {
      expect((await call("create", { body })).statusCode).toBe(400);
    },
  );

  test("a body that the gateway encoded is decoded", async () => {
    const body = Buffer.from('{"title":"Encoded"}').toString("base64");
    expect((await call("create", { body, isBase64Encoded: true })).statusCode).toBe(201);
  });

  test("a removed note is gone", async () => {
    expect(await call("remove", { id })).toEqual({ statusCode: 204 });
    expect((await call("get", { id })).statusCode).toBe(404);
    expect((await call("remove", { id })).statusCode).toBe(404);
    expect((await call("update", { id, body: '{"title":"x"}' })).statusCode).toBe(404);
  });
});
