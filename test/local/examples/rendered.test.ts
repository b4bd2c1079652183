/** @group processes */

import { ServedExample } from "./served-example";

let example: ServedExample;
let url: string;

beforeAll(async () => {
  example = await ServedExample.start("examples/rendered", { environment: { SERVERFORM_LOCAL: "true" } });
  url = example.url("Web");
});

afterAll(() => example?.stop());

const get = (path: string, init: RequestInit = {}) => fetch(`${url}${path}`, { redirect: "manual", ...init });

describe("the rendered example, served on this machine", () => {
  test("renders its page on the server, with the environment of the site and the host of the browser", async () => {
    const response = await get("/");
    const text = await response.text();
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    expect(text).toContain("<h1>Guest book</h1>");
    expect(text).toContain(`<span id="host">${new URL(url).host}</span>`);
  });

  test("has the security headers of the distribution", async () => {
    const { headers } = await get("/about");
    expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("serves its files from the bucket, with the headers of files", async () => {
    const response = await get("/style.css");
    expect(await response.text()).toContain("font-family");
    expect(response.headers.get("cache-control")).toBe(
      "public,max-age=0,s-maxage=86400,stale-while-revalidate=8640",
    );
  });

  test("takes a form, sets a cookie and reads it again", async () => {
    const signed = await get("/", { method: "POST", body: new URLSearchParams({ name: "Ada & co" }) });
    expect([signed.status, signed.headers.get("location")]).toEqual([303, "/"]);
    const cookie = signed.headers.get("set-cookie")?.split(";")[0] ?? "";
    expect(await (await get("/", { headers: { cookie } })).text()).toContain("<li>Ada &#38; co</li>");
  });

  test("answers its own page for a path that does not exist", async () => {
    const response = await get("/none");
    expect([response.status, await response.text()]).toEqual([404, expect.stringContaining("Not found")]);
  });

  test("has the API under its own address", async () => {
    expect(await (await get("/api/time")).json()).toEqual({ time: "1970-01-01T00:00:00.000Z" });
  });

  test("says nothing about function URLs without effect", () => {
    expect(example.events.filter((event) => JSON.stringify(event).includes("function URLs"))).toEqual([]);
  });
});
