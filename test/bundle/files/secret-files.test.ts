/** @group processes */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Artifact } from "../../../lib/bundle";
import { bundleArtifacts } from "../../../lib/bundle";
import { base, filesIn, folderWith, messages, nodeArtifact, write } from "../support";

const key = "-----BEGIN RSA PRIVATE KEY-----\nx\n-----END RSA PRIVATE KEY-----";
const certificate = "-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----";

const secrets: Readonly<Record<string, string>> = {
  ".env": "A=1",
  ".env.production": "A=1",
  ".envrc": "A=1",
  ".environment": "A=1",
  ".envs/.production/.postgres": "A=1",
  "deep/er/.env.local": "A=1",
  ".aws/credentials": "A",
  ".ssh/known": "A",
  ".git/config": "A",
  ".npmrc": "A",
  ".pypirc": "A",
  ".netrc": "A",
  ".terraform/x": "A",
  id_rsa: "A",
  id_ed25519: "A",
  "server.pem": "anything",
  "chain.pem": `${certificate}\n${key}`,
  "server.key": key,
  "store.p12": "A",
  "terraform.tfstate": "{}",
  "terraform.tfstate.backup": "{}",
  "terraform.tfstate.d/dev/terraform.tfstate": "{}",
  "dev.tfstate": "{}",
  ".serverform/local/secrets.json": "{}",
};

const plain: Readonly<Record<string, string>> = {
  "main.py": "def handler(*_): pass",
  "env.py": "A",
  "id_rsa.pub": "A",
  "cacert.pem": certificate,
  "public.pem": "-----BEGIN PUBLIC KEY-----",
  "sort.key": "by date",
  "state.json": "{}",
  "environment/.keep": "",
};

const kinds: Readonly<Record<string, (app: string) => Artifact>> = {
  python: (app) => ({
    ...base(app, "a", "main.handler"),
    srcPath: "src",
    kind: "python",
    runtime: "python3.12",
  }),
  "python with commands": (app) => ({
    ...base(app, "a", "main.handler"),
    srcPath: "src",
    kind: "python",
    runtime: "python3.12",
    installCommands: ["true"],
  }),
  prebuilt: (app) => ({
    ...base(app, "a", "main.handler"),
    srcPath: "src",
    kind: "prebuilt",
    runtime: "provided.al2023",
  }),
  "a folder of copyFiles": (app) => nodeArtifact(app, "a", { copyFiles: [{ from: "src", to: "." }] }),
};

const appWith = (files: Readonly<Record<string, string>>): string => {
  const app = folderWith({ "functions/a.ts": "export const handler = () => 1;" });
  for (const [path, content] of Object.entries(files)) write(join(app, "src"), { [path]: content });
  return app;
};

const copied = ({ outDir }: Artifact) => filesIn(outDir).filter((file) => file !== "functions/a.js");

describe.each(Object.entries(kinds))("%s", (_kind, artifactOf) => {
  test("is deployed without secrets, with a notice", () => {
    const artifact = artifactOf(appWith({ ...secrets, ...plain }));
    const notices: string[] = [];
    expect(bundleArtifacts([artifact], (text) => notices.push(text))).toEqual([]);
    expect(copied(artifact)).toEqual(Object.keys(plain).sort());
    expect(notices).toEqual([
      expect.stringMatching(/^serverform: dev-app-Main\/a: .* is deployed without .*\.env.* and \d+ more/),
    ]);
  });
  test("prints no notice if nothing is left out", () => {
    const notices: string[] = [];
    bundleArtifacts([artifactOf(appWith(plain))], (text) => notices.push(text));
    expect(notices).toEqual([]);
  });
  test.each(["file", "folder"])("refuses a link to a %s out of the project", (what) => {
    const outside = folderWith({ "hidden/file.txt": "A" });
    const app = appWith(plain);
    const target = join(outside, "hidden", what === "file" ? "file.txt" : "");
    symlinkSync(target, join(app, "src/environment/link"));
    const [message] = messages(bundleArtifacts([artifactOf(app)]));
    expect(message).toContain('is "src", where the link "environment/link" leads to ');
    expect(message).toContain("[link-outside]");
  });
  test("follows a link within the project", () => {
    const app = appWith(plain);
    write(app, { "shared/text.txt": "A" });
    symlinkSync("../shared", join(app, "src/shared"));
    const artifact = artifactOf(app);
    expect(bundleArtifacts([artifact])).toEqual([]);
    expect(copied(artifact)).toContain("shared/text.txt");
  });
});

describe("copyFiles", () => {
  test.each([".env", ".aws", "id_rsa", "server.pem"])("deploys %s if it is named, with a notice", (from) => {
    const artifact = nodeArtifact(appWith(secrets), "a", { copyFiles: [{ from: `src/${from}`, to: "x" }] });
    const notices: string[] = [];
    expect(bundleArtifacts([artifact], (text) => notices.push(text))).toEqual([]);
    expect(copied(artifact)).toEqual([from === ".aws" ? "x/credentials" : "x"]);
    expect(notices).toEqual([expect.stringContaining(`copyFiles[0].from deploys src/${from}`)]);
  });
  test("refuses a named link out of the project, and takes a path out of it", () => {
    const outside = folderWith({ "file.txt": "A" });
    const app = appWith(plain);
    symlinkSync(join(outside, "file.txt"), join(app, "src/link"));
    const linked = nodeArtifact(app, "a", { copyFiles: [{ from: "src/link" }] });
    expect(messages(bundleArtifacts([linked]))).toEqual([expect.stringContaining("[link-outside]")]);
    const from = `../${outside.split("/").pop()}`;
    const named = nodeArtifact(app, "a", { copyFiles: [{ from, to: "x" }] });
    expect(bundleArtifacts([named])).toEqual([]);
    expect(copied(named)).toEqual(["x/file.txt"]);
  });
  test("follows the link of an installed package that the library copies, as pnpm sets it in a workspace", () => {
    const outside = folderWith({ "index.js": "A" });
    const app = appWith(plain);
    symlinkSync(outside, join(app, "src/kysely"));
    const artifact = nodeArtifact(app, "script-dispatcher", {
      entry: "script-dispatcher",
      isOfPackage: true,
      copyFiles: [{ from: "src/kysely", to: "node_modules/kysely" }],
    });
    expect(messages(bundleArtifacts([artifact]))).toEqual([]);
    expect(copied(artifact)).toContain("node_modules/kysely/index.js");
  });
});
