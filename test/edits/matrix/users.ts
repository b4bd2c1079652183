import { Api } from "../../../lib/constructs/api";
import { Userbase, type UserbaseProps } from "../../../lib/constructs/userbase";
import type { Stack } from "../../../lib/kit/app";
import { type Edits, handler, other } from "./edit";

/** Users of an API: Terraform spreads the order of its authorizer to their directory. */
const members = (props: UserbaseProps) => (stack: Stack) => {
  const users = new Userbase(stack, "It", props);
  new Api(stack, "Api", {
    authorizers: { members: { type: "user_pool", userPool: users } },
    routes: { "GET /": { function: handler, authorizer: "members" } },
  });
};

const search = { search: { clientId: "a.apps.googleusercontent.com" } };

const email = {
  from: "users@example.com",
  identity: "arn:aws:ses:us-east-1:123456789012:identity/example.com",
};
const protectedPool = (high: "block" | "mfa_required"): UserbaseProps => ({
  featureTier: "plus",
  email,
  mfa: "optional",
  threatProtection: {
    mode: "enforced",
    compromisedCredentials: "block",
    accountTakeover: { low: { action: "none", notify: true }, high },
    trustedIpRanges: ["192.0.2.0/24"],
  },
});

/** With its main client, as Terraform shows it. */
const newPool = (attribute: string) => [
  `aws_cognito_user_pool.It_UserPool is replaced for ${attribute}`,
  "aws_cognito_user_pool_client.It_UserPoolClient is replaced for user_pool_id",
];

const edits: Readonly<
  Record<string, readonly [before: UserbaseProps, after: UserbaseProps, known?: readonly string[]]>
> = {
  // The library refuses the plan: see test/constructs/userbase/sign-in.
  "login by phone too": [{ login: ["email"] }, { login: ["email", "phone"] }, newPool("username_attributes")],
  "federation off": [
    {},
    { identityPoolFederation: false },
    ["aws_cognito_identity_pool.It_IdentityPool is deleted"],
  ],
  "federation with another provider": [{}, { identityPoolFederation: search }],
  // The permission names the pool, so that it comes after it: for a moment the trigger fails.
  "trigger added": [
    {},
    { triggers: { preSignUp: handler } },
    [
      "aws_cognito_user_pool.It_UserPool changes before aws_lambda_permission.It_Permission_preSignUp permits it",
    ],
  ],
  "trigger removed": [{ triggers: { preSignUp: handler } }, {}],
  "trigger code": [{ triggers: { preSignUp: handler } }, { triggers: { preSignUp: other } }],
  "client added": [{}, { clients: { web: {} } }],
  "client removed": [{ clients: { web: {} } }, {}, ["aws_cognito_user_pool_client.It_Client_web is deleted"]],
  "client renamed": [
    { clients: { web: {} } },
    { clients: { app: {} } },
    ["aws_cognito_user_pool_client.It_Client_web is deleted"],
  ],
  "group added": [{}, { groups: { admins: {} } }],
  "group renamed": [{ groups: { admins: {} } }, { groups: { staff: {} } }],
  "second factor": [{}, { mfa: "optional" }],
  "sign-in domain added": [{}, { domain: "notes-dev" }],
  "sign-in domain renamed": [
    { domain: "notes-dev" },
    { domain: "notes-all" },
    ["aws_cognito_user_pool_domain.It_Domain is replaced for domain"],
  ],
  "feature tier": [{}, { featureTier: "plus" }],
  "threat protection": [protectedPool("block"), protectedPool("mfa_required")],
  "threat protection added": [{ featureTier: "plus", email, mfa: "optional" }, protectedPool("block")],
  "password rules": [{ passwordPolicy: {} }, { passwordPolicy: { minLength: 12, historySize: 3 } }],
  "password rules added": [{}, { passwordPolicy: { require: ["numbers"] } }],
  "password rules removed": [{ passwordPolicy: { minLength: 12, require: ["numbers"] } }, {}],
  "pages and times of a client removed": [
    {
      client: {
        callbackUrls: ["https://example.com"],
        logoutUrls: ["https://example.com/bye"],
        sessionValidity: "10 minutes",
        accessTokenValidity: "10 minutes",
        refreshTokenValidity: "2 days",
      },
    },
    {},
  ],
  "pages of the main client": [{}, { client: { callbackUrls: ["https://example.com"] } }],
  "flows of the main client": [{}, { client: { authFlows: ["password"] } }],
  "secret of the main client": [
    {},
    { client: { secret: true } },
    ["aws_cognito_user_pool_client.It_UserPoolClient is replaced for generate_secret"],
  ],
  "domain of the passkeys": [
    { passkeys: { relyingPartyId: "example.com" } },
    { passkeys: { relyingPartyId: "example.org", userVerification: "required" } },
  ],
  "resource server added": [{}, { resourceServers: { notes: { scopes: { read: "Read" } } } }],
  "resource server renamed": [
    { resourceServers: { notes: { scopes: { read: "Read" } } } },
    { resourceServers: { texts: { scopes: { read: "Read" } } } },
  ],
  "deletion protection": [{}, { cdk: { userPool: { deletionProtection: "ACTIVE" } } }],
  "name of the pool": [{}, { cdk: { userPool: { name: "other" } } }, newPool("name")],
};

export const userEdits: Edits = Object.fromEntries(
  Object.entries(edits).map(([name, [before, after, known]]) => [
    `Userbase ${name}`,
    { before: members(before), after: members(after), ...(known && { known }) },
  ]),
);
