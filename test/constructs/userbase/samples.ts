import { TerraformVariable } from "cdktf";
import { Userbase } from "../../../lib";
import {
  type ConstructInputs,
  type ConstructSamples,
  sampleHandler,
  sampleId,
} from "../../support/construct-samples";

export const samples: ConstructSamples = {
  Userbase: {
    make: (stack, fn) => new Userbase(stack, sampleId, { triggers: { preSignUp: fn ?? sampleHandler } }),
    type: "aws_cognito_user_pool",
    makeEverything(stack) {
      const secret = new TerraformVariable(stack, "secret", { type: "string", sensitive: true });
      const users = new Userbase(stack, "Users", {
        login: ["phone"],
        triggers: { customSmsSender: sampleHandler },
        identityPoolFederation: { enterprise: { domain: "login.example.com", clientId: "id" } },
        domain: { domainName: "auth.example.com" },
        resourceServers: { notes: { scopes: { read: "Reads notes" } } },
        groups: { admins: { permissions: ["s3"] } },
        identityProviders: { google: { clientId: "id", clientSecret: secret.stringValue } },
        clients: { web: { callbackUrls: ["https://notes.example.com"] } },
        featureTier: "plus",
        threatProtection: { mode: "enforced", compromisedCredentials: "block" },
        logDelivery: { userNotification: true },
      });
      users.bindForTriggers([users]);
    },
  },
};

const sesIdentity = "arn:aws:ses:us-east-1:123456789012:identity/example.com";

export const inputs: ConstructInputs = {
  Userbase: {
    props: "UserbaseProps",
    create: Userbase,
    valid: () => ({
      login: ["email"],
      triggers: { preSignUp: sampleHandler },
      defaults: { function: { timeout: 5 } },
      identityPoolFederation: { search: { clientId: "123.apps.example.com" } },
      domain: { domainName: "auth.example.com" },
      resourceServers: { notes: { scopes: { read: "Reads notes" } } },
      clients: {
        web: {
          callbackUrls: ["https://notes.example.com"],
          refreshTokenRotation: { retryGracePeriod: "10 seconds" },
        },
        importer: { type: "machine", scopes: ["notes/read"] },
      },
      groups: { admins: { permissions: ["s3"] } },
      mfa: { mode: "optional", factors: ["totp"] },
      passkeys: { relyingPartyId: "auth.example.com" },
      email: { from: "users@example.com", identity: sesIdentity },
      passwordPolicy: { minLength: 12, require: ["numbers"] },
      client: { callbackUrls: ["https://notes.example.com"], authFlows: ["srp", "choice"] },
      featureTier: "plus",
      threatProtection: {
        mode: "enforced",
        compromisedCredentials: { action: "block", events: ["sign_up"] },
        accountTakeover: {
          low: "none",
          high: { action: "block", notify: true },
          notifications: { blocked: { subject: "Blocked", html: "<p>Blocked</p>", text: "Blocked" } },
        },
        blockedIpRanges: ["192.0.2.0/24"],
      },
      logDelivery: { userNotification: true, userAuthEvents: { retention: "one_week" } },
      identityProviders: { google: { clientId: "id", clientSecret: "secret" } },
      cdk: {
        userPool: { adminCreateUserConfig: { allowAdminCreateUserOnly: true } },
        userPoolClient: { accessTokenValidity: 1 },
      },
    }),
  },
};
