import { Sha256 } from "@aws-crypto/sha256-js";
import { DeleteObjectsCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { SignatureV4 } from "@smithy/signature-v4";
import { EndpointRouter } from "../../../../../lib/local/services/endpoint-router";
import { s3 } from "../../../../../lib/local/services/s3";
import { localCredentials } from "../../../../support/access-keys";
import { testModel } from "../../../support/model";
import { serviceContext, startService } from "../../context";

let router: EndpointRouter;

beforeAll(async () => {
  router = await EndpointRouter.start(() => {});
  const model = testModel({ aws_s3_bucket: { Files: { bucket: "files" } } });
  await startService(router, "s3", s3, serviceContext({ model }));
});

afterAll(() => router.close());

const signer = new SignatureV4({
  credentials: localCredentials,
  region: "us-east-1",
  service: "s3",
  sha256: Sha256,
});

const send = async (method: string, path: string, body?: string | Buffer) => {
  const { hostname, host, pathname, searchParams } = new URL(`${router.url}/files${path}`);
  const headers = { host, "x-amz-content-sha256": "UNSIGNED-PAYLOAD" };
  const query = Object.fromEntries(searchParams);
  const signed = await signer.sign({ protocol: "http:", hostname, method, path: pathname, query, headers });
  const sent = { method, headers: signed.headers, ...(body !== undefined && { body }) };
  const response = await fetch(`${router.url}/files${path}`, sent);
  const text = await response.text();
  const field = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1];
  return { status: response.status, text, field, code: field("Code") ?? "accepted" };
};

const namespace = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';
const one = "<Object><Key>a</Key></Object>";
const other = "<Object><Key>b</Key></Object>";
const many = (count: number) => one.repeat(count);

describe("a request to delete objects", () => {
  beforeEach(async () => {
    for (const key of ["a", "b"]) await send("PUT", `/${key}`, "x");
  });
  const left = async () =>
    [...(await send("GET", "?list-type=2")).text.matchAll(/<Key>(.*?)<\/Key>/g)].map(([, key]) => key);

  test.each<[string, string | Buffer]>([
    ["a comment", `<Delete>${one}<!-- ${other} --></Delete>`],
    ["a comment before it", `<!-- <Delete>${other}</Delete> --><Delete>${one}</Delete>`],
    ["an instruction", `<Delete><?x ${other}?>${one}</Delete>`],
    ["CDATA", "<Delete><Object><Key><![CDATA[a]]></Key></Object></Delete>"],
    [
      "CDATA with elements",
      `<Delete>${one}<Object><Key><![CDATA[</Key></Object>${other}]]></Key></Object></Delete>`,
    ],
    ["a decimal reference", "<Delete><Object><Key>&#97;</Key></Object></Delete>"],
    ["a hexadecimal reference", "<Delete><Object><Key>&#x61;</Key></Object></Delete>"],
    ["its namespace", `<Delete ${namespace}>${one}</Delete>`],
    [
      "a prefix",
      `<s:Delete ${namespace.replace("xmlns", "xmlns:s")}><s:Object><s:Key>a</s:Key></s:Object></s:Delete>`,
    ],
    ["attributes", `<Delete a="b>"><Object b='/>'><Key>a</Key></Object></Delete>`],
    ["an empty element", `<Delete><Quiet/>${one}</Delete>`],
    ["white space", `\n<Delete>\n <Object >\n  <Key >a</Key >\n </Object >\n</Delete >\n`],
    ["another order", `<Delete>${one}<Quiet>false</Quiet></Delete>`],
    ["a declaration", `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Delete>${one}</Delete>`],
    ["a byte order mark", `\ufeff<?xml version="1.0"?><Delete>${one}</Delete>`],
    [
      "UTF-16",
      Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?><Delete>${one}</Delete>`, "utf16le"),
    ],
    ["UTF-16 with the first byte first", Buffer.from(`\ufeff<Delete>${one}</Delete>`, "utf16le").swap16()],
    [
      "Latin 1",
      Buffer.from(`<?xml version="1.0" encoding='ISO-8859-1'?><Delete><!-- é -->${one}</Delete>`, "latin1"),
    ],
    ["the most objects", `<Delete>${many(1000)}</Delete>`],
  ])("with %s deletes the named objects", async (_, body) => {
    expect((await send("POST", "?delete", body)).code).toBe("accepted");
    expect(await left()).toEqual(["b"]);
  });

  test.each<[string, string | Buffer]>([
    ["no body", ""],
    ["no XML", '{"Delete":[]}'],
    ["another root", `<Deleted>${one}</Deleted>`],
    ["the root in another element", `<x><Delete>${one}</Delete></x>`],
    ["two roots", `<Delete>${one}</Delete><Delete>${other}</Delete>`],
    ["text before it", `x<Delete>${one}</Delete>`],
    ["text behind it", `<Delete>${one}</Delete>x`],
    ["text between elements", `<Delete>${one}x${other}</Delete>`],
    ["no end", `<Delete>${one}`],
    ["half an end", `<Delete>${one}</Delete`],
    ["crossed ends", "<Delete><Object><Key>a</Object></Key></Delete>"],
    ["no objects", "<Delete></Delete>"],
    ["an object without a key", `<Delete>${one}<Object/></Delete>`],
    ["an unknown element", `<Delete>${one}<Other/></Delete>`],
    ["an unknown element of an object", "<Delete><Object><Key>a</Key><Name>b</Name></Object></Delete>"],
    ["an element in a text", "<Delete><Object><Key>a<b/></Key></Object></Delete>"],
    ["a condition of directory buckets", "<Delete><Object><Key>a</Key><Size>1</Size></Object></Delete>"],
    ["a name of objects in JavaScript", `<Delete>${one}<constructor/></Delete>`],
    ["two keys of an object", "<Delete><Object><Key>a</Key><Key>b</Key></Object></Delete>"],
    ["an attribute that comes twice", `<Delete a="1" a="2">${one}</Delete>`],
    ["a document type", `<!DOCTYPE Delete><Delete>${one}</Delete>`],
    [
      "entities of its own",
      '<!DOCTYPE Delete [<!ENTITY a "a"><!ENTITY b "&a;&a;">]><Delete><Object><Key>&b;</Key></Object></Delete>',
    ],
    ["an unknown entity", "<Delete><Object><Key>&nbsp;</Key></Object></Delete>"],
    ["an ampersand", "<Delete><Object><Key>a&b</Key></Object></Delete>"],
    // https://github.com/basho/riak_cs/issues/974 and https://github.com/boto/boto3/issues/2005, answers of AWS
    ["a reference to a control character", "<Delete><Object><Key>&#x1;</Key></Object></Delete>"],
    ["a control character", "<Delete><Object><Key>\u0010</Key></Object></Delete>"],
    ["bytes that are not UTF-8", Buffer.from(`<Delete>${one}<!-- é --></Delete>`, "latin1")],
    ["an unknown encoding", `<?xml version="1.0" encoding="x-other"?><Delete>${one}</Delete>`],
    ["an encoding that it does not have", `<?xml version="1.0" encoding="UTF-16"?><Delete>${one}</Delete>`],
    ["a late declaration", `\n<?xml version="1.0"?><Delete>${one}</Delete>`],
    ["a comment that continues", `<Delete>${one}<!-- -- --></Delete>`],
    ["elements in one another", `<Delete>${"<Object>".repeat(100_000)}</Delete>`],
    ["too many objects", `<Delete>${many(1001)}</Delete>`],
  ])("with %s is refused as a whole", async (_, body) => {
    const { status, code, field } = await send("POST", "?delete", body);
    expect({ status, code, message: field("Message") }).toEqual({
      status: 400,
      code: "MalformedXML",
      message: "The XML you provided was not well-formed or did not validate against our published schema",
    });
    expect(await left()).toEqual(["a", "b"]);
  });

  test("that is longer than any with a thousand keys is refused", async () => {
    const body = `<Delete>${one}<!--${"x".repeat(8 * 1024 * 1024)}--></Delete>`;
    expect(await send("POST", "?delete", body)).toMatchObject({
      status: 400,
      code: "MaxMessageLengthExceeded",
    });
    expect(await left()).toEqual(["a", "b"]);
  });

  test("of the SDK names keys with all characters of XML", async () => {
    const client = new S3Client({ endpoint: router.url, region: "us-east-1", credentials: localCredentials });
    const keys = ["a&amp;b", "<Key>'\"", "]]>", "é😀", "x\r\ny", " z "];
    for (const Key of keys) await client.send(new PutObjectCommand({ Bucket: "files", Key, Body: "x" }));
    const Objects = keys.map((Key) => ({ Key }));
    const { Deleted } = await client.send(new DeleteObjectsCommand({ Bucket: "files", Delete: { Objects } }));
    client.destroy();
    expect(Deleted?.map(({ Key }) => Key)).toEqual(keys);
    expect(await left()).toEqual(["a", "b"]);
  });
});

describe("a request to complete an upload", () => {
  const begin = async () => {
    const id = (await send("POST", "/big?uploads")).field("UploadId");
    await send("PUT", `/big?uploadId=${id}&partNumber=1`, "x");
    return `/big?uploadId=${id}`;
  };
  const part = '<PartNumber>1</PartNumber><ETag>"9dd4e461268c8034f5c8564e155c67a6"</ETag>';
  const wrapped = (content: string) => `<CompleteMultipartUpload>${content}</CompleteMultipartUpload>`;

  test.each([
    ["a comment", wrapped(`<Part>${part}</Part><!-- <Part><PartNumber>2</PartNumber></Part> -->`)],
    ["its namespace", `<CompleteMultipartUpload ${namespace}><Part>${part}</Part></CompleteMultipartUpload>`],
    ["a prefix", wrapped(`<Part>${part}</Part>`).replace(/<(\/?)/g, "<$1s3:")],
    ["references", wrapped(`<Part>${part.replaceAll('"', "&#34;").replace(">1<", "> &#49;\n<")}</Part>`)],
    ["CDATA", wrapped(`<Part>${part.replace(">1<", "><![CDATA[1]]><")}</Part>`)],
    ["checksums that are not known here", wrapped(`<Part>${part}<ChecksumMD5/></Part>`)],
    ["a byte order mark", `\ufeff${wrapped(`<Part>${part}</Part>`)}`],
  ])("with %s is taken", async (_, body) => {
    expect((await send("POST", await begin(), body)).code).toBe("accepted");
  });

  test.each([
    ["no parts", wrapped("")],
    ["a part in a comment", wrapped(`<!-- <Part>${part}</Part> -->`)],
    ["another root", `<CompletedMultipartUpload><Part>${part}</Part></CompletedMultipartUpload>`],
    ["a part without an ETag", wrapped("<Part><PartNumber>1</PartNumber></Part>")],
    ["two numbers of a part", wrapped(`<Part><PartNumber>1</PartNumber>${part}</Part>`)],
    ["an unknown element", wrapped(`<Part>${part}<Size>1</Size></Part>`)],
    ["a document type", `<!DOCTYPE x>${wrapped(`<Part>${part}</Part>`)}`],
    ["half a part", wrapped(`<Part>${part}`)],
    ["too many parts", wrapped(`<Part>${part}</Part>`.repeat(10_001))],
  ])("with %s is refused, and the upload continues", async (_, body) => {
    const upload = await begin();
    expect((await send("POST", upload, body)).code).toBe("MalformedXML");
    expect((await send("POST", upload, wrapped(`<Part>${part}</Part>`))).code).toBe("accepted");
  });
});

describe("the tags of an object", () => {
  const tag = "<Tag><Key>a</Key><Value>1</Value></Tag>";
  test.each([
    [`<Tagging><TagSet/></Tagging>`, "accepted", []],
    [`<Tagging><TagSet>${tag}<!-- ${tag} --></TagSet></Tagging>`, "accepted", ["a"]],
    [`<Tagging>${tag}</Tagging>`, "MalformedXML", []],
    [`<Tagging><!-- <TagSet>${tag}</TagSet> --></Tagging>`, "MalformedXML", []],
    [`<Tagging><TagSet>${tag}</TagSet><TagSet/></Tagging>`, "MalformedXML", []],
    ["<Tagging><TagSet><Tag><Key>a</Key></Tag></TagSet></Tagging>", "MalformedXML", []],
  ])("%s: %s", async (body, code, keys) => {
    await send("PUT", "/tagged", "x");
    expect((await send("PUT", "/tagged?tagging", body)).code).toBe(code);
    const { text } = await send("GET", "/tagged?tagging");
    expect([...text.matchAll(/<Key>(.*?)<\/Key>/g)].map(([, key]) => key)).toEqual(keys);
    await send("DELETE", "/tagged");
  });
});
