import type { UserbaseProps } from "../../../lib/constructs/userbase";
import { standardErrorOf } from "../../support/environment";
import { testStack } from "../../support/stack";
import { failure } from "../api/support/api";
import { directory } from "./support";

const secret = "s3cret";

describe("an error about an identity provider shows no value of it", () => {
  test.each<object>([
    { identityProviders: secret },
    { identityProviders: [secret] },
    { identityProviders: { google: secret } },
    { identityProviders: { google: [secret] } },
    { identityProviders: { google: { clientSecret: secret } } },
    { identityProviders: { google: { clientId: "a", clientSecret: secret, scopes: "email" } } },
    { identityProviders: { google: { clientId: "a", clientSecret: secret, clientSecrt: secret } } },
    { identityProviders: { apple: { privateKey: secret } } },
    { identityPoolFederation: secret },
    { identityPoolFederation: { microblog: secret } },
    { identityPoolFederation: { microblog: { consumerSecret: secret } } },
    { identityPoolFederation: { microblog: { consumerKey: 1, consumerSecret: secret } } },
    { identityPoolFederation: { microblog: { consumerKey: "a", consumerSecret: [secret] } } },
  ])("%j", (props) => {
    const given = { domain: "my-notes", ...props } as unknown as UserbaseProps;
    expect(failure(() => directory(given)).message).not.toContain(secret);
  });
});

test("the secret of a federated provider in plain text gets a notice without it", () => {
  const microblog = { consumerKey: "key", consumerSecret: secret };
  const { stack } = directory({ identityPoolFederation: { microblog } }, testStack({ skipValidation: true }));
  const text = standardErrorOf(() => stack.app.synth());
  expect(text).toContain("identityPoolFederation.microblog.consumerSecret is in plain text");
  expect(text).not.toContain(secret);
});
