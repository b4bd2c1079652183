/** @group processes */

import { readFileSync } from "node:fs";
import { cleanUp, Project } from "../support/cli";
import { publishedManifest as manifest } from "../support/published-manifest";

afterAll(cleanUp);

/** A project whose package managers record their arguments. `npm view` and similar commands print the manifest. */
function projectWith(packageFile: object, answer: unknown = manifest, install = "exit 0"): Project {
  const project = new Project();
  project.write("package.json", `${JSON.stringify(packageFile, null, 4)}\n`);
  project.write("answer.json", JSON.stringify(answer));
  for (const name of ["npm", "pnpm", "yarn", "bun"]) {
    project.script(
      `bin/${name}`,
      `echo "${name} $*" >> "${project.path("calls")}"
       case "$*" in install*) ${install} ;; *) cat "${project.path("answer.json")}" ;; esac`,
    );
  }
  project.environment.PATH = `${project.path("bin")}:${process.env.PATH}`;
  return project;
}

const calls = (project: Project): string[] => readFileSync(project.path("calls"), "utf8").trim().split("\n");
const packageFile = (project: Project): unknown =>
  JSON.parse(readFileSync(project.path("package.json"), "utf8"));

describe("serverform update", () => {
  test("sets the library and its peer dependencies to the declared ranges, and installs them", async () => {
    const project = projectWith({
      name: "notes",
      dependencies: { serverform: "^1.0.0", cdktf: "^0.21.0", zod: "^4.0.0" },
      devDependencies: { "@cdktf/provider-aws": "^21.0.0" },
    });
    const { code, stdout, stderr } = await project.run(["update"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(calls(project)).toEqual(["npm view serverform@latest --json", "npm install"]);
    expect(packageFile(project)).toEqual({
      name: "notes",
      dependencies: { cdktf: "^0.22.0", constructs: "^10.5.0", serverform: "^2.1.0", zod: "^4.0.0" },
      devDependencies: { "@cdktf/provider-aws": "^22.0.0" },
    });
    expect(readFileSync(project.path("package.json"), "utf8")).toMatch(/^ {4}"name"/m);
    expect(stdout).toContain("serverform: ^1.0.0 -> ^2.1.0");
    expect(stdout).toContain("Updated serverform to 2.1.0.");
  });

  test("names a version that the registry does not offer", async () => {
    const project = projectWith({ dependencies: { serverform: "1.0.0" } });
    project.script("bin/npm", "echo E404 no such version >&2; exit 1");
    const { code, stderr } = await project.run(["update", "9.9.9"]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/"serverform@9\.9\.9".*E404 no such version.*\[package-version-unknown\]/s),
    ]);
    expect(packageFile(project)).toEqual({ dependencies: { serverform: "1.0.0" } });
  });

  test("requests the given version", async () => {
    const project = projectWith({ dependencies: { serverform: "1.0.0" } });
    await project.run(["update", "2.1.0"]);
    expect(calls(project)[0]).toBe("npm view serverform@2.1.0 --json");
    expect(packageFile(project)).toMatchObject({ dependencies: { serverform: "2.1.0" } });
  });

  test.each([
    ["pnpm@9.1.0", ["pnpm view serverform@latest --json", "pnpm install --no-frozen-lockfile"]],
    ["yarn@4.2.0", ["yarn npm info serverform@latest --json", "yarn install --no-immutable"]],
    ["yarn@1.22.0", ["yarn info serverform@latest --json", "yarn install"]],
    ["bun@1.2.0", ["bun pm view serverform@latest --json", "bun install --no-frozen-lockfile"]],
  ])("uses %s", async (packageManager, expected) => {
    const project = projectWith({ packageManager, dependencies: { serverform: "^1.0.0" } });
    expect((await project.run(["update"])).code).toBe(0);
    expect(calls(project)).toEqual(expected);
  });

  test("reads the answer of Yarn 1", async () => {
    const project = projectWith(
      { packageManager: "yarn@1.22.0", dependencies: { serverform: "^1.0.0" } },
      { type: "inspect", data: manifest },
    );
    expect((await project.run(["update"])).stdout).toContain("Updated serverform to 2.1.0.");
  });

  test("installs nothing when all versions are already set", async () => {
    const { peerDependencies } = manifest;
    const { graphql: _, ...peers } = peerDependencies;
    const project = projectWith({ dependencies: { serverform: "^2.1.0", ...peers } });
    expect((await project.run(["update"])).stdout).toContain("are already set");
    expect(calls(project)).toHaveLength(1);
  });

  test("restores package.json when the installation fails", async () => {
    const project = projectWith(
      { dependencies: { serverform: "^1.0.0" } },
      manifest,
      "echo ERESOLVE >&2; exit 1",
    );
    const { code, stderr } = await project.run(["update"]);
    expect(code).toBe(1);
    expect(stderr).toContain("ERESOLVE");
    expect(packageFile(project)).toEqual({ dependencies: { serverform: "^1.0.0" } });
  });

  test("fails when the version does not exist", async () => {
    const project = projectWith({ dependencies: { serverform: "^1.0.0" } }, "nothing");
    const { code, stderr } = await project.run(["update", "9.9.9"]);
    expect(code).toBe(1);
    expect(stderr).toContain('[version] names "serverform@9.9.9"');
  });
});

describe("serverform update --to cdktn", () => {
  const cdktnManifest = {
    name: "serverform-cdktn",
    version: "2.1.0",
    peerDependencies: { cdktn: "^0.24.0", constructs: ">=10.6.0 <10.8.0", "@cdktn/provider-aws": ">=25.7.0" },
  };

  function projectToMove(install?: string): Project {
    const project = projectWith(
      {
        name: "notes",
        scripts: { deploy: "cdktf deploy '*'" },
        dependencies: { serverform: "^2.0.0", cdktf: "^0.21.0", zod: "^4.0.0" },
        devDependencies: {
          "@cdktf/provider-aws": "^21.0.0",
          "@cdktf/provider-random": "^12.0.0",
          "cdktf-cli": "^0.21.0",
        },
      },
      cdktnManifest,
      install,
    );
    project.write(
      "main.ts",
      'import { App } from "serverform";\nimport { Fn } from "cdktf";\nimport { S3Bucket } from "@cdktf/provider-aws/lib/s3-bucket";\n',
    );
    project.write(
      "functions/get.js",
      'const { Api } = require("serverform/node/api");\n// Reads cdktf.json.\n',
    );
    project.write("node_modules/other/index.js", 'require("cdktf");\n');
    return project;
  }

  test("changes packages and imports, and lists the remaining steps", async () => {
    const project = projectToMove();
    const { code, stdout, stderr } = await project.run(["update", "--to", "cdktn"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(packageFile(project)).toEqual({
      name: "notes",
      scripts: { deploy: "cdktf deploy '*'" },
      dependencies: {
        cdktn: "^0.24.0",
        constructs: ">=10.6.0 <10.8.0",
        "serverform-cdktn": "^2.1.0",
        zod: "^4.0.0",
      },
      devDependencies: {
        "@cdktn/provider-aws": ">=25.7.0",
        "@cdktn/provider-random": "^2.1.0",
        "cdktn-cli": "^2.1.0",
      },
    });
    expect(readFileSync(project.path("main.ts"), "utf8")).toBe(
      'import { App } from "serverform-cdktn";\nimport { Fn } from "cdktn";\nimport { S3Bucket } from "@cdktn/provider-aws/lib/s3-bucket";\n',
    );
    expect(readFileSync(project.path("functions/get.js"), "utf8")).toContain(
      'require("serverform-cdktn/node/api")',
    );
    expect(readFileSync(project.path("node_modules/other/index.js"), "utf8")).toBe('require("cdktf");\n');
    expect(stdout).toContain("  cdktf -> cdktn ^0.24.0");
    expect(stdout).toMatch(/Left for you, since they name cdktf in another way:\n {2}package\.json:4\n?$/);
  });

  test("leaves the project as it was when the installation fails", async () => {
    const project = projectToMove("echo ERESOLVE >&2; exit 1");
    const before = packageFile(project);
    expect((await project.run(["update", "--to", "cdktn"])).code).toBe(1);
    expect(packageFile(project)).toEqual(before);
    expect(readFileSync(project.path("main.ts"), "utf8")).toContain('from "cdktf"');
  });

  test("refuses other names", async () => {
    const { code, stderr } = await projectToMove().run(["update", "--to", "pulumi"]);
    expect(code).not.toBe(0);
    expect(stderr).toContain("Allowed choices are cdktn");
  });
});
