import { coreTexts } from "../core/errors";
import { type ErrorTexts, type Fail, failWith } from "../errors/error";
import { didYouMean, show } from "../errors/words";

/** Texts about permissions, statements and policies. */
export const iamTexts = {
  // Permissions
  "permissions-invalid": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, which is neither "*" nor a list.`,
    remedy: 'Write a list: ["s3", table, [bucket, "grantRead"]]. For every action on every resource: "*".',
  }),
  "permission-invalid": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, which is no permission.`,
    remedy:
      'Write a service ("s3"), an action ("s3:GetObject"), a construct, [construct, access] or a PolicyStatement.',
  }),
  "permission-all-in-list": ({ value }: { value: string }) => ({
    problem: `is ${show(value)} in a list.`,
    remedy:
      'For every action on every resource write "*" in place of the list. Better: name services or constructs.',
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
    problem: `is ${show(value)}, but IAM knows no service ${show(service)}.`,
    remedy: `Write the prefix of a service as IAM spells it, for example "s3" or "dynamodb".${didYouMean(service, services)}
For a service newer than this list, pass a PolicyStatement: its actions are taken as they are.`,
  }),
  "permission-action-invalid": ({ value, service }: { value: string; service: string }) => ({
    problem: `is ${show(value)}, which is no action of IAM.`,
    remedy: `Write "${service}:" and the name of an action, with * or ? as wild cards: "${service}:Get*".`,
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
    problem: `names the access ${show(value)}, which ${construct} does not have.`,
    remedy: `It has: ${names.map(show).join(", ")}.${didYouMean(value, names)}`,
  }),
  "permission-bind-instead": ({ value }: { value: string }) => ({
    problem: `is ${value}, which is not named in permissions.`,
    remedy: "Write bind: [...] with it instead: the function gets its value and the permission to read it.",
  }),
  "permission-part-missing": ({ construct, part }: { construct: string; part: string }) => ({
    problem: `asks for access to the ${part} of ${construct}, which has none.`,
    remedy: `Give it a ${part}, or leave this entry out.`,
  }),
  "statement-invalid": ({ problem, remedy }: { problem: string; remedy: string }) => ({ problem, remedy }),
  "policy-too-large": ({ documents, max }: { documents: number; max: number }) => ({
    problem: `need ${documents} policies of 6,000 characters, but a role takes only ${max} more.`,
    remedy:
      "Name a service or a whole construct in place of many single statements, or use wild cards in ARNs.",
  }),
  "statement-too-large": ({ value, characters }: { value: string; characters: number }) => ({
    problem: `have a statement of ${characters} characters that cannot be divided: ${value}`,
    remedy: "A policy takes 6,000 characters: write several statements, or use wild cards.",
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
    problem: `leads from stack ${stack} to stack ${other}, which would have to name what AWS names at deployment.`,
    remedy:
      `Give it a name of your own with ${nameProp}, or put both into one stack. ` +
      "A reference back would make the two stacks wait for each other.",
  }),
  "policy-sid-duplicate": ({ sid }: { sid: string }) => ({
    problem: `has the Sid ${show(sid)}, which another statement of the policy has.`,
    remedy: "Choose another Sid, or leave it out.",
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...iamTexts };

/** Refuses input of the caller. */
export const fail: Fail<typeof texts> = failWith(texts);
