import type { ErrorText } from "../../errors/error";
import { show } from "../../errors/words";

/** Texts of the generation of GraphQL schemas; part of the catalogue. */
export const graphqlTexts = {
  "schemagen-module-failed": ({ value, output }: { value: string; output: string }) => ({
    problem: `is ${show(value)}, which ended in an error while it was loaded.`,
    remedy: `Correct this; a package that Node.js cannot load by itself belongs in schemagen.internalPackages:\n${output}`,
  }),
  "schemagen-no-schema": ({ value, exports }: { value: string; exports: readonly string[] }) => ({
    problem: `is ${show(value)}, which exports no GraphQL schema.`,
    remedy: `Export it: export const schema = builder.toSchema(). It exports: ${exports.join(", ") || "nothing"}.`,
  }),
  "schemagen-not-written": ({ value, reason }: { value: string; reason: string }) => ({
    problem: `is ${show(value)}, which cannot be written: ${reason}.`,
    remedy: "Name a file that may be written, relative to the folder of cdktf.json.",
  }),
} satisfies Record<string, (facts: never) => ErrorText>;
