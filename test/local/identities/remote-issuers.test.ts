import { RemoteIssuers } from "../../../lib/local/identities/remote-issuers";
import { TestClock } from "../support/clock";

const issuer = "https://login.example.com";
const configuration = `${issuer}/.well-known/openid-configuration`;
const jwks = `${issuer}/keys`;
const sound: Readonly<Record<string, unknown>> = {
  [configuration]: { issuer, jwks_uri: jwks },
  [jwks]: { keys: [{ kid: "1" }, "no key"] },
};

/** Issuers that answer from this table; what is missing is a 404. */
function remote(pages: Readonly<Record<string, unknown>> = sound) {
  const clock = new TestClock(0);
  const asked: string[] = [];
  const issuers = new RemoteIssuers(clock, async (url) => {
    asked.push(url);
    const page = pages[url];
    if (page instanceof Error) throw page;
    const text = typeof page === "string" ? page : JSON.stringify(page);
    return new Response(text, { status: page === undefined ? 404 : 200 });
  });
  return { issuers, clock, asked };
}

test("keys are found through the issuer's configuration", async () => {
  const { issuers, asked } = remote();
  expect(await issuers.keysOf(issuer)).toEqual({ keys: [{ kid: "1" }] });
  expect(asked).toEqual([configuration, jwks]);
});

test.each([
  "http://localhost:8080/realms/dev",
  "http://127.0.0.1:8080",
  "http://auth.localhost:8080",
  "http://[::1]:8080",
])("an issuer on this machine may speak plain HTTP: %s", async (name) => {
  const keys = `${name}/keys`;
  const { issuers } = remote({
    [`${name}/.well-known/openid-configuration`]: { jwks_uri: keys },
    [keys]: { keys: [] },
  });
  expect(await issuers.keysOf(name)).toEqual({ keys: [] });
});

test("an issuer may end with a slash", async () => {
  const { issuers, asked } = remote();
  await issuers.keysOf(`${issuer}/`);
  expect(asked[0]).toBe(configuration);
});

test("keys are kept for a minute, and many requests ask once", async () => {
  const { issuers, clock, asked } = remote();
  await Promise.all([issuers.keysOf(issuer), issuers.keysOf(issuer)]);
  clock.advance(59_999);
  await issuers.keysOf(issuer);
  expect(asked).toHaveLength(2);
  clock.advance(1);
  await issuers.keysOf(issuer);
  expect(asked).toHaveLength(4);
});

test("a failure is not kept", async () => {
  const pages: Record<string, unknown> = { ...sound, [jwks]: new Error("down") };
  const { issuers } = remote(pages);
  await expect(issuers.keysOf(issuer)).rejects.toThrow("down");
  pages[jwks] = sound[jwks];
  expect((await issuers.keysOf(issuer)).keys).toHaveLength(1);
});

test("the keys of a hundred issuers are kept", async () => {
  const names = Array.from({ length: 101 }, (_, index) => `https://i${index}.example.com`);
  const { issuers, asked } = remote(
    Object.fromEntries(
      names.flatMap((name) => [
        [`${name}/.well-known/openid-configuration`, { jwks_uri: `${name}/keys` }],
        [`${name}/keys`, { keys: [] }],
      ]),
    ),
  );
  for (const name of names) await issuers.keysOf(name);
  expect(asked).toHaveLength(202);
  await issuers.keysOf(names[1] ?? "");
  expect(asked).toHaveLength(202);
  await issuers.keysOf(names[0] ?? "");
  expect(asked).toHaveLength(204);
});

test.each<[string, string, Readonly<Record<string, unknown>>, string]>([
  ["a plain address", "http://login.example.com", {}, "is not https"],
  ["a plain address that begins like this machine", "http://localhost.example.com", {}, "is not https"],
  ["an address of the network", "http://192.168.0.1", {}, "is not https"],
  ["another protocol", "ftp://localhost", {}, "is not https"],
  ["keys at a plain address", issuer, { [configuration]: { jwks_uri: "http://x/keys" } }, "is not https"],
  ["no configuration", issuer, {}, "responds with status 404"],
  ["a configuration without keys", issuer, { [configuration]: {} }, "has no jwks_uri"],
  ["a page in place of keys", issuer, { ...sound, [jwks]: "<html>" }, "JSON"],
  ["no list of keys", issuer, { ...sound, [jwks]: { keys: 1 } }, "has no keys"],
  ["a flood", issuer, { ...sound, [jwks]: "x".repeat(1024 * 1024 + 1) }, "sent more than 1048576 bytes"],
])("%s is refused", async (_, name, pages, reason) => {
  await expect(remote(pages).issuers.keysOf(name)).rejects.toThrow(reason);
});

test("an issuer that does not answer is given up", async () => {
  const timeout = jest.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
  const issuers = new RemoteIssuers(new TestClock(), async (_url, { signal }) => {
    signal.throwIfAborted();
    throw new Error("was not given up");
  });
  await expect(issuers.keysOf(issuer)).rejects.toThrow(/abort/i);
  expect(timeout).toHaveBeenCalledWith(5_000);
  timeout.mockRestore();
});

test("an answer after 1.5 seconds is too late for this token, and good for the next", async () => {
  const clock = new TestClock();
  let answer: (response: Response) => void = () => {};
  const issuers = new RemoteIssuers(clock, async (url) =>
    url === jwks
      ? Response.json(sound[url])
      : new Promise((resolve) => {
          answer = resolve;
        }),
  );
  const first = issuers.keysOf(issuer);
  clock.advance(1_500);
  await expect(first).rejects.toThrow(`${issuer} did not answer within 1500 ms`);
  answer(Response.json(sound[configuration]));
  expect((await issuers.keysOf(issuer)).keys).toHaveLength(1);
});
