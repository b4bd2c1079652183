/** @group processes */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "puppeteer-core";
import { hasAxe } from "../../support/axe";
import { chromium, inBrowser, startBrowser, Visitor } from "../../support/browser";
import { expectFineLook } from "../../support/look";
import { ada, clientId, password } from "../services/cognito-idp/directory";
import { pageClient, type ServedPages, servePages } from "./served-pages";

let app: Server;
let callback: string;
let pages: ServedPages;
let base: string;
let browser: Browser | undefined;

beforeAll(async () => {
  app = createServer((_request, response) => void response.end("the app"));
  await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
  callback = `http://localhost:${(app.address() as AddressInfo).port}/`;
  pages = await servePages({
    pool: { sign_in_policy: { allowed_first_auth_factors: ["PASSWORD", "WEB_AUTHN"] } },
    client: pageClient(callback),
  });
  base = pages.base;
  if (chromium !== undefined) browser = await startBrowser();
});

afterAll(async () => {
  await browser?.close();
  await pages.close();
  app.closeAllConnections();
  app.close();
});

const address = (path: string, more: Readonly<Record<string, string>> = {}) =>
  `${base}${path}?${new URLSearchParams({ client_id: clientId, redirect_uri: callback, ...more })}`;
const signIn = () => address("/oauth2/authorize", { response_type: "code" });

const isFineAs = async (page: Page, name: string): Promise<void> => {
  if (hasAxe) await expectFineLook(page, name);
};

/** A new browser with an authenticator of its own, which says that it knows its user. */
async function openApart(isUserVerified = true): Promise<Visitor> {
  const page: Page = await (await (browser as Browser).createBrowserContext()).newPage();
  const devtools = await page.createCDPSession();
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
    },
  });
  return new Visitor(page);
}

async function signInByPassword(visitor: Visitor): Promise<void> {
  await visitor.page.goto(signIn());
  await visitor.fill("Email address", ada);
  await visitor.fill("Password", password);
  await visitor.click("Sign in");
}

describe("passkeys at the sign-in pages", () => {
  inBrowser("are added by a user who has signed in, and sign the user in, in Chromium", async () => {
    const visitor = await openApart();
    const { page } = visitor;
    await signInByPassword(visitor);
    await page.goto(address("/passkeys/add"));
    await isFineAs(page, "passkey-add");
    await visitor.click("Create a passkey");
    expect(page.url()).toBe(`${callback}?result=success`);
    await page.goto(address("/logout", { logout_uri: callback }));
    await page.goto(signIn());
    await visitor.fill("Email address", ada);
    await visitor.click("Sign in with a passkey");
    await isFineAs(page, "passkey-use");
    await visitor.click("Use my passkey");
    expect(page.url()).toMatch(new RegExp(`^${callback}\\?code=`));
  });

  inBrowser("are refused when another authenticator signs, in Chromium", async () => {
    const visitor = await openApart();
    await visitor.page.goto(signIn());
    await visitor.fill("Email address", ada);
    await visitor.click("Sign in with a passkey");
    await (await visitor.page.waitForSelector("button"))?.click();
    const told = await visitor.page.waitForSelector(
      "xpath/.//*[starts-with(text(), 'The browser gives no passkey')]",
    );
    expect(told).not.toBeNull();
    await isFineAs(visitor.page, "passkey-refused");
    expect(visitor.page.url()).toContain("/login?");
  });

  test("are added by the signed-in user only, and for the addresses of the client only", async () => {
    const stranger = await fetch(address("/passkeys/add"));
    expect([stranger.status, await stranger.text()]).toEqual([401, expect.stringContaining("Sign in, then")]);
    const elsewhere = await fetch(address("/passkeys/add", { redirect_uri: "https://evil.example.com/" }));
    expect([elsewhere.status, await elsewhere.text()]).toEqual([
      400,
      expect.stringContaining("redirect_mismatch"),
    ]);
  });
});
