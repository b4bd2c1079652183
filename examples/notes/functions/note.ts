import { z } from "zod";

/** The input of a client. */
export const noteInput = z.strictObject({
  title: z.string().min(1).max(200),
  text: z.string().max(10_000).default(""),
});

/** A note as it is stored. */
export const note = noteInput.extend({ id: z.string(), changedAt: z.iso.datetime() });

export type Note = z.infer<typeof note>;
