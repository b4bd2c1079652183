import type { ErrorText } from "../../errors/error";
import { show } from "../../errors/words";

/** Texts of Userbase; part of the catalogue. */
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
} satisfies Record<string, (facts: never) => ErrorText>;
