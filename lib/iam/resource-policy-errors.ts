import type { ErrorText } from "../errors/error";
import { show } from "../errors/words";

/** Texts of the policies of queues, topics and buckets; part of the catalogue. */
export const resourcePolicyTexts = {
  "policy-source-unnamed": ({
    stack,
    other,
    nameProp,
  }: {
    stack: string;
    other: string;
    nameProp: string;
  }) => ({
    problem: `leads from stack ${stack} to stack ${other}, which would have to name what AWS names at deployment.`,
    remedy:
      `Give it a name of your own with ${nameProp}, or put both into one stack. ` +
      "A reference back would make the two stacks wait for each other.",
  }),
  "policy-sid-duplicate": ({ sid }: { sid: string }) => ({
    problem: `has the Sid ${show(sid)}, which another statement of the policy has.`,
    remedy: "Choose another Sid, or leave it out.",
  }),
} satisfies Record<string, (facts: never) => ErrorText>;
