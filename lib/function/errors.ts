import { bundleTexts } from "../bundle/errors";
import { coreTexts } from "../core/errors";
import { type ErrorTexts, type Fail, failWith } from "../errors/error";
import { show } from "../errors/words";

/** Texts about functions and what their events are handed to. */
export const functionTexts = {
  "handler-invalid": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, which names no function in a file.`,
    remedy: 'Write the path without its extension, a dot and the function: "functions/notes.get".',
  }),
  "handler-not-found": ({
    value,
    file,
    extensions,
  }: {
    value: string;
    file: string;
    extensions: readonly string[];
  }) => ({
    problem: `is ${show(value)}, but there is no file ${show(file)} with ${extensions.length === 1 ? "the extension" : "one of the extensions"} ${extensions.join(" ")}.`,
    remedy:
      "Create the file, or correct the path; it is relative to srcPath, and that to the folder of cdktf.json.",
  }),
  "src-path-required": ({ reason }: { reason: string }) => ({
    problem: `is ".": ${reason}, and that would be the whole project.`,
    remedy: 'Name the folder of the function: srcPath: "services/report".',
  }),
  "splitting-needs-esm": (_: object) => ({
    problem: "is true for a bundle in the format cjs.",
    remedy: 'Set nodejs.format: "esm", or leave splitting out.',
  }),
  "environment-too-large": ({
    bytes,
    limit,
    largest,
  }: {
    bytes: number;
    limit: number;
    largest: string;
  }) => ({
    problem: `takes ${bytes} bytes; AWS takes ${limit}.`,
    remedy: `Keep large values elsewhere and pass their name; the largest is ${show(largest)}.`,
  }),
  "function-name-duplicate": ({ value, other }: { value: string; other: string }) => ({
    problem: `is ${show(value)}, the name of ${other} too.`,
    remedy: "Give each function a name of its own, or leave the name to the library.",
  }),
  "defaults-with-function": ({ id }: { id: string }) => ({
    problem: `is a Function object (for ${show(id)}), which defaults.function cannot reach.`,
    remedy: "Pass the handler or props instead of the object, or leave defaults.function out.",
  }),
  "function-provider-object": ({ id, type }: { id: string; type: string }) => ({
    problem: `is a provider object of type ${type} (for ${show(id)}).`,
    remedy:
      "Pass it as cdk.function where the construct has that key, or give a handler, props or a Function.",
  }),
  "function-reference-invalid": ({ id, value }: { id: string; value: unknown }) => ({
    problem: `is ${show(value)}, which is no function (for ${show(id)}).`,
    remedy: 'Give the path of a handler ("functions/notes.get"), props with a handler, or a Function.',
  }),
  "part-without-function": ({
    part,
    value,
    parts,
  }: {
    part: string;
    value: string;
    parts: readonly string[];
  }) => ({
    problem: `names the ${part} ${show(value)}, which has no function of this library.`,
    remedy: parts.length === 0 ? `No ${part} has one.` : `With a function: ${parts.map(show).join(", ")}.`,
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...bundleTexts, ...functionTexts };

/** Refuses input of the caller. */
export const fail: Fail<typeof texts> = failWith(texts);
