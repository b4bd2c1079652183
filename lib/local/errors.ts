import type { ErrorText } from "../errors/error";
import { show } from "../errors/words";

/** Texts of the local runtime; part of the catalogue. */
export const localTexts = {
  "local-folder-missing": ({ folder }: { folder: string }) => ({
    problem: `is ${folder}, which does not exist.`,
    remedy:
      "Synthesize the app first (serverform build), or name another folder: serverform local --from <folder>.",
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
  "local-pool-none": (_: object) => ({
    problem: "cannot be used: the app has no user pool.",
    remedy:
      "To try routes with local tokens, create a Userbase. Other issuers issue their tokens themselves.",
  }),
  "local-several": ({
    part,
    value,
    parts,
  }: {
    part: string;
    value: string | undefined;
    parts: readonly string[];
  }) => ({
    problem: `${value === undefined ? "is missing" : `is ${show(value)}`}, but more than one ${part} matches.`,
    remedy: `Give the name or path of one: ${parts.join(", ")}.`,
  }),
  "local-id-token-scopes": (_: object) => ({
    problem: "is given, but identity tokens carry no scopes.",
    remedy: "Omit it, or create an access token.",
  }),
} satisfies Record<string, (facts: never) => ErrorText>;
