import { randomUUID } from "node:crypto";
import { type RouteClaims, route } from "serverform/node/route";
import { z } from "zod";
import { note, noteInput } from "./note.js";
import { findNote, listAllNotes, listNotes, putNote } from "./store.js";

/** The user's id. The gateway has checked the token. */
const ownerIn = ({ sub = "" }: RouteClaims) => sub;

const errors = { 404: z.object({ message: z.string() }) };

export const list = route({ output: z.array(note) }, (_, { claims }) => listNotes(ownerIn(claims)));

export const get = route(
  { path: z.object({ id: z.string() }), output: note, errors },
  async ({ path }, { claims, fail }) =>
    (await findNote(ownerIn(claims), path.id)) ?? fail(404, { message: "No such note" }),
);

export const create = route({ body: noteInput, output: note, status: 201 }, async ({ body }, { claims }) => {
  const created = { id: randomUUID(), ...body };
  await putNote(ownerIn(claims), created);
  return created;
});

/** The notes of all users, for admins only. */
export const all = route({ groups: ["admins"], output: z.array(note) }, listAllNotes);
