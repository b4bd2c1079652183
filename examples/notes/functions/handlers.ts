import { randomUUID } from "node:crypto";
import { route } from "serverform/node/route";
import { z } from "zod";
import { note, noteInput } from "./note";
import type { NoteStore } from "./store";

const path = z.object({ id: z.string() });
const errors = { 404: z.object({ message: z.string() }) };
const notFound = { message: "No such note" };

/** The handlers of the API, over any store. */
export function noteHandlers(store: NoteStore) {
  const list = route({ output: z.array(note) }, () => store.list());

  const get = route({ path, output: note, errors }, async (input, { fail }) => {
    return (await store.get(input.path.id)) ?? fail(404, notFound);
  });

  const create = route({ body: noteInput, output: note, status: 201 }, async ({ body }) => {
    const created = { id: randomUUID(), changedAt: new Date().toISOString(), ...body };
    await store.put(created);
    return created;
  });

  const update = route({ path, body: noteInput, output: note, errors }, async (input, { fail }) => {
    const changed = { id: input.path.id, changedAt: new Date().toISOString(), ...input.body };
    return (await store.replace(changed)) ? changed : fail(404, notFound);
  });

  const remove = route({ path, errors }, async (input, { fail }) => {
    return (await store.remove(input.path.id)) ? undefined : fail(404, notFound);
  });

  return { list, get, create, update, remove };
}
