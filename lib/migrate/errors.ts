import { type ErrorTexts, type Fail, failWith } from "../facts/errors/error";
import { listOf, oneOf, show } from "../facts/errors/words";

/** Texts about `serverform migrate`. */
export const migrateTexts = {
  "migrate-tool-unknown": ({ value, names }: { value: string; names: readonly string[] }) => ({
    problem: `is ${show(value)}, which is not a tool that can be migrated from.`,
    remedy: `Write ${oneOf(names)}.`,
  }),
  "migrate-source-missing": ({ value, names }: { value: string; names: readonly string[] }) => ({
    problem: `is ${show(value)}, which has none of ${listOf(names, 0)}.`,
    remedy: "Name the folder that holds it.",
  }),
  "migrate-file-invalid": ({ reason }: { reason: string }) => ({
    problem: `cannot be read: ${reason}. Nothing was written.`,
    remedy: "Correct the file, and run the command again.",
  }),
  "migrate-not-aws": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}. Nothing was written.`,
    remedy: "Only applications of the provider aws can be migrated.",
  }),
  "migrate-files-exist": ({ files }: { files: readonly string[] }) => ({
    problem: `has ${listOf(files.slice(0, 5), Math.max(0, files.length - 5))} already. Nothing was written.`,
    remedy: "Rename these files. The command overwrites nothing.",
  }),
  "migrate-folder-unusable": ({ value, reason }: { value: string; reason: string }) => ({
    problem: `is ${show(value)}, which cannot be written: ${reason}. Nothing was written.`,
    remedy: "Name a folder that you may write.",
  }),
  "migrate-option-unused": ({ value }: { value: string }) => ({
    problem: `does nothing for ${show(value)}: its handlers import no clients.`,
    remedy: "Leave the option out.",
  }),
  "migrate-needs-package": ({ value }: { value: string }) => ({
    problem: `needs the package ${value} to read the declarations of resources, and it is not installed.`,
    remedy: `Install it: npm install --save-dev ${value}.`,
  }),
} satisfies ErrorTexts;

/** Refuses input of the caller. */
export const fail: Fail<typeof migrateTexts> = failWith(migrateTexts);
