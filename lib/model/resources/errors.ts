import { type ErrorTexts, type Fail, failWith } from "../../facts/errors/error";

/** Texts about Terraform JSON that is read back. */
export const modelTexts = {
  "local-folder-missing": ({ folder }: { folder: string }) => ({
    problem: `is ${folder}, which does not exist.`,
    remedy: "Synthesize the app first (serverform build), or name another folder with --from.",
  }),
  "local-folder-empty": ({ folder }: { folder: string }) => ({
    problem: `is ${folder}, which has no Terraform JSON.`,
    remedy:
      "Name the folder that holds manifest.json, or one with files that end in .tf.json. Files in Terraform's own language (.tf) are not read.",
  }),
  "local-stack-missing": ({ file }: { file: string }) => ({
    problem: `is listed in manifest.json, but ${file} does not exist.`,
    remedy: "Synthesize the app again: serverform build.",
  }),
  "local-json-malformed": ({ reason }: { reason: string }) => ({
    problem: `cannot be read as JSON: ${reason}.`,
    remedy: "Correct the file; if the app wrote it, synthesize again: serverform build.",
  }),
} satisfies ErrorTexts;

/** Refuses the folder of Terraform JSON. */
export const fail: Fail<typeof modelTexts> = failWith(modelTexts);
