/** @group processes */

import { join } from "node:path";
import { ListBucketsCommand, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { buildSync } from "esbuild";
import type { Browser, Page } from "puppeteer-core";
import { AccessKeys, localFolder, signingSecretIn } from "../../../lib/local";
import { read, root } from "../../docs/documents";
import { hasAxe } from "../../support/axe";
import { chromium, inBrowser, startBrowser, Visitor } from "../../support/browser";
import { freePorts } from "../../support/free-ports";
import { expectFineLook } from "../../support/look";
import { ExampleCopy } from "./example-copy";
import { type Line, type StartedCommand, urlIn } from "./support";

describe("the example of a site, under the local server", () => {
  let copy: ExampleCopy;
  let server: StartedCommand;
  let browser: Browser | undefined;
  let url: string;
  let ready: Line;

  beforeAll(async () => {
    const port = await freePorts(2);
    copy = new ExampleCopy("examples/site");
    server = copy.start(["--json", "--no-watch", "--seed", "users.json", "--port", String(port)], {
      SITE_URL: `http://localhost:${port + 1}/`,
    });
    ready = await server.line(({ event }: Line) => event === "ready");
    url = urlIn(ready, "Site").replace("127.0.0.1", "localhost");
    if (chromium !== undefined) browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    expect(await server.stop()).toBe(0);
    copy.remove();
  });

  const text = (page: Page, id: string): Promise<string> =>
    page.$eval(`#${id}`, (element) => (element as { readonly textContent: string | null }).textContent ?? "");
  const shows = (page: Page, id: string, wanted: string) =>
    page.waitForFunction(
      `document.getElementById(${JSON.stringify(id)})?.textContent === ${JSON.stringify(wanted)}`,
    );
  const s3 = () =>
    new S3Client({
      region: "us-east-1",
      endpoint: String(ready.services),
      forcePathStyle: true,
      credentials: new AccessKeys(signingSecretIn(localFolder(copy.folder))).administrator,
    });
  const pictures = async (): Promise<string> => {
    const { Buckets = [] } = await s3().send(new ListBucketsCommand({}));
    return Buckets.find(({ Name }) => Name?.includes("pictures"))?.Name ?? "";
  };
  /** The newest code in the inbox. */
  const newestCode = (): string =>
    copy
      .command("inbox")
      .match(/\b\d{6}\b/g)
      ?.at(-1) ?? "";
  /** With cookies of its own. */
  const openApart = async (): Promise<Page> => {
    const page = await (await (browser as Browser).createBrowserContext()).newPage();
    await page.goto(url);
    return page;
  };
  const open = async (path: string): Promise<Page> => {
    const page = await (browser as Browser).newPage();
    await page.goto(new URL(path, url).href);
    return page;
  };

  test("serves the built page, the API under the same domain, and the index page for other paths", async () => {
    const page = await (await fetch(url)).text();
    const [, script = ""] = /src="(\/assets\/app-[0-9a-f]{8}\.js)"/.exec(page) ?? [];
    const { headers } = await fetch(new URL(script, url));
    expect(headers.get("cache-control")).toBe("max-age=31536000,public,immutable");
    expect(await (await fetch(new URL("/api/greeting", url))).json()).toEqual({
      greeting: "Hello from the API",
    });
    expect((await fetch(new URL("/api/me", url))).status).toBe(401);
    expect(await (await fetch(new URL("/about", url))).text()).toBe(page);
  });

  inBrowser("shows pages and what the API says, in Chromium", async () => {
    const page = await open("/");
    await shows(page, "page", "Welcome");
    await shows(page, "greeting", "Hello from the API");
    await page.click('nav a[href="/about"]');
    expect(await text(page, "page")).toBe("A site and its API");
    await page.reload();
    await shows(page, "page", "A site and its API");
    await page.goto(new URL("/nowhere", url).href);
    await shows(page, "page", "There is no such page");
  });

  (hasAxe ? inBrowser : test.skip)("has a look for each screen, before and after the sign-in", async () => {
    const page = await openApart();
    await shows(page, "greeting", "Hello from the API");
    await expectFineLook(page, "example-site");
    const visitor = new Visitor(page);
    await visitor.click("Sign in");
    await visitor.fill("Email address", "ada@example.com");
    await visitor.fill("Password", "Correct-horse-1");
    await visitor.click("Sign in");
    await page.waitForSelector("#upload:not([hidden])");
    await expectFineLook(page, "example-site-signed-in");
  });

  inBrowser("lets a user of the seed sign in, in Chromium", async () => {
    const page = await openApart();
    const visitor = new Visitor(page);
    await visitor.click("Sign in");
    await visitor.fill("Email address", "ada@example.com");
    await visitor.fill("Password", "Correct-horse-1");
    await visitor.click("Sign in");
    const isSignedIn = 'document.getElementById("user")?.textContent === "Signed in as ada@example.com"';
    await page.waitForFunction(isSignedIn);
    await page.reload();
    await page.waitForFunction(isSignedIn);
    await visitor.click("Sign out");
    await page.waitForSelector("#sign-in:not([hidden])");
  });

  inBrowser("is used by a newcomer as the guide says, in Chromium", async () => {
    const [email, password] = ["bob@example.com", "Correct-horse-2"];
    const page = await openApart();
    const visitor = new Visitor(page);
    await visitor.click("Sign in");
    await visitor.click("Create an account");
    await visitor.fill("Email address", email);
    await visitor.fill("Password", password);
    await visitor.click("Sign up");
    await visitor.fill("Code", newestCode());
    await visitor.click("Confirm account");
    await visitor.fill("Email address", email);
    await visitor.fill("Password", password);
    await visitor.click("Sign in");
    await page.waitForFunction('document.getElementById("user")?.textContent.startsWith("Signed in as ")');
    await page.waitForSelector("#upload:not([hidden])");
    await visitor.choose("Upload a picture", copy.write("dot.png", dot));
    await page.waitForFunction('document.getElementById("uploaded").naturalWidth === 1');
    const { Contents } = await s3().send(new ListObjectsV2Command({ Bucket: await pictures() }));
    expect(Contents).toMatchObject([
      { Key: expect.stringMatching(/^us-east-1:[0-9a-f-]{36}\/dot\.png$/), Size: 70 },
    ]);
    const steps = /^([\s\S]*?)\n`examples/.exec(read("docs/web-page.md"))?.[1] ?? "";
    expect(visitor.used).toEqual([...steps.matchAll(/\*\*(.+?)\*\*/g)].map(([, label]) => label));
  });

  inBrowser("is used by aws-amplify and amazon-cognito-identity-js, in Chromium", async () => {
    const page = await openApart();
    const { outputFiles } = buildSync({
      entryPoints: [join(root, "test/fixtures/apps-of-users.ts")],
      bundle: true,
      write: false,
      format: "iife",
      define: { global: "globalThis" },
      nodePaths: [join(root, "node_modules")],
    });
    const services = String(ready.services);
    // Storage of Amplify does not accept addresses without TLS.
    await page.evaluate(`const { open } = XMLHttpRequest.prototype;
      XMLHttpRequest.prototype.open = function (method, url) {
        const here = String(url).replace(/^https:\\/\\/(.+)\\.s3\\.us-east-1\\.amazonaws\\.com/, "${services}/$1");
        open.call(this, method, here, true);
      };`);
    await page.addScriptTag({ content: outputFiles[0]?.text ?? "" });
    const { userPools } = ready as unknown as {
      userPools: { id: string; clients: { id: string; name: string }[] }[];
    };
    const [pool] = userPools;
    const script = await page.$eval("script[type=module]", (element) =>
      fetch((element as never as { src: string }).src).then((response) => response.text()),
    );
    const settings = {
      services,
      bucket: await pictures(),
      poolId: pool?.id ?? "",
      clientId: pool?.clients.find(({ name }) => name.endsWith("web"))?.id ?? "",
      identityPoolId: /us-east-1:[0-9a-f-]{36}/.exec(script)?.[0] ?? "",
      username: "eve@example.com",
      password: "Correct-horse-3",
    };
    const evaluate = (code: string) =>
      page.evaluate(`(async ({ Amplify, api, auth, storage, AuthenticationDetails, CognitoUser, CognitoUserPool }, given) => {
        const { username, password, services, poolId, clientId } = given;
        ${code}
      })(clients, ${JSON.stringify(settings)})`);
    await evaluate(`
      const endpoints = { userPoolEndpoint: services, identityPoolEndpoint: services };
      const { identityPoolId, bucket } = given;
      Amplify.configure({
        Auth: { Cognito: { userPoolId: poolId, userPoolClientId: clientId, identityPoolId, ...endpoints } },
        Storage: { S3: { bucket, region: "us-east-1" } },
        API: { REST: { site: { endpoint: location.origin, region: "us-east-1" } } },
      });
      await auth.signUp({ username, password });`);
    const code = newestCode();
    const used = await evaluate(`
      await auth.confirmSignUp({ username, confirmationCode: "${code}" });
      const { isSignedIn } = await auth.signIn({ username, password });
      const { tokens, identityId } = await auth.fetchAuthSession();
      const headers = { authorization: "Bearer " + tokens.accessToken };
      const me = await (await api.get({ apiName: "site", path: "/api/me", options: { headers } }).response).body.json();
      const path = identityId + "/hello.txt";
      await storage.uploadData({ path, data: "hello" }).result;
      const text = await (await storage.downloadData({ path }).result).body.text();
      const others = await storage.downloadData({ path: "us-east-1:other/hello.txt" }).result.catch(({ name }) => name);
      return { isSignedIn, me, text, others };`);
    expect(used).toEqual({
      isSignedIn: true,
      me: { user: expect.any(String) },
      text: "hello",
      others: "AccessDenied",
    });
    const email = await evaluate(`
      const pool = new CognitoUserPool({ UserPoolId: poolId, ClientId: clientId, endpoint: services + "/" });
      const user = new CognitoUser({ Username: username, Pool: pool });
      const details = new AuthenticationDetails({ Username: username, Password: password });
      return new Promise((onSuccess, onFailure) => user.authenticateUser(details, { onSuccess, onFailure }))
        .then((session) => session.getIdToken().payload.email);`);
    expect(email).toBe("eve@example.com");
  });
});

/** A picture of one pixel. */
const dot = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
