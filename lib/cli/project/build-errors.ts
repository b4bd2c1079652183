import type { BuildFailure } from "esbuild";

/** The errors with which a build of esbuild has failed, as texts. Throws an error of another kind. */
export async function buildErrors(error: unknown): Promise<readonly string[]> {
  const { errors } = error as Partial<BuildFailure>;
  if (errors === undefined) throw error;
  const { formatMessages } = await import("esbuild");
  const texts = await formatMessages(errors, { kind: "error", color: false });
  return texts.map((text) => text.trim());
}
