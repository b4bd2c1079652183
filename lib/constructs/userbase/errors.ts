import { coreTexts } from "../../core/errors";
import { dnsTexts } from "../../dns/errors";
import { type ErrorTexts, type Fail, failWith } from "../../errors/error";
import { didYouMean, show } from "../../errors/words";

/** Texts about Userbase. */
export const userbaseTexts = {
  "login-empty": (_: object) => ({
    problem: "is an empty list: nobody could sign in.",
    remedy: 'Name how users sign in: ["username"], ["email"], ["phone"], ["username", "email"], ...',
  }),
  "login-preferred-username": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}: preferredUsername is an alias of username, which is not in the list.`,
    remedy: 'Add it: ["username", "preferredUsername"].',
  }),
  "login-two-models": ({
    usernames,
    aliases,
  }: {
    usernames: readonly string[];
    aliases: readonly string[];
  }) => ({
    problem: `mixes two sign-in models: usernameAttributes are ${show(usernames)} and aliasAttributes ${show(aliases)}.`,
    remedy: 'Leave it out, and choose one model by login: ["username", "email"], or ["email"] alone.',
  }),
  "imported-user-pool": (_: object) => ({
    problem: "is given for an imported user pool, which this stack does not configure.",
    remedy: "Configure it where the pool is created, or leave cdk.userPool to the library.",
  }),
  "client-without-pool": (_: object) => ({
    problem: "is an existing client, but cdk.userPool is not an existing user pool.",
    remedy: "Pass the pool of the client as cdk.userPool too, or leave the client to the library.",
  }),
  "callback-url": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, to which the service sends nobody.`,
    remedy:
      'Write an address with https://, for tests http://localhost ("http://localhost:3000/callback"), or one with your ' +
      'app\'s own scheme ("myapp://callback"); without a # part.',
  }),
  "oauth-without-callback": ({ flows }: { flows: readonly string[] }) => ({
    problem: `is missing, while allowedOauthFlows has ${flows.map(show).join(" and ")}: users would come back nowhere.`,
    remedy: 'Name where users come back to: callbackUrls: ["https://example.com/callback"].',
  }),
  "oauth-without-scopes": ({ flows }: { flows: readonly string[] }) => ({
    problem: `is missing, while allowedOauthFlows has ${flows.map(show).join(" and ")}.`,
    remedy: 'Name what the tokens may be for: allowedOauthScopes: ["openid", "email"].',
  }),
  "sender-key-twice": ({ other }: { other: string }) => ({
    problem: `is given beside ${other}.`,
    remedy: "Give the key once.",
  }),
  "sender-key-unused": (_: object) => ({
    problem: "is given, but there is neither the trigger customEmailSender nor customSmsSender.",
    remedy: "Leave it out, or add the trigger: nothing else is encrypted with the key.",
  }),
  "trigger-own-pool": ({ target }: { target: string }) => ({
    problem: `refers to ${target}, which waits for this function: a circle.`,
    remedy:
      "Leave it out, and bind the Userbase: bindForTriggers([userbase]) lets serverform/node/userbase find the ids. Each " +
      "event of a trigger also names its userPoolId and callerContext.clientId.",
  }),
  "federation-domain": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, which is no plain host name.`,
    remedy: 'Write the host alone, without a path, a port or a slash at its end: "login.example.com".',
  }),
  "federation-disabled": (_: object) => ({
    problem: "needs an identity pool, but identityPoolFederation is false.",
    remedy:
      "Leave identityPoolFederation out, or set it to true: that creates an identity pool and its roles.",
  }),
  "guests-refused": (_: object) => ({
    problem:
      "lets guests in, but identityPoolFederation.cdk.cfnIdentityPool.allowUnauthenticatedIdentities is false.",
    remedy: "Leave allowUnauthenticatedIdentities out, or do not attach permissions for guests.",
  }),
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
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...dnsTexts, ...userbaseTexts };

/** Refuses input of the caller. */
export const fail: Fail<typeof texts> = failWith(texts);
