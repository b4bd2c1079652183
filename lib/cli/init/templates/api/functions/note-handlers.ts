import { randomUUID } from "node:crypto";
import { type RouteClaims, route } from "serverform/node/route";
import { z } from "zod";

export interface Note {
  readonly id: string;
  readonly text: string;
}

/** Where notes are kept: the table in production, a map in tests. */
export interface NoteStore {
  list(owner: string): Promise<Note[]>;
  put(owner: string, note: Note): Promise<void>;
  remove(owner: string, id: string): Promise<void>;
}

/** The handlers of the API. Users see and change their own notes only; admins see those of everyone. */
export function noteHandlers(store: NoteStore) {
  return {
    list: route({}, (_, { claims }) => store.list(ownerIn(claims))),

    create: route(
      { body: z.object({ text: z.string().min(1) }), status: 201 },
      async ({ body }, { claims }) => {
        const note = { id: randomUUID(), ...body };
        await store.put(ownerIn(claims), note);
        return note;
      },
    ),

    remove: route({ path: z.object({ id: z.string() }) }, ({ path }, { claims }) =>
      store.remove(ownerIn(claims), path.id),
    ),

    listOfUser: route({ groups: ["admins"], path: z.object({ owner: z.string() }) }, ({ path }) =>
      store.list(path.owner),
    ),
  };
}

/** The user's id. The gateway has checked the token. */
const ownerIn = ({ sub = "" }: RouteClaims) => sub;
