import { randomUUID } from "node:crypto";
import { route } from "serverform/node/route";
import { z } from "zod";

// #region create
const noteInput = z.strictObject({ text: z.string().min(1).max(1000) });
const note = noteInput.extend({ id: z.string() });

export const create = route({ body: noteInput, output: note, status: 201 }, async ({ body }) => {
  return { id: randomUUID(), ...body };
});
// #endregion
