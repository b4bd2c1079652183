import { AuthHandler, GithubAdapter, LinkAdapter, type OauthTokens, Session } from "serverform/node/auth";
import { Config, fetchSecrets } from "serverform/node/config";

// #region sign-in
declare module "serverform/node/auth" {
  interface SessionTypes {
    user: { readonly email: string };
  }
}

const redirect = "https://www.example.com/";

const signIn = (email: string) => Session.cookie({ type: "user", properties: { email }, redirect });

export const handler = async (...request: Parameters<ReturnType<typeof AuthHandler>>) => {
  // Not needed in an ES module.
  await fetchSecrets();
  return AuthHandler({ providers: { github: github(), mail } })(...request);
};

const github = () =>
  GithubAdapter({
    clientID: "Iv1.0123456789abcdef",
    clientSecret: Config.GITHUB_SECRET,
    scope: "user:email",
    onSuccess: async (tokens) => signIn(await primaryEmail(tokens)),
  });

const mail = LinkAdapter({
  onLink: async (link, { email = "" }) => {
    await sendMail(email, `Open this link within 10 minutes: ${link}`);
    return { statusCode: 204 };
  },
  onSuccess: ({ email = "" }) => signIn(email),
});
// #endregion

async function primaryEmail({ accessToken }: OauthTokens): Promise<string> {
  const response = await fetch("https://api.github.com/user/emails", {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  const emails = (await response.json()) as readonly { readonly email: string; readonly primary: boolean }[];
  return emails.find(({ primary }) => primary)?.email ?? "";
}

async function sendMail(to: string, text: string): Promise<void> {
  console.log(to, text);
}

// The declarations that synthesis writes for an app that has it.
declare module "serverform/node/config" {
  interface SecretResources {
    GITHUB_SECRET: unknown;
  }
}
