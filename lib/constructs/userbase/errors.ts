import { type ErrorTexts, type Fail, failWith } from "../../facts/errors/error";
import { didYouMean, show } from "../../facts/errors/words";
import { coreTexts } from "../../kit/core/errors";
import { dnsTexts } from "../../kit/dns/errors";

export const userbaseTexts = {
  "login-empty": (_: object) => ({
    problem: "is an empty array, so nobody could sign in.",
    remedy: 'Write how users sign in: ["username"], ["email"], ["phone"], ["username", "email"], ...',
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
    problem: `is ${show(value)}, which the service does not accept as a redirect URL.`,
    remedy:
      'Write a URL with https://, one of the same machine ("http://localhost:3000/callback", or with 127.0.0.1 or [::1]), ' +
      'or one with your app\'s own scheme ("myapp://callback"); without a # part.',
  }),
  "oauth-without-callback": ({ flows }: { flows: readonly string[] }) => ({
    problem: `is missing, but allowedOauthFlows has ${flows.map(show).join(" and ")}: users could not be redirected back.`,
    remedy: 'Write where users are redirected to: callbackUrls: ["https://example.com/callback"].',
  }),
  "oauth-without-scopes": ({ flows }: { flows: readonly string[] }) => ({
    problem: `is missing, but allowedOauthFlows has ${flows.map(show).join(" and ")}.`,
    remedy: 'Write the scopes of the tokens: allowedOauthScopes: ["openid", "email"].',
  }),
  "client-attribute-unknown": ({ value, known }: { value: string; known: readonly string[] }) => ({
    problem: `is ${show(value)}, which is not an attribute of the user pool.`,
    remedy: `Known attributes: ${known.map(show).join(", ")}.${didYouMean(value, known)}
Declare your own in cdk.userPool.schema, and write them as "custom:<name>".`,
  }),
  "client-attribute-unwritable": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, which no client may write: the service sets it.`,
    remedy: "Leave it out of writeAttributes.",
  }),
  "client-attribute-required": ({
    missing,
    writes,
  }: {
    missing: readonly string[];
    writes: readonly string[];
  }) => ({
    problem: `is ${show(writes)}, without ${missing.map(show).join(" and ")}: each client must be able to write what the user pool requires.`,
    remedy: `Add it: writeAttributes: ${show([...writes, ...missing])}. Or leave required out of the schema of the pool.`,
  }),
  "sender-key-twice": ({ other }: { other: string }) => ({
    problem: `is given together with ${other}.`,
    remedy: "Give the key only once.",
  }),
  "sender-key-unused": (_: object) => ({
    problem: "is given, but triggers has neither customEmailSender nor customSmsSender.",
    remedy: "Leave it out, or add one of these triggers: the key encrypts nothing else.",
  }),
  "trigger-own-pool": ({ target }: { target: string }) => ({
    problem: `refers to ${target}, which depends on this function: a circular dependency.`,
    remedy:
      "Leave it out, and bind the Userbase: with bindForTriggers([userbase]), serverform/node/userbase finds the ids. Each " +
      "event of a trigger also contains userPoolId and callerContext.clientId.",
  }),
  "federation-domain": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, which is not the address of an issuer.`,
    remedy:
      'Write the host, and the path if the issuer has one, without a port, a query or a trailing slash: "login.example.com".',
  }),
  "federation-disabled": (_: object) => ({
    problem: "needs an identity pool, but identityPoolFederation is false.",
    remedy:
      "Leave identityPoolFederation out, or set it to true; then an identity pool and its roles are created.",
  }),
  "guests-refused": (_: object) => ({
    problem:
      "gives guests access, but identityPoolFederation.cdk.cfnIdentityPool.allowUnauthenticatedIdentities is false.",
    remedy: "Leave allowUnauthenticatedIdentities out, or do not attach permissions for guests.",
  }),
  "userbase-tier": ({ tier, needed }: { tier: string | undefined; needed: readonly string[] }) => ({
    problem:
      tier === undefined
        ? "is given without featureTier."
        : `is given with featureTier ${show(tier)}, which does not include it.`,
    remedy: `Write featureTier: ${needed.map(show).join(" or ")}. The plan changes the price per user.`,
  }),
  "userbase-name-invalid": ({ value, part }: { value: string; part: string }) => ({
    problem: `has the key ${show(value)}, which is not a valid name of a ${part}.`,
    remedy: "Use letters, digits, - and _, beginning with a letter; at most 64 characters.",
  }),
  "userbase-provider-name": ({ value }: { value: string }) => ({
    problem: `has the key ${show(value)}, which is not a valid name of an identity provider.`,
    remedy:
      'Use 3 to 32 letters, digits, "-" and ".", beginning with a letter or a digit. "Google", "Facebook", "Cognito", ' +
      '"LoginWithAmazon" and "SignInWithApple" are reserved.',
  }),
  "userbase-saml-metadata": ({ value, reason }: { value: string; reason: string }) => ({
    problem: `is ${show(value)}, ${reason}.`,
    remedy: "Write the path of the XML file that the provider offers, relative to the folder of cdktf.json.",
  }),
  "userbase-domain-prefix": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, which is not a valid domain prefix.`,
    remedy:
      'Use lower-case letters, digits and -, at most 63 characters, without "aws", "amazon" or "cognito". For your own ' +
      'domain: domain: { domainName: "auth.example.com" }.',
  }),
  "userbase-scope-unknown": ({ value, scopes }: { value: string; scopes: readonly string[] }) => ({
    problem: `names the scope ${show(value)}, which does not exist.`,
    remedy: `Known scopes: ${scopes.map(show).join(", ")}.${didYouMean(value, scopes)}
Declare your own scopes in resourceServers, and write them as "<identifier>/<scope>".`,
  }),
  "userbase-rotation-flow": (_: object) => ({
    problem:
      'names "ALLOW_REFRESH_TOKEN_AUTH", but refreshTokenRotation is on, and AWS refuses the two together.',
    remedy: "Leave that flow out: the client calls GetTokensFromRefreshToken.",
  }),
  "userbase-log-target": (_: object) => ({
    problem: "is given, but AWS sends logs of messages to log groups only.",
    remedy: "Write logGroupArn, or leave it out: then a log group is created.",
  }),
  "userbase-machine-scope": ({ value }: { value: string }) => ({
    problem: `names the scope ${show(value)}, which is only for users, not for machines.`,
    remedy: 'Write scopes of resourceServers: "<identifier>/<scope>".',
  }),
  "userbase-one-time-mfa": (_: object) => ({
    problem: 'is given together with mfa "required", but a code alone is only one factor.',
    remedy: 'Write mfa: "optional", or leave out oneTimePasswords.',
  }),
  "userbase-branding-file": ({ value, reason }: { value: string; reason: string }) => ({
    problem: `is ${show(value)}, ${reason}.`,
    remedy: "Write the path of an ico, jpeg, png, svg or webp file, relative to the folder of cdktf.json.",
  }),
  "userbase-group-without-pool": (_: object) => ({
    problem:
      "is given, but identityPoolFederation is false: without an identity pool, users get no credentials.",
    remedy:
      "Leave out identityPoolFederation: false, or give the permissions to the functions that act on behalf of the users.",
  }),
  "userbase-group-role-given": ({ value }: { value: string }) => ({
    problem: `names the group ${show(value)}, which has your own role.`,
    remedy: "Attach the permissions to that role, or leave the role out; then the library creates one.",
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...dnsTexts, ...userbaseTexts };

export const fail: Fail<typeof texts> = failWith(texts);
