import type { BuildFailure } from "esbuild";

/** The errors of a failed esbuild build, as texts. Rethrows other errors. */
export async function buildErrors(error: unknown): Promise<readonly string[]> {
  const { errors } = error as Partial<BuildFailure>;
  if (errors === undefined) throw error;
  const { formatMessages } = await import("esbuild");
  const texts = await formatMessages(errors, { kind: "error", color: false });
  return texts.map((text) => text.trim());
}
