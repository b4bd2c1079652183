import { expect, test } from "@jest/globals";
import { type Note, type NoteStore, noteHandlers } from "../functions/note-handlers.js";
import { call } from "./call.js";

function memoryStore(): NoteStore {
  const notes = new Map<string, Note[]>();
  const of = (owner: string) => notes.get(owner) ?? [];
  return {
    list: async (owner) => of(owner),
    put: async (owner, note) => void notes.set(owner, [...of(owner), note]),
    remove: async (owner, id) =>
      void notes.set(
        owner,
        of(owner).filter((note) => note.id !== id),
      ),
  };
}

const ada = { claims: { sub: "ada" } };
const bob = { claims: { sub: "bob" } };
const admin = { claims: { sub: "eve", "cognito:groups": "[admins]" } };

test("users see their own notes only", async () => {
  const { create, list } = noteHandlers(memoryStore());
  expect(await call(create, "POST /notes", { ...ada, body: { text: "Buy milk" } })).toMatchObject({
    statusCode: 201,
  });
  expect(await call(list, "GET /notes", ada)).toMatchObject({ body: expect.stringContaining("Buy milk") });
  expect(await call(list, "GET /notes", bob)).toMatchObject({ body: "[]" });
});

test("a note without a text is refused", async () => {
  const { create } = noteHandlers(memoryStore());
  expect(await call(create, "POST /notes", { ...ada, body: {} })).toMatchObject({ statusCode: 400 });
});

test("a removed note is gone", async () => {
  const store = memoryStore();
  await store.put("ada", { id: "1", text: "Buy milk" });
  const { remove } = noteHandlers(store);
  await call(remove, "DELETE /notes/1", { ...ada, pathParameters: { id: "1" } });
  expect(await store.list("ada")).toEqual([]);
});

test("only admins see the notes of another user", async () => {
  const store = memoryStore();
  await store.put("ada", { id: "1", text: "Buy milk" });
  const { listOfUser } = noteHandlers(store);
  const path = { pathParameters: { owner: "ada" } };
  expect(await call(listOfUser, "GET /users/ada/notes", { ...bob, ...path })).toMatchObject({
    statusCode: 403,
  });
  expect(await call(listOfUser, "GET /users/ada/notes", { ...admin, ...path })).toMatchObject({
    body: expect.stringContaining("Buy milk"),
  });
});
