/** @group processes */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "puppeteer-core";
import { LocalIssuers } from "../../../lib/local/identities";
import { PageServers } from "../../../lib/local/pages/page-servers";
import { chromium, inBrowser, startBrowser, Visitor } from "../../support/browser";
import { ada, clientId, Directory, password, poolId } from "../services/cognito-idp/directory";
import { testKeys } from "../support/keys";

let app: Server;
let callback: string;
let directory: Directory;
let servers: PageServers;
let base: string;
let browser: Browser | undefined;

beforeAll(async () => {
  app = createServer((_request, response) => void response.end("the app"));
  await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
  callback = `http://localhost:${(app.address() as AddressInfo).port}/`;
  directory = await Directory.start({
    pool: { sign_in_policy: { allowed_first_auth_factors: ["PASSWORD", "WEB_AUTHN"] } },
    client: {
      allowed_oauth_flows_user_pool_client: true,
      allowed_oauth_flows: ["code"],
      allowed_oauth_scopes: ["openid"],
      callback_urls: [callback],
      logout_urls: [callback],
      supported_identity_providers: ["COGNITO"],
    },
    more: { aws_cognito_user_pool_domain: { Domain: { user_pool_id: poolId, domain: "notes" } } },
  });
  servers = new PageServers({ port: 0, report: () => {} });
  await servers.open([poolId]);
  const { model } = directory.pools;
  servers.serve(directory.pools, new LocalIssuers({ model, keys: testKeys(), clock: directory.clock }));
  base = servers.urlOf(poolId) ?? "";
  await directory.signUp();
  await directory.confirm();
  if (chromium !== undefined) browser = await startBrowser();
});

afterAll(async () => {
  await browser?.close();
  await servers.close();
  app.closeAllConnections();
  app.close();
});

const address = (path: string, more: Readonly<Record<string, string>> = {}) =>
  `${base}${path}?${new URLSearchParams({ client_id: clientId, redirect_uri: callback, ...more })}`;
const signIn = () => address("/oauth2/authorize", { response_type: "code" });

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
    await visitor.click("Create a passkey");
    expect(page.url()).toBe(`${callback}?result=success`);
    await page.goto(address("/logout", { logout_uri: callback }));
    await page.goto(signIn());
    await visitor.fill("Email address", ada);
    await visitor.click("Sign in with a passkey");
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
