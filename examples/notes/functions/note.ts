import { z } from "zod";

/** The input of a client. */
export const noteInput = z.strictObject({
  title: z.string().min(1).max(200),
  text: z.string().max(10_000).default(""),
});

export type NoteInput = z.infer<typeof noteInput>;

/** A note as it is stored. */
export interface Note extends NoteInput {
  readonly id: string;
  readonly changedAt: string;
}
