/** @group processes */

import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { bundleArtifacts, type GoArtifact, zipFolder } from "../../../lib/bundle";
import { base, fakePrograms, filesIn, folderWith, messages, noPrograms, read } from "../support";

const files = {
  "api/go.mod": "module example.test/api\n\ngo 1.20\n",
  "api/cmd/hello/main.go": 'package main\n\nimport "fmt"\n\nfunc main() { fmt.Println("hello from go") }\n',
};

const artifactOf = (app: string, handler = "cmd/hello", more: Partial<GoArtifact> = {}): GoArtifact => ({
  ...base(app, "go", handler),
  kind: "go",
  srcPath: "api",
  runtime: "go1.x",
  ...more,
});

const hasGo = spawnSync("go", ["version"]).error === undefined;
const testWithGo = hasGo ? test : test.skip;
const why = hasGo ? "" : " (skipped: there is no go on the PATH)";

/** The module may request anything; nothing is downloaded. */
const offline = { GOFLAGS: "-mod=mod", GOPROXY: "off" };
const before = { ...process.env };
beforeEach(() => Object.assign(process.env, offline));
afterAll(() => {
  for (const name of Object.keys(offline)) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
});

describe("Go artifacts", () => {
  testWithGo(
    `are one program that a custom runtime starts${why}`,
    () => {
      const artifact = artifactOf(folderWith(files), "cmd/hello", {
        architecture: process.arch === "arm64" ? "arm64" : "x86_64",
      });
      expect(messages(bundleArtifacts([artifact]))).toEqual([]);
      expect(filesIn(artifact.outDir)).toEqual(["bootstrap"]);
      const program = join(artifact.outDir, "bootstrap");
      expect(statSync(program).mode & 0o111).not.toBe(0);
      if (process.platform === "linux") expect(spawnSync(program).stdout.toString()).toBe("hello from go\n");
    },
    120_000,
  );

  testWithGo(
    `are the same in another folder${why}`,
    () => {
      const hashes = [folderWith(files), folderWith(files)].map((app) => {
        const artifact = artifactOf(app, "cmd/hello/main.go");
        expect(messages(bundleArtifacts([artifact]))).toEqual([]);
        return zipFolder(artifact.outDir).sha256Base64;
      });
      expect(hashes[0]).toBe(hashes[1]);
    },
    120_000,
  );

  testWithGo(
    `that do not compile are reported with the compiler's words${why}`,
    () => {
      const app = folderWith({
        ...files,
        "api/cmd/hello/main.go": "package main\n\nfunc main() { oops() }\n",
      });
      const [message] = messages(bundleArtifacts([artifactOf(app)]));
      expect(message).toMatch(
        /handler is built by "go build .*main\.go:3:15: undefined: oops.*\[build-failed\]/s,
      );
    },
    120_000,
  );

  test.each([
    ["x86_64", "cmd/hello", "amd64 ./cmd/hello"],
    ["arm64", "cmd/hello/main.go", "arm64 ./cmd/hello/main.go"],
    ["arm64", "cmd/hello/main", "arm64 ./cmd/hello/main.go"],
  ] as const)("for %s with the handler %s are built for their machine", (architecture, handler, expected) => {
    const app = folderWith(files);
    fakePrograms({ go: `for last; do :; done; echo "$CGO_ENABLED $GOOS $GOARCH $last" > ${app}/told` });
    bundleArtifacts([artifactOf(app, handler, { architecture })]);
    expect(read(app, "told").trim()).toBe(`0 linux ${expected}`);
  });

  test("are told to leave out what differs from one machine to the next", () => {
    const calls = fakePrograms({ go: "" });
    const artifact = artifactOf(folderWith(files));
    bundleArtifacts([artifact]);
    expect(calls().filter((call) => call.startsWith("go build"))).toEqual([
      `go build -trimpath -buildvcs=false -ldflags -s -w -o ${artifact.outDir}/bootstrap ./cmd/hello`,
    ]);
  });

  test("need a module", () => {
    const [message] = messages(bundleArtifacts([artifactOf(folderWith({ "api/main.go": "" }), "main.go")]));
    expect(message).toContain('srcPath is "api", which has no go.mod.');
    expect(message).toContain("[build-file-missing]");
  });

  test("need Go", () => {
    noPrograms();
    const [message] = messages(bundleArtifacts([artifactOf(folderWith(files))]));
    expect(message).toContain("which needs go, but go is not installed on this machine.\n  Install Go");
    expect(message).toContain("[tool-missing]");
  });
});
