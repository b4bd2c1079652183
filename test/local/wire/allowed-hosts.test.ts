import { refusalOf } from "../../../lib/local/wire/allowed-hosts";

const asked = (host: string | undefined, origin?: string) => ({ host, origin });

describe("what a server on loopback serves", () => {
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
    expect(refusalOf(asked(host), "127.0.0.1")).toBeUndefined();
  });

  test.each([
    "http://localhost:3000",
    "https://localhost",
    "http://app.localhost:5173",
    "http://127.0.0.1:3000",
    "http://[::1]:3000",
  ])("requests of pages of %s", (origin) => {
    expect(refusalOf(asked("localhost:4000", origin), "localhost")).toBeUndefined();
  });

  test("requests without a Host header, which no browser sends", () => {
    expect(refusalOf(asked(undefined), "127.0.0.1")).toBeUndefined();
  });
});

describe("what a server on loopback refuses", () => {
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
    expect(refusalOf(asked(host), "127.0.0.1")).toMatch(/^the Host header is /);
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
    expect(refusalOf(asked("localhost:4000", origin), "127.0.0.1")).toMatch(/^the Origin header is /);
  });

  test.each(["localhost", "::1", "127.0.0.1"])("also when it listens on %s", (listening) => {
    expect(refusalOf(asked("evil.example.com"), listening)).toBeDefined();
  });

  test("and says why, what is served, and how to serve more", () => {
    expect(refusalOf(asked("evil.example.com"), "127.0.0.1")).toBe(
      'the Host header is "evil.example.com", but only requests for localhost and 127.0.0.1 are served (--host serves other names)',
    );
    expect(refusalOf(asked("localhost", "https://evil.example.com"), "127.0.0.1")).toBe(
      'the Origin header is "https://evil.example.com", but only pages of localhost and 127.0.0.1 are served (--host serves other names)',
    );
  });

  test("without repeating a long value", () => {
    expect(refusalOf(asked("a".repeat(5000)), "127.0.0.1")?.length).toBeLessThan(250);
  });
});

describe("what a server on another address serves", () => {
  test.each(["0.0.0.0", "::", "192.168.0.7", "dev.example.com"])("any name, on %s", (listening) => {
    const request = asked("dev.example.com:4000", "https://app.example.com");
    expect(refusalOf(request, listening)).toBeUndefined();
  });
});
