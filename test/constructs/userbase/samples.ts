import { Token } from "cdktf";
import { Userbase } from "../../../lib";
import { type ConstructSamples, sampleHandler, sampleId } from "../../support/construct-samples";

export const samples: ConstructSamples = {
  Userbase: {
    make: (stack, fn) => new Userbase(stack, sampleId, { triggers: { preSignUp: fn ?? sampleHandler } }),
    type: "aws_cognito_user_pool",
    makeEverything(stack) {
      const users = new Userbase(stack, "Users", {
        login: ["phone"],
        triggers: { customSmsSender: sampleHandler },
        identityPoolFederation: { enterprise: { domain: "login.example.com", clientId: "id" } },
        domain: { domainName: "auth.example.com" },
        resourceServers: { notes: { scopes: { read: "Reads notes" } } },
        groups: { admins: { permissions: ["s3"] } },
        identityProviders: { google: { clientId: "id", clientSecret: Token.asString("${var.secret}") } },
        clients: { web: { callbackUrls: ["https://notes.example.com"] } },
        featureTier: "plus",
        threatProtection: { mode: "enforced", compromisedCredentials: "block" },
        logDelivery: { userNotification: true },
      });
      users.bindForTriggers([users]);
    },
  },
};
