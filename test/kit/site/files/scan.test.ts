import { createHash } from "node:crypto";
import { mkdirSync, realpathSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Stack } from "../../../../lib";
import { hashOfFile, scanFiles } from "../../../../lib/kit/site/files/scan";
import { failure } from "../../../constructs/api/support/api";
import { temporaryFolder, testApp, testStack } from "../../../support/stack";

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(temporaryFolder());
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

const place = () => ({ site: testStack(), prop: "path", maxBytes: 100 });
const scan = (...folders: Parameters<typeof scanFiles>[1]) => scanFiles(place(), folders);
const keys = (...folders: Parameters<typeof scanFiles>[1]) => scan(...folders).map(({ key }) => key);
const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");
const mebibytes = 1024 * 1024;

describe("scanFiles", () => {
  test("has all files in the order of their keys, with their hashes", () => {
    const absolute = folderOf({ "b.txt": "b", "a/z.txt": "z", "B.txt": "B", "a.txt": "a" });
    expect(scan({ absolute })).toEqual(
      ["B.txt", "a.txt", "a/z.txt", "b.txt"].map((key) => ({
        key,
        absolute: join(absolute, key),
        hash: sha256(key.replace(/.*\/|\.txt/g, "")),
      })),
    );
  });

  test("has them under the paths of their folders; of two with the same key, the last one", () => {
    const [one, two, three] = [folderOf({ a: "1" }), folderOf({ b: "2" }), folderOf({ a: "3" })];
    const found = scan({ absolute: one, under: "" }, { absolute: two, under: "x/y" }, { absolute: three });
    expect(found.map(({ key, hash }) => [key, hash])).toEqual([
      ["a", sha256("3")],
      ["x/y/b", sha256("2")],
    ]);
  });

  test("leaves out what systems keep about folders, wherever it is", () => {
    expect(keys({ absolute: folderOf({ ".DS_Store": "", "a/Thumbs.db": "", "a/b": "" }) })).toEqual(["a/b"]);
  });

  test("leaves out the folders of this library and of Terraform, and the output of the app", () => {
    const own = {
      ".serverform/local/secrets.json": "{}",
      ".terraform/x": "",
      "out/stacks/a/cdk.tf.json": "{}",
    };
    const absolute = folderOf({ ...own, a: "", "deep/out/a": "" });
    const site = new Stack(testApp({ outdir: join(absolute, "out") }), "Main");
    const found = scanFiles({ site, prop: "path", maxBytes: 100 }, [{ absolute }]);
    expect(found.map(({ key }) => key)).toEqual(["a", "deep/out/a"]);
  });

  test("takes certificates, and refuses private keys in files of any name ending", () => {
    const certificate = "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----";
    expect(keys({ absolute: folderOf({ "ca.pem": certificate }) })).toEqual(["ca.pem"]);
    const key = folderOf({ "server.key": "-----BEGIN PRIVATE KEY-----" });
    expect(failure(() => scan({ absolute: key })).code).toBe("site-file-secret");
  });

  test("a folder may be missing if it is optional; there must be one file in all", () => {
    const absolute = folderOf({ a: "" });
    const none = join(absolute, "none");
    expect(keys({ absolute: none, isOptional: true }, { absolute })).toEqual(["a"]);
    expect(failure(() => scan({ absolute }, { absolute: none })).code).toBe("site-output-missing");
    expect(failure(() => scan({ absolute: join(absolute, "a") })).code).toBe("site-output-missing");
    expect(failure(() => scan({ absolute: none, isOptional: true }))).toMatchObject({
      code: "site-output-empty",
      message: expect.stringContaining(none),
    });
  });

  test.each([
    ".env",
    ".env.local",
    ".ENV",
    "deep/.npmrc",
    ".netrc",
    ".aws/config",
    ".ssh/x",
    ".git/config",
    "id_rsa",
    "id_ed25519",
    "a.PEM",
    ".envrc",
    ".kube/config",
    "deep/.git-credentials",
    "credentials.tfrc.json",
    "store.p12",
    "terraform.dev-notes-Main.tfstate",
    "dev.tfstate.backup",
    "TERRAFORM.TFSTATE",
  ])("refuses %s", (file) => {
    expect(failure(() => scan({ absolute: folderOf({ a: "", [file]: "" }) })).code).toBe("site-file-secret");
  });

  test.each([".environment", "env", ".gitignore", "id_rsa.pub", "a.pem.txt", ".well-known/x"])(
    "takes %s",
    (file) => {
      expect(keys({ absolute: folderOf({ [file]: "" }) })).toEqual([file]);
    },
  );

  test("takes a file of the largest size, and refuses one with a byte more", () => {
    expect(keys({ absolute: folderOf({ a: "a".repeat(100) }) })).toEqual(["a"]);
    expect(failure(() => scan({ absolute: folderOf({ a: "a".repeat(101) }) })).code).toBe(
      "site-file-too-large",
    );
  });

  test("takes a key of 1,024 bytes, and refuses one with a byte more", () => {
    const under = "ü".repeat(511);
    expect(keys({ absolute: folderOf({ a: "" }), under })).toEqual([`${under}/a`]);
    expect(failure(() => scan({ absolute: folderOf({ ab: "" }), under })).code).toBe(
      "site-file-name-too-long",
    );
  });
});

describe("a link", () => {
  const linked = (target: string, at = "link") => {
    const absolute = folderOf({ "a/b": "b", ".serverform/x": "" });
    symlinkSync(target.replace("<folder>", absolute), join(absolute, at));
    return { absolute };
  };

  test("to a file or folder in the folder is followed", () => {
    expect(keys(linked("a/b"))).toContain("link");
    expect(keys(linked("a"))).toContain("link/b");
    expect(keys(linked("<folder>/a/b"))).toContain("link");
    expect(keys(linked("b", "a/link"))).toContain("a/link");
  });

  test.each([
    ["nothing", "none"],
    ["itself", "link"],
    ["the folder", "."],
    ["the folder above", ".."],
    ["a folder that begins with its path", "<folder>-other"],
  ])("to %s is refused", (_, target) => {
    const folder = linked(target);
    mkdirSync(`${folder.absolute}-other`);
    expect(failure(() => scan(folder))).toMatchObject({
      code: "site-file-link",
      message: expect.stringContaining('"link"'),
    });
  });

  test("to the folder that it is in is refused", () => {
    expect(failure(() => scan(linked(".", "a/link"))).code).toBe("site-file-link");
  });
});

describe("hashOfFile", () => {
  test.each([0, 1, 4 * mebibytes, 4 * mebibytes + 1, 9 * mebibytes])("of %d bytes is SHA-256", (bytes) => {
    const file = join(folderOf({ a: "start" }), "a");
    truncateSync(file, bytes);
    expect(hashOfFile(file)).toBe(
      sha256(Buffer.concat([Buffer.from("start"), Buffer.alloc(bytes)]).subarray(0, bytes)),
    );
  });

  test("is undefined for a folder and for nothing", () => {
    const folder = folderOf({ a: "" });
    expect([hashOfFile(folder), hashOfFile(join(folder, "none"))]).toEqual([undefined, undefined]);
  });
});
