import type { Browser, Page } from "puppeteer-core";
import type { Values } from "../../../lib/model";
import { Visitor } from "../../support/browser";
import { expectFineLook } from "../../support/look";
import { google, pageClient, type ServedPages, servePages } from "../pages/served-pages";
import { ada, clientId, password, poolId } from "../services/cognito-idp/directory";
import { inBrowser, isLookedAt } from "./in-browser";

const callback = "http://localhost:3000/";

/** Looks at the forms of the sign-in pages that a pool with every factor has. */
export function lookAtSignInPages(browser: () => Browser): void {
  let pages: ServedPages;
  let page: Page;
  let visitor: Visitor;

  beforeAll(async () => {
    if (!isLookedAt) return;
    pages = await servePages({
      pool: {
        software_token_mfa_configuration: { enabled: true },
        sign_in_policy: { allowed_first_auth_factors: ["PASSWORD", "EMAIL_OTP", "WEB_AUTHN"] },
      },
      client: { ...pageClient(callback), supported_identity_providers: ["COGNITO", "Google"] },
      more: { aws_cognito_identity_provider: google },
    });
    page = await browser().newPage();
    visitor = new Visitor(page);
  });

  afterAll(async () => {
    await page?.close();
    await pages?.close();
  });

  const open = (path: string, more: Readonly<Record<string, string>> = {}) => {
    const query = { client_id: clientId, response_type: "code", redirect_uri: callback, ...more };
    return page.goto(`${pages.base}${path}?${new URLSearchParams(query)}`);
  };

  async function signIn(name: string, secret: string): Promise<void> {
    await open("/login");
    await visitor.fill("Email address", name);
    await visitor.fill("Password", secret);
    await visitor.click("Sign in");
  }

  /** Looks at a page that has this text. */
  async function looksFine(name: string, text: string): Promise<void> {
    expect(await page.$eval("main", (each) => String(each.textContent))).toContain(text);
    await expectFineLook(page, name);
  }

  /** Edits the pool, as a new synthesis does. */
  async function editPool(values: Values): Promise<void> {
    const { pools } = pages.directory;
    Object.assign(pools.model.ofType("aws_cognito_user_pool")[0]?.values ?? {}, values);
    await pools.replace(pools.model);
  }

  inBrowser("all ways to sign in, and a refused password", async () => {
    await signIn(ada, "wrong");
    await looksFine("sign-in-refused", "Sign in with Google");
  });

  inBrowser("a code by mail, and a wrong one", async () => {
    await open("/login");
    await visitor.fill("Email address", ada);
    await visitor.click("Send me a code");
    await visitor.fill("Code", "x");
    await visitor.click("Continue");
    await looksFine("code-by-mail", "Invalid verification code");
  });

  inBrowser("the stand-in of another provider", async () => {
    await open("/oauth2/authorize", { identity_provider: "Google", scope: "openid" });
    await looksFine("provider", "Sign in as a user of Google");
  });

  inBrowser("a forgotten password, with the code and the new one", async () => {
    await open("/forgotPassword");
    await visitor.fill("Email address", ada);
    await visitor.click("Send a code");
    await looksFine("reset", "A number");
  });

  inBrowser("an account that a link in a mail confirms", async () => {
    const { directory } = pages;
    await directory.signUp("eve@example.com");
    const [pool] = directory.pools.all;
    const { username = "" } = pool?.users.find("eve@example.com") ?? {};
    await page.goto(pool?.confirmationLink(username, directory.code, clientId) ?? "");
    await looksFine("confirmed", "Your account is confirmed");
  });

  inBrowser("a passkey that nobody may add who has not signed in", async () => {
    await open("/passkeys/add");
    await looksFine("passkey-stranger", "Sign in, then");
  });

  inBrowser("attributes that a user must have, at the sign-up and with the first password", async () => {
    const { directory } = pages;
    const schema = [{ name: "given_name", attribute_data_type: "String", required: true, mutable: true }];
    await editPool({ schema });
    await open("/signup");
    await visitor.fill("Email address", "finn@example.com");
    await visitor.fill("Given name", "Finn");
    await visitor.fill("Password", "short");
    await visitor.click("Sign up");
    await looksFine("sign-up-refused", "Password not long enough");
    const Username = "cleo@example.com";
    const UserAttributes = [{ Name: "email", Value: Username }];
    await directory.ask("AdminCreateUser", {
      UserPoolId: poolId,
      Username,
      UserAttributes,
      DesiredDeliveryMediums: ["EMAIL"],
    });
    await signIn(Username, directory.code);
    await looksFine("first-password", "Given name");
    await editPool({ schema: undefined });
  });

  inBrowser("a second factor: set up, chosen and entered", async () => {
    await editPool({ mfa_configuration: "ON" });
    await signIn(ada, password);
    await looksFine("factor-new", "Add this key to your authenticator app");
    await editPool({ email_mfa_configuration: {} });
    const user = pages.directory.pools.all[0]?.users.find(ada);
    if (user === undefined) throw new Error("no user");
    user.mfa = { enabled: ["SOFTWARE_TOKEN_MFA", "EMAIL_OTP"], totp: { secret: "JBSWY3DPEHPK3PXP" } };
    await signIn(ada, password);
    await looksFine("factor-choice", "Choose a second factor");
    await page.select("select", "SOFTWARE_TOKEN_MFA");
    await visitor.click("Continue");
    await looksFine("factor-code", "Enter the code of your authenticator app");
  });
}
