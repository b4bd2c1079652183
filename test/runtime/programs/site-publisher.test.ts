/** @group slow */

import { createServer, request as forward, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { zipFiles } from "../../../lib/bundle";
import { EndpointRouter } from "../../../lib/local/services/endpoint-router";
import { s3 } from "../../../lib/local/services/s3";
import { handler as publish } from "../../../lib/runtime/programs/site-publisher";
import { serviceContext, startService } from "../../local/services/context";
import { testModel } from "../../local/support/model";

const prefix = ".serverform-1a2b3c4d/";
const place = { bucket: "site", prefix };
const names = ["AWS_ENDPOINT_URL", "AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"] as const;
const before = names.map((name) => process.env[name]);
let router: EndpointRouter;
/** Stands before S3: it notes uploads, and fails one. */
let front: Server;
let client: S3Client;
let uploads: string[] = [];
let failing: string | undefined;

beforeAll(async () => {
  router = await EndpointRouter.start(() => {});
  const model = testModel({ aws_s3_bucket: { Site: { bucket: "site" }, Archives: { bucket: "archives" } } });
  await startService(router, "s3", s3, serviceContext({ model }));
  front = createServer((incoming, response) => {
    const { method, url = "", headers } = incoming;
    if (method === "PUT") uploads.push(decodeURIComponent(url));
    if (failing !== undefined && url.endsWith(failing)) {
      incoming.resume();
      response.writeHead(403).end("<Error><Code>AccessDenied</Code><Message>no</Message></Error>");
      return;
    }
    const sent = forward(new URL(url, router.url), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(sent);
  });
  await new Promise<void>((done) => front.listen(0, "127.0.0.1", done));
  const endpoint = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  client = new S3Client({ endpoint, region: "us-east-1", forcePathStyle: true, credentials });
  const values = [endpoint, "us-east-1", credentials.accessKeyId, credentials.secretAccessKey];
  names.forEach((name, index) => {
    process.env[name] = values[index];
  });
});
afterAll(async () => {
  names.forEach((name, index) => {
    const value = before[index];
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  });
  client.destroy();
  front.close();
  front.closeAllConnections();
  await router.close();
});

/** Uploads an archive of files, each with the stage in which it comes. */
async function putArchive(
  key: string,
  files: Readonly<Record<string, readonly [text: string, stage: number]>>,
) {
  const described = Object.fromEntries(
    Object.entries(files).map(([name, [, stage]]) => [
      name,
      { contentType: "text/plain", stage, replacements: [] },
    ]),
  );
  const Body = zipFiles([
    ...Object.entries(files).map(([name, [text]]) => [name, Buffer.from(text)] as const),
    ["serverform-files.json", Buffer.from(JSON.stringify(described))],
  ]);
  await client.send(new PutObjectCommand({ Bucket: "archives", Key: key, Body }));
}

const keys = async (): Promise<string[]> => {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: "site" }));
  return Contents.map(({ Key = "" }) => Key).sort();
};
const textOf = async (Key: string): Promise<string | undefined> => {
  const { Body } = await client.send(new GetObjectCommand({ Bucket: "site", Key }));
  return Body?.transformToString();
};
const publishArchives = (...archives: string[]) => {
  uploads = [];
  return publish({ ...place, archives: "archives", keys: archives, replacements: [] });
};
const withdraw = (action: "create" | "update" | "delete") => publish({ ...place, tf: { action } });
const uploaded = () => uploads.map((each) => each.slice(`/site/${prefix}`.length));

describe("the publisher of a site that keeps former files, with an S3", () => {
  const first = {
    "index.html": ["first a.js", 2],
    "a (1)/ä b.js": ["a", 0],
    "sw.js": ["first", 3],
    "x.js": ["x", 1],
  } as const;
  const second = { "index.html": ["second b.js", 2], "b.js": ["b", 0], "x.js": ["y", 1] } as const;

  beforeEach(async () => {
    failing = undefined;
    await withdraw("delete");
    await putArchive("first.zip", first);
    await putArchive("second.zip", second);
  });

  test("uploads what pages name, then the pages, then service workers; former files stay", async () => {
    expect(await publishArchives("first.zip")).toEqual({ files: 4 });
    expect(uploaded()).toEqual(["a (1)/ä b.js", "x.js", "index.html", "sw.js"]);
    await publishArchives("second.zip");
    expect(uploaded()).toEqual(["b.js", "x.js", "index.html"]);
    expect(await keys()).toEqual(
      ["a (1)/ä b.js", "b.js", "index.html", "sw.js", "x.js"].map((each) => `${prefix}${each}`).sort(),
    );
    expect(await textOf(`${prefix}x.js`)).toBe("y");
  });

  test("that fails has changed no page, and does the rest when it is called again", async () => {
    await publishArchives("first.zip");
    failing = "/x.js";
    await expect(publishArchives("second.zip")).rejects.toMatchObject({ code: "AccessDenied" });
    expect(uploaded()).toEqual(["b.js", "x.js"]);
    expect(await textOf(`${prefix}index.html`)).toBe("first a.js");
    expect(await textOf(`${prefix}a (1)/ä b.js`)).toBe("a");
    failing = undefined;
    await publishArchives("second.zip");
    expect(await textOf(`${prefix}index.html`)).toBe("second b.js");
  });

  test("removes all that it has uploaded and nothing else, when Terraform destroys what stands for it", async () => {
    await client.send(new PutObjectCommand({ Bucket: "site", Key: "index.html", Body: "live" }));
    await publishArchives("first.zip");
    const before = await keys();
    for (const action of ["create", "update"] as const) expect(await withdraw(action)).toEqual({ files: 0 });
    expect(await keys()).toEqual(before);
    expect(await withdraw("delete")).toEqual({ files: 4 });
    expect(await keys()).toEqual(["index.html"]);
  });

  test("removes more files than S3 lists at once", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 1100 }, (_, index) => [`file-${index}.txt`, ["x", 1] as const]),
    );
    await putArchive("many.zip", many);
    await publishArchives("many.zip");
    expect(await withdraw("delete")).toEqual({ files: 1100 });
    expect((await keys()).filter((key) => key.startsWith(prefix))).toEqual([]);
  });
});
