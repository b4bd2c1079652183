import { z } from "zod";

/** What a client sends. */
export const noteInput = z.strictObject({
  title: z.string().min(1).max(200),
  text: z.string().max(10_000).default(""),
});

export type NoteInput = z.infer<typeof noteInput>;

/** What is stored. */
export interface Note extends NoteInput {
  readonly id: string;
  readonly changedAt: string;
}
