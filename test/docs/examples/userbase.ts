import { DataAwsCognitoUserPool } from "@cdktf/provider-aws/lib/data-aws-cognito-user-pool";
import { DataAwsSsmParameter } from "@cdktf/provider-aws/lib/data-aws-ssm-parameter";
import { S3Bucket } from "@cdktf/provider-aws/lib/s3-bucket";
import { Sesv2EmailIdentity } from "@cdktf/provider-aws/lib/sesv2-email-identity";
import { Api, type StackContext, Userbase } from "serverform";

// #region userbase-gateways
export function UsersOfAnApi({ stack }: StackContext) {
  const users = new Userbase(stack, "Users", { login: ["email"] });
  const api = new Api(stack, "UsersApi", {
    authorizers: { users: { type: "user_pool", userPool: users } },
    routes: {
      "GET /notes": { authorizer: "users", function: "functions/notes.get" },
      "GET /files": { authorizer: "iam", function: "functions/notes.get" },
    },
  });
  users.attachPermissionsForAuthUsers(stack, [api]);
}
// #endregion

// #region userbase-own-pool
export function TriggersOnTheirPool({ stack }: StackContext) {
  const users = new Userbase(stack, "Users", {
    triggers: { preSignUp: "functions/notes.get", postConfirmation: "functions/notes.create" },
  });
  // Everything that using the directory needs, and its ids.
  users.bindForTrigger("postConfirmation", [users]);
  // One action only.
  const listUsers = { actions: ["cognito-idp:ListUsers"], resources: [users.userPoolArn] };
  users.attachPermissionsForTrigger("preSignUp", [listUsers]);
}
// #endregion

// #region userbase-federation
export function FilesOfUsers({ stack }: StackContext) {
  const bucket = new S3Bucket(stack, "Files", {});
  const users = new Userbase(stack, "Users", {
    identityPoolFederation: { search: { clientId: "123.apps.example.com" } },
  });
  // Each user reaches the files below one's own identity.
  const own = `${bucket.arn}/\${cognito-identity.amazonaws.com:sub}/*`;
  users.attachPermissionsForAuthUsers(stack, [
    { actions: ["s3:GetObject", "s3:PutObject"], resources: [own] },
  ]);
}
// #endregion

// #region userbase-override
export function StricterUsers({ stack }: StackContext) {
  new Userbase(stack, "Users", {
    cdk: {
      userPool: {
        adminCreateUserConfig: { allowAdminCreateUserOnly: true },
        userAttributeUpdateSettings: { attributesRequireVerificationBeforeUpdate: ["email"] },
      },
      userPoolClient: { writeAttributes: ["name"] },
    },
  });
}
// #endregion

// #region userbase-import
export function ExistingUsers({ stack }: StackContext) {
  const userPool = new DataAwsCognitoUserPool(stack, "Pool", { userPoolId: "eu-west-1_abcdefghi" });
  new Userbase(stack, "Users", { cdk: { userPool } });
}
// #endregion

// #region userbase-clients
export function ClientsWithScopes({ stack }: StackContext) {
  const users = new Userbase(stack, "Users", {
    domain: "acme-notes",
    resourceServers: { notes: { scopes: { read: "Reads notes", write: "Writes notes" } } },
    clients: {
      web: {
        callbackUrls: ["https://notes.example.com/signed-in", "http://localhost:3000"],
        logoutUrls: ["https://notes.example.com"],
        scopes: ["openid", "email", "notes/read", "notes/write"],
        refreshTokenValidity: "7 days",
      },
      importer: { type: "machine", scopes: ["notes/write"], accessTokenValidity: "10 minutes" },
    },
  });
  new Api(stack, "ScopesApi", {
    authorizers: { users: { type: "user_pool", userPool: users } },
    defaults: { authorizer: "users" },
    routes: {
      "GET /profile": "functions/notes.get",
      // The machine, too: it may request the scope.
      "POST /notes": { authorizationScopes: ["notes/write"], function: "functions/notes.create" },
    },
  });
  stack.addOutputs({ SignInUrl: users.domainUrl });
}
// #endregion

// #region userbase-domain
export function PagesOnADomain({ stack }: StackContext) {
  new Userbase(stack, "Users", {
    domain: { domainName: "auth.example.com" },
    branding: { settings: { components: { pageBackground: { image: { enabled: false } } } } },
    clients: { web: { callbackUrls: ["https://notes.example.com"] } },
  });
}
// #endregion

// #region userbase-groups
export function GroupsWithRoles({ stack }: StackContext) {
  const reports = new S3Bucket(stack, "Reports", {});
  const users = new Userbase(stack, "Users", {
    groups: {
      admins: { precedence: 1, permissions: [[reports, "grantReadWrite"]] },
      members: { description: "Everybody else", precedence: 1 },
    },
  });
  users.attachPermissionsForGroup(stack, "members", [[reports, "grantRead"]]);
}
// #endregion

// #region userbase-factors
export function SecondFactorsAndPasskeys({ stack }: StackContext) {
  const identity = new Sesv2EmailIdentity(stack, "Identity", { emailIdentity: "example.com" });
  new Userbase(stack, "Users", {
    login: ["email"],
    featureTier: "plus",
    threatProtection: "enforced",
    mfa: { mode: "optional", factors: ["totp", "email"] },
    passkeys: { relyingPartyId: "notes.example.com" },
    oneTimePasswords: ["email"],
    email: { from: "Notes <users@example.com>", identity },
  });
}
// #endregion

// #region userbase-protection
export function ProtectedUsers({ stack }: StackContext) {
  const identity = new Sesv2EmailIdentity(stack, "Identity", { emailIdentity: "example.com" });
  new Userbase(stack, "Users", {
    login: ["email"],
    mfa: "optional",
    email: { from: "Notes <users@example.com>", identity },
    featureTier: "plus",
    threatProtection: {
      mode: "enforced",
      compromisedCredentials: "block",
      accountTakeover: {
        medium: "mfa_if_configured",
        high: { action: "block", notify: true },
      },
      trustedIpRanges: ["192.0.2.0/24"],
    },
    logDelivery: { userNotification: true, userAuthEvents: { retention: "three_months" } },
    passwordPolicy: { minLength: 12, require: ["lowercase", "numbers"], historySize: 5 },
    client: { authFlows: ["password"], accessTokenValidity: "15 minutes" },
  });
}
// #endregion

// #region userbase-providers
export function UsersOfGoogle({ stack }: StackContext) {
  const secret = new DataAwsSsmParameter(stack, "Secret", { name: "/notes/google" });
  new Userbase(stack, "Users", {
    login: ["email"],
    domain: "acme-notes",
    identityProviders: { google: { clientId: "123.apps.example.com", clientSecret: secret.value } },
    clients: { web: { callbackUrls: ["https://notes.example.com"] } },
  });
}
// #endregion

// #region userbase-company-providers
export function UsersOfCompanies({ stack }: StackContext) {
  const secret = new DataAwsSsmParameter(stack, "Secret", { name: "/notes/okta" });
  new Userbase(stack, "Users", {
    login: ["email"],
    domain: "acme-notes",
    identityProviders: {
      oidc: {
        Okta: { issuer: "https://acme.okta.com", clientId: "0oa1b2c3d4", clientSecret: secret.value },
      },
      saml: {
        Staff: {
          metadataUrl: "https://login.example.com/metadata.xml",
          identifiers: ["example.com"],
          attributeMapping: { email: "mail", given_name: "firstName" },
        },
      },
    },
    clients: { web: { callbackUrls: ["https://notes.example.com"] } },
  });
}
// #endregion
