import { type ErrorTexts, type Fail, failWith } from "../../facts/errors/error";
import { chooseFrom, listOf, show } from "../../facts/errors/words";

/** Texts about the commands that read who may do what. */
export const accessTexts = {
  "routes-caller-unknown": ({ value, names }: { value: string; names: readonly string[] }) => ({
    problem: `is ${show(value)}, but no route names such a caller.`,
    remedy: chooseFrom(value, names, (words, more) => `Known callers: ${listOf(words.map(show), more)}.`),
  }),
  "routes-action-invalid": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, which is not an action of IAM.`,
    remedy: 'Write a service and an action: "s3:DeleteObject", or "s3:Delete*" for any of several.',
  }),
  "against-unknown": ({ value, reason }: { value: string; reason: string }) => ({
    problem: `is ${show(value)}, which is neither a folder nor a commit that can be read (${reason}).`,
    remedy:
      "Name a folder with Terraform JSON, or a branch, tag or commit: --against main. In a pipeline, fetch it first.",
  }),
  "against-no-app": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, in which this folder has no cdktf.json.`,
    remedy: "Name a commit that has the app, or a folder with its Terraform JSON.",
  }),
  "against-not-synthesized": ({ value, reason }: { value: string; reason: string }) => ({
    problem: `is ${show(value)}, whose app cannot be synthesized with the packages that are installed now:\n${reason}`,
    remedy: "Synthesize that version where it was built, and name its output folder: --against <folder>.",
  }),
  "against-option": (_: object) => ({
    problem: "saves plans, and a comparison with --against makes none.",
    remedy: "Leave out one of the two.",
  }),
  "against-required": ({ options }: { options: readonly string[] }) => ({
    problem: `takes effect only with --against${options.length > 0 ? `, and so does ${listOf(options, 0)}` : ""}.`,
    remedy: "Name what to compare with: --against main.",
  }),
  "against-stack-unknown": ({ value, stacks }: { value: string; stacks: readonly string[] }) => ({
    problem: `is ${show(value)}, which matches no stack of either version.`,
    remedy: chooseFrom(value, stacks, (words, more) => `Known stacks: ${listOf(words.map(show), more)}.`),
  }),
  "fail-on-unknown": ({ value, allowed }: { value: string; allowed: readonly string[] }) => ({
    problem: `has ${show(value)}, which is not a kind of finding.`,
    remedy: chooseFrom(
      value,
      allowed,
      (words, more) => `Write some of: ${listOf(words, more)}, with commas between them.`,
    ),
  }),
} satisfies ErrorTexts;

/** Refuses input of the caller. */
export const fail: Fail<typeof accessTexts> = failWith(accessTexts);
