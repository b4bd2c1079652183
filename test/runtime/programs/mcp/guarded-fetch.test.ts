/** @group slow: it waits for time limits. */

import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer, request as httpsRequest, type RequestOptions } from "node:https";
import type { AddressInfo } from "node:net";
import { pki } from "node-forge";
import { fetchJson, isPublicAddress } from "../../../../lib/runtime/programs/mcp/guarded-fetch";
import { rsaKeys } from "../../../support/rsa-keys";

const url = new URL("https://app.example.com/client.json");
const publicAddress = { address: "93.184.215.14", family: 4 };

/** A certificate for the host of the document. */
function certificateOf(host: string) {
  const privateKey = pki.privateKeyFromPem(
    rsaKeys("one").privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  );
  const certificate = pki.createCertificate();
  certificate.publicKey = pki.setRsaPublicKey(privateKey.n, privateKey.e);
  certificate.validity.notBefore = new Date(Date.now() - 86_400_000);
  certificate.validity.notAfter = new Date(Date.now() + 86_400_000);
  const name = [{ name: "commonName", value: host }];
  certificate.setSubject(name);
  certificate.setIssuer(name);
  certificate.setExtensions([{ name: "subjectAltName", altNames: [{ type: 2, value: host }] }]);
  certificate.sign(privateKey);
  return { key: pki.privateKeyToPem(privateKey), cert: pki.certificateToPem(certificate) };
}

const identity = certificateOf(url.hostname);
let server: Server;
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer(identity, (request, response) => answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
});

afterAll(() => server.close());

const sendJson = (text: string, headers: Readonly<Record<string, string>> = {}) => {
  answer = (_, response) => {
    response.writeHead(200, { "content-type": "application/json", ...headers }).end(text);
  };
};

/** Fetches from the server of this test, and notes the addresses to which connections would go. */
function fetching(resolve = async (_host: string) => [publicAddress], at = url) {
  const connected: string[] = [];
  const request = ((to: URL, options: RequestOptions, done: (response: IncomingMessage) => void) => {
    options.lookup?.(to.hostname, { all: false }, (_error, address) => connected.push(String(address)));
    const { port } = server.address() as AddressInfo;
    return httpsRequest(
      to,
      {
        ...options,
        lookup: undefined,
        hostname: "127.0.0.1",
        port,
        servername: to.hostname,
        ca: identity.cert,
      },
      done,
    );
  }) as typeof httpsRequest;
  return { connected, result: fetchJson(at, { resolve, request, timeoutMs: 500 }) };
}

describe("a document of a client", () => {
  test("is read at the address that was checked, however the name is resolved next", async () => {
    sendJson('{"client_id":"it"}', { "cache-control": "max-age=60" });
    const answers = [[publicAddress], [{ address: "127.0.0.1", family: 4 }]];
    const { connected, result } = fetching(async () => answers.shift() ?? []);
    expect(await result).toEqual({ content: { client_id: "it" }, cacheControl: "max-age=60" });
    expect(connected).toEqual([publicAddress.address]);
  });

  test.each([
    ["loopback", "127.0.0.1"],
    ["private", "10.1.2.3"],
    ["of the metadata service", "169.254.169.254"],
    ["of IPv6 loopback", "::1"],
    ["mapped", "::ffff:10.0.0.1"],
  ])("is not read where one of the addresses is %s", async (_, address) => {
    const { connected, result } = fetching(async () => [
      publicAddress,
      { address, family: address.includes(":") ? 6 : 4 },
    ]);
    await expect(result).rejects.toThrow("its host has an address that is not public");
    expect(connected).toEqual([]);
  });

  test.each(["https://127.0.0.1/a", "https://[::1]/a", "https://0x7f.1/a", "https://[fd00::1]/a"])(
    "is not read at %s, without asking a name server",
    async (text) => {
      const resolve = jest.fn(async () => [publicAddress]);
      await expect(fetching(resolve, new URL(text)).result).rejects.toThrow("not public");
      expect(resolve).not.toHaveBeenCalled();
    },
  );

  test.each(["http://app.example.com/a", "https://app.example.com:8443/a"])(
    "is not read at %s",
    async (text) => {
      await expect(fetching(undefined, new URL(text)).result).rejects.toThrow("default port");
    },
  );

  test("may not redirect", async () => {
    let requests = 0;
    answer = (_, response) => {
      requests += 1;
      response.writeHead(302, { location: "https://other.example.com/" }).end();
    };
    await expect(fetching().result).rejects.toThrow("it redirects");
    expect(requests).toBe(1);
  });

  test("may not be large, whatever length it announces", async () => {
    sendJson(JSON.stringify({ text: "x".repeat(10_240) }));
    await expect(fetching().result).rejects.toThrow("larger than 10240 bytes");
  });

  test("must come in time, also when it comes slowly", async () => {
    answer = (_, response) => {
      response.writeHead(200, { "content-type": "application/json" }).write("{");
    };
    await expect(fetching().result).rejects.toThrow("within 500 ms");
  });

  test("must be found in time", async () => {
    const never = () => new Promise<never>(() => undefined);
    await expect(fetching(never).result).rejects.toThrow("within 500 ms");
  });

  test.each([
    [404, "application/json", "{}", "status 404"],
    [200, "text/html", "{}", "its type is text/html"],
    [200, "application/json", "<html>", "it is not JSON"],
  ])("with status %p and the type %s is refused", async (status, type, text, problem) => {
    answer = (_, response) => {
      response.writeHead(status, { "content-type": type }).end(text);
    };
    await expect(fetching().result).rejects.toThrow(problem);
  });

  test("of a host with another certificate is refused", async () => {
    sendJson("{}");
    const { result } = fetching(undefined, new URL("https://other.example.com/a"));
    await expect(result).rejects.toThrow(/it cannot be read: .*altnames/);
  });
});

test.each([
  ["8.8.8.8", true],
  ["100.63.255.255", true],
  ["100.64.0.1", false],
  ["172.15.0.1", true],
  ["172.16.0.1", false],
  ["172.31.255.255", false],
  ["172.32.0.1", true],
  ["192.168.0.1", false],
  ["0.0.0.0", false],
  ["224.0.0.1", false],
  ["255.255.255.255", false],
  ["2606:4700::1111", true],
  ["2001:db8::1", false],
  ["2002:7f00:1::", false],
  ["64:ff9b::7f00:1", false],
  ["fe80::1", false],
  ["fe80::1%eth0", false],
  ["fc00::1", false],
  ["ff02::1", false],
  ["::", false],
  ["::ffff:8.8.8.8", false],
  ["not an address", false],
])("%s is a public address: %p", (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});
