import { z } from "zod";

/** The body of a request that creates a note. */
export const noteInput = z.strictObject({ text: z.string().min(1).max(1000) });

/** A note as clients get it. */
export const note = noteInput.extend({ id: z.string() });

export type Note = z.infer<typeof note>;
