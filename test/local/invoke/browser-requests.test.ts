import { pageRefusal } from "../../../lib/local";
import { type PageFacts, type Surface, surfaces } from "../../../lib/local/invoke/browser-requests";

const asked = (host: string | undefined, origin?: string) => ({ host, origin });
const refusalOf = (facts: PageFacts) => pageRefusal("services", facts, "this machine");

describe("requests that a server on loopback serves", () => {
  test.each([
    "localhost",
    "localhost:4000",
    "LocalHost:4000",
    "localhost.",
    "api.localhost:4000",
    "files.s3.localhost",
    "127.0.0.1",
    "127.0.0.1:80",
    "127.8.9.10:4000",
    "[::1]:4000",
    "[::1]",
  ])("requests for %s", (host) => {
    expect(refusalOf(asked(host))).toBeUndefined();
  });

  test.each([
    "http://localhost:3000",
    "https://localhost",
    "http://app.localhost:5173",
    "http://127.0.0.1:3000",
    "http://[::1]:3000",
  ])("requests of pages of %s", (origin) => {
    expect(refusalOf(asked("localhost:4000", origin))).toBeUndefined();
  });

  test("requests without a Host header, which no browser sends", () => {
    expect(refusalOf(asked(undefined))).toBeUndefined();
  });
});

describe("requests that a server on loopback refuses", () => {
  test.each([
    "evil.example.com",
    "evil.example.com:4000",
    "localhost.example.com",
    "example-localhost",
    "127.0.0.1.example.com",
    "127.0.0.1@evil.example.com",
    "evil.example.com#localhost",
    "10.0.0.1:4000",
    "1127.0.0.1",
    "[::2]",
    "",
    " ",
    ":4000",
  ])("requests for %j", (host) => {
    expect(refusalOf(asked(host))).toMatch(/^the Host header is /);
  });

  test.each([
    "null",
    "",
    "https://evil.example.com",
    "http://localhost.example.com",
    "http://localhost@evil.example.com",
    "http://evil.example.com/localhost",
    "file://localhost",
    "chrome-extension://localhost",
    "localhost",
    "http://localhost:3000/",
  ])("requests of pages of %j", (origin) => {
    expect(refusalOf(asked("localhost:4000", origin))).toMatch(/^the Origin header is /);
  });

  test("and says why, what is served, and how to serve more", () => {
    expect(refusalOf(asked("evil.example.com"))).toBe(
      'the Host header is "evil.example.com", but only requests for localhost and 127.0.0.1 are served (--host serves other names)',
    );
    expect(refusalOf(asked("localhost", "https://evil.example.com"))).toBe(
      'the Origin header is "https://evil.example.com", but only pages of localhost and 127.0.0.1 are served (--host serves other names)',
    );
  });

  test("without repeating a long value", () => {
    expect(refusalOf(asked("a".repeat(5000)))?.length).toBeLessThan(250);
  });
});

describe("a server with addresses of its own", () => {
  test("serves no other host, and none at all is another one", () => {
    const served = ["127.0.0.1:4000", "localhost:4000"];
    const refused = (host?: string) => pageRefusal("programs", { host }, served) !== undefined;
    expect([...served, "localhost:4001", "api.localhost:4000", "evil.example.com"].map(refused)).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
    expect(refused()).toBe(true);
  });
});

// Headers as Chromium, Firefox and Safari send them; https://www.w3.org/TR/fetch-metadata/#examples
const host = "127.0.0.1:4000";
const evil = "https://evil.example.com";
const requests = {
  "a program": {},
  "fetch of Node": { "sec-fetch-mode": "cors" },
  "an address that a person types": { "sec-fetch-site": "none", "sec-fetch-mode": "navigate" },
  "a fetch of the page itself": { origin: `http://${host}`, "sec-fetch-site": "same-origin" },
  "an image of the page itself": { "sec-fetch-site": "same-origin", "sec-fetch-mode": "no-cors" },
  "a fetch of the app's page": { origin: "http://localhost:5173", "sec-fetch-site": "cross-site" },
  "a fetch of a page on another port": { origin: "http://127.0.0.1:5173", "sec-fetch-site": "same-site" },
  "an image of the app's page": {
    referer: "http://localhost:5173/",
    "sec-fetch-site": "cross-site",
    "sec-fetch-mode": "no-cors",
  },
  "an image of a page on another port": { "sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors" },
  "a link of a foreign page": { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
  "an image of a foreign page": { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" },
  "an image of a foreign page in an old browser": { referer: `${evil}/` },
  "a fetch of a foreign page": { origin: evil, "sec-fetch-site": "cross-site" },
  "a form of a foreign page": { origin: evil, "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
  "a form of a page without an origin": { origin: "null", "sec-fetch-site": "cross-site" },
} as const satisfies Readonly<Record<string, PageFacts>>;

type Request = keyof typeof requests;

const everybody = ["a program", "fetch of Node", "an address that a person types"] as const;
const own = ["a fetch of the page itself", "an image of the page itself"] as const;
const fetches = ["a fetch of the app's page", "a fetch of a page on another port"] as const;
const links = ["a link of a foreign page"] as const;

const served: Readonly<Record<Surface, readonly Request[] | "all">> = {
  programs: everybody,
  // A browser before 2023 does not tell a link from an image.
  consolePage: [...everybody, ...own, ...links, "an image of a foreign page in an old browser"],
  console: [...everybody, ...own],
  services: [...everybody, "a fetch of the page itself", ...fetches],
  files: [
    ...everybody,
    ...own,
    ...fetches,
    ...links,
    "an image of the app's page",
    "an image of a page on another port",
    "an image of a foreign page",
    "an image of a foreign page in an old browser",
  ],
  signIn: [...everybody, ...own, ...fetches, ...links, "an image of a foreign page in an old browser"],
  apis: "all",
  sockets: [
    ...everybody,
    ...own,
    ...fetches,
    ...links,
    "an image of the app's page",
    "an image of a page on another port",
    "an image of a foreign page",
    "an image of a foreign page in an old browser",
  ],
};

describe("requests that each surface serves", () => {
  const all = Object.keys(requests) as Request[];
  test.each(Object.keys(surfaces) as Surface[])("%s", (surface) => {
    const letIn = all.filter(
      (name) => pageRefusal(surface, { host, ...requests[name] }, [host]) === undefined,
    );
    const wanted = served[surface];
    expect(letIn).toEqual(wanted === "all" ? all : all.filter((name) => wanted.includes(name)));
  });

  test("none of them serves a name that resolves to this machine", () => {
    for (const surface of Object.keys(surfaces) as Surface[]) {
      expect(pageRefusal(surface, { host: "evil.example.com:4000" }, "this machine")).toMatch(
        /^the Host header/,
      );
    }
  });
});
