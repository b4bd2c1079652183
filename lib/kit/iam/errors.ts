import { type ErrorTexts, type Fail, failWith } from "../../facts/errors/error";
import { chooseFrom, didYouMean, listOf, raisedQuota, show } from "../../facts/errors/words";
import { coreTexts } from "../core/errors";

/** Texts about permissions, statements and policies. */
export const iamTexts = {
  // Permissions
  "permissions-invalid": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, which is neither "*" nor an array.`,
    remedy: `Write an array: ${typeof value === "string" ? `[${show(value)}]` : '["s3", table, [bucket, "grantRead"]]'}. For every action on every resource: "*".`,
  }),
  "permission-invalid": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, which is not a permission.`,
    remedy:
      'Write a service ("s3"), an action ("s3:GetObject"), a construct, [construct, access] or a PolicyStatement.',
  }),
  "permission-all-in-list": ({ value }: { value: string }) => ({
    problem: `is ${show(value)} in an array.`,
    remedy:
      'For every action on every resource write "*" instead of the list. It is better to name services or constructs.',
  }),
  "permission-service-unknown": ({
    value,
    service,
    services,
  }: {
    value: string;
    service: string;
    services: readonly string[];
  }) => ({
    problem: `is ${show(value)}, but IAM has no service ${show(service)}.`,
    remedy:
      service === "arn"
        ? `Name the construct, [construct, access], or a PolicyStatement: { actions: ["${value.split(":")[2]}:Get*"], resources: [${show(value)}] }.`
        : `Write the prefix of a service as IAM spells it, for example "s3" or "dynamodb".${didYouMean(service, services)}
For a service that is newer than this list, pass a PolicyStatement: its actions are not checked.`,
  }),
  "permission-action-invalid": ({ value, service }: { value: string; service: string }) => ({
    problem: `is ${show(value)}, which is not an action of IAM.`,
    remedy: `Write "${service}:" and the name of an action, with * or ? as wildcards: "${service}:Get*".`,
  }),
  "permission-construct-unknown": ({
    value,
    known,
    types,
  }: {
    value: string;
    known: readonly string[];
    types: readonly string[];
  }) => ({
    problem: `is ${value}, which cannot be named in permissions.`,
    remedy: `Name one of the constructs ${known.join(", ")}.
Or a resource or data source of one of the types ${types.join(", ")}.
For anything else pass a PolicyStatement with its ARN.`,
  }),
  "permission-access-unknown": ({
    value,
    construct,
    names,
  }: {
    value: unknown;
    construct: string;
    names: readonly string[];
  }) => ({
    problem: `names the access ${show(value)}, which does not exist for ${construct}.`,
    remedy: chooseFrom(value, names, (words, more) => `Use one of: ${listOf(words.map(show), more)}.`),
  }),
  "permission-bind-instead": ({ value }: { value: string }) => ({
    problem: `is ${value}, which cannot be used in permissions.`,
    remedy: "Use bind: [...] instead. The function gets the value and the permission to read it.",
  }),
  "permission-part-missing": ({ construct, part }: { construct: string; part: string }) => ({
    problem: `asks for access to the ${part} of ${construct}, which has none.`,
    remedy: `Give it a ${part}, or leave this entry out.`,
  }),
  "statement-invalid": ({ problem, remedy }: { problem: string; remedy: string }) => ({ problem, remedy }),
  "policy-too-large": ({
    documents,
    max,
    attached,
  }: {
    documents: number;
    max: number;
    attached: number;
  }) => ({
    problem: `need ${documents} policies of 6,000 characters, but the role allows only ${max} more.`,
    remedy: `Name a service or a whole construct instead of many single statements, or use wildcards in ARNs.${raisedQuota("managedPoliciesPerRole", documents + attached)}`,
  }),
  "statement-too-large": ({ value, characters }: { value: string; characters: number }) => ({
    problem: `have a statement of ${characters} characters that cannot be split: ${value}`,
    remedy: "A policy allows 6,000 characters. Write several statements, or use wildcards.",
  }),
  // Policies of resources
  "policy-source-unnamed": ({
    stack,
    other,
    nameProp,
  }: {
    stack: string;
    other: string;
    nameProp: string;
  }) => ({
    problem: `connects stack ${stack} to stack ${other}, which needs a name that AWS chooses only at deployment.`,
    remedy:
      `Set the name with ${nameProp}, or put both into one stack. ` +
      "A reference would make the two stacks depend on each other.",
  }),
  "resource-policy-too-large": ({ bytes, limit }: { bytes: number; limit: number }) => ({
    problem: `has about ${bytes} characters; AWS accepts ${limit}.`,
    remedy: "Let fewer sources send to it, for example through one topic, or join statements with wildcards.",
  }),
  "policy-sid-duplicate": ({ sid }: { sid: string }) => ({
    problem: `has the Sid ${show(sid)}, which another statement of the policy already uses.`,
    remedy: "Choose another Sid, or leave it out.",
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...iamTexts };

export const fail: Fail<typeof texts> = failWith(texts);
