import type { ErrorText } from "../../../errors/error";
import { didYouMean, show } from "../../../errors/words";

/** Texts of what a Userbase offers beside users and a client; part of the catalogue. */
export const userbaseExtrasTexts = {
  "userbase-tier": ({ tier, needed }: { tier: string | undefined; needed: readonly string[] }) => ({
    problem:
      tier === undefined
        ? "is given without featureTier."
        : `is given with featureTier ${show(tier)}, which does not offer it.`,
    remedy: `Write featureTier: ${needed.map(show).join(" or ")}. The plan changes the price of each user.`,
  }),
  "userbase-name-invalid": ({ value, part }: { value: string; part: string }) => ({
    problem: `has the key ${show(value)}, which is no name of a ${part}.`,
    remedy: "Write letters, digits, - and _, beginning with a letter; at most 64 of them.",
  }),
  "userbase-domain-prefix": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, which is no prefix of a domain.`,
    remedy:
      'Write lower-case letters, digits and -, at most 63 of them, without "aws", "amazon" or "cognito". For a domain of ' +
      'yours: domain: { domainName: "auth.example.com" }.',
  }),
  "userbase-scope-unknown": ({ value, scopes }: { value: string; scopes: readonly string[] }) => ({
    problem: `names the scope ${show(value)}, which does not exist.`,
    remedy: `There is: ${scopes.map(show).join(", ")}.${didYouMean(value, scopes)}
Scopes of your own are declared in resourceServers, and written "<identifier>/<scope>".`,
  }),
  "userbase-machine-scope": ({ value }: { value: string }) => ({
    problem: `names the scope ${show(value)}, which is about a user; a machine is none.`,
    remedy: 'Write scopes of resourceServers: "<identifier>/<scope>".',
  }),
  "userbase-one-time-mfa": (_: object) => ({
    problem: 'is given together with mfa "required"; a code alone is one factor.',
    remedy: 'Write mfa: "optional", or leave out oneTimePasswords.',
  }),
  "userbase-branding-file": ({ value, reason }: { value: string; reason: string }) => ({
    problem: `is ${show(value)}, ${reason}.`,
    remedy: "Write the path of an ico, jpeg, png, svg or webp file, from the folder of cdktf.json.",
  }),
  "userbase-group-without-pool": (_: object) => ({
    problem:
      "is given, but identityPoolFederation is false: without an identity pool users get no credentials.",
    remedy:
      "Leave out identityPoolFederation: false, or give the permissions to the functions that act for the users.",
  }),
  "userbase-group-role-given": ({ value }: { value: string }) => ({
    problem: `names the group ${show(value)}, which has a role of yours.`,
    remedy:
      "Attach the permissions to that role, or leave it out: then the group gets a role of the library.",
  }),
} satisfies Record<string, (facts: never) => ErrorText>;
