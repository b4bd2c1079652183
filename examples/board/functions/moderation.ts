import type { AppSyncResolverEvent } from "aws-lambda";

const longest = 280;

/** The first step of a post: what may be written, without space around it. */
export async function check({ arguments: { text } }: AppSyncResolverEvent<{ readonly text: string }>) {
  const trimmed = text.trim();
  if (trimmed === "") throw new Error("A post needs a text.");
  if (trimmed.length > longest) throw new Error(`A post has at most ${longest} characters.`);
  return { text: trimmed };
}
