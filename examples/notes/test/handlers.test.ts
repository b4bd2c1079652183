import type { APIGatewayProxyEventV2 } from "aws-lambda";
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

const event = (parts: Partial<APIGatewayProxyEventV2>) => parts as APIGatewayProxyEventV2;
const withId = (id: string, body?: string) => event({ pathParameters: { id }, body });

describe("notes", () => {
  const handlers = noteHandlers(memoryStore());
  let id: string;

  test("a note that was created is returned with an id", async () => {
    const { statusCode, body } = await handlers.create(event({ body: '{"title":"Buy milk"}' }));
    expect(statusCode).toBe(201);
    const note = JSON.parse(body ?? "");
    expect(note).toMatchObject({ title: "Buy milk", text: "" });
    ({ id } = note);
  });

  test("a note is read by its id, and listed", async () => {
    expect(JSON.parse((await handlers.get(withId(id))).body ?? "")).toMatchObject({ id, title: "Buy milk" });
    expect(JSON.parse((await handlers.list(event({}))).body ?? "")).toHaveLength(1);
  });

  test("an update replaces the note", async () => {
    expect((await handlers.update(withId(id, '{"title":"Buy bread"}'))).statusCode).toBe(200);
    expect(JSON.parse((await handlers.get(withId(id))).body ?? "")).toMatchObject({ title: "Buy bread" });
  });

  test.each(["", "{", '{"title":""}', '{"title":"a","color":"red"}'])(
    "a body that is not a note is refused: %j",
    async (body) => {
      expect((await handlers.create(event({ body }))).statusCode).toBe(400);
    },
  );

  test("a body that the gateway encoded is decoded", async () => {
    const body = Buffer.from('{"title":"Encoded"}').toString("base64");
    expect((await handlers.create(event({ body, isBase64Encoded: true }))).statusCode).toBe(201);
  });

  test("a removed note is gone", async () => {
    expect(await handlers.remove(withId(id))).toEqual({ statusCode: 204 });
    expect((await handlers.get(withId(id))).statusCode).toBe(404);
    expect((await handlers.remove(withId(id))).statusCode).toBe(404);
    expect((await handlers.update(withId(id, '{"title":"x"}'))).statusCode).toBe(404);
  });
});
