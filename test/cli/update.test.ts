/** @group processes */

import { readFileSync } from "node:fs";
import { detectPackageManager } from "../../lib/cli/package-manager";
import { versionChanges } from "../../lib/cli/update";
import { cleanUp, Project } from "./support/cli";

afterAll(cleanUp);

const manifest = {
  name: "serverform",
  version: "2.1.0",
  peerDependencies: {
    cdktf: "^0.22.0",
    constructs: "^10.5.0",
    "@cdktf/provider-aws": "^22.0.0",
    graphql: "^16",
  },
  peerDependenciesMeta: { graphql: { optional: true } },
};

/** A project whose package managers note how they are called; `npm view` and the like answer with the manifest. */
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
  test("sets the library and its peers to the ranges that the version declares, and installs them", async () => {
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

  test("asks for the version it was given", async () => {
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
  ])("works through %s", async (packageManager, expected) => {
    const project = projectWith({ packageManager, dependencies: { serverform: "^1.0.0" } });
    expect((await project.run(["update"])).code).toBe(0);
    expect(calls(project)).toEqual(expected);
  });

  test("understands the answer of the older Yarn", async () => {
    const project = projectWith(
      { packageManager: "yarn@1.22.0", dependencies: { serverform: "^1.0.0" } },
      { type: "inspect", data: manifest },
    );
    expect((await project.run(["update"])).stdout).toContain("Updated serverform to 2.1.0.");
  });

  test("installs nothing when all is set already", async () => {
    const { peerDependencies } = manifest;
    const { graphql: _, ...peers } = peerDependencies;
    const project = projectWith({ dependencies: { serverform: "^2.1.0", ...peers } });
    expect((await project.run(["update"])).stdout).toContain("are set already");
    expect(calls(project)).toHaveLength(1);
  });

  test("puts package.json back when the installation fails", async () => {
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

  test("says so when there is no such version", async () => {
    const project = projectWith({ dependencies: { serverform: "^1.0.0" } }, "nothing");
    const { code, stderr } = await project.run(["update", "9.9.9"]);
    expect(code).toBe(1);
    expect(stderr).toContain('[version] names "serverform@9.9.9"');
  });
});

describe("versionChanges", () => {
  test("leaves aliases and paths of the user's own", () => {
    const project = {
      dependencies: { serverform: "^2.1.0", cdktf: "npm:cdktn@0.21.0", constructs: "file:../constructs" },
    };
    expect(versionChanges(project, manifest).map(({ name }) => name)).toEqual(["@cdktf/provider-aws"]);
  });

  test("adds no optional peer that is not there", () => {
    expect(versionChanges({ dependencies: {} }, manifest).map(({ name }) => name)).not.toContain("graphql");
    expect(versionChanges({ devDependencies: { graphql: "^15" } }, manifest)).toContainEqual({
      section: "devDependencies",
      name: "graphql",
      from: "^15",
      to: "^16",
    });
  });

  test.each([
    ["1.0.0", "2.1.0"],
    ["~1.0.0", "~2.1.0"],
    ["^1.0.0", "^2.1.0"],
    ["latest", "^2.1.0"],
  ])("keeps the manner of %s", (range, expected) => {
    expect(versionChanges({ dependencies: { serverform: range } }, manifest)[0]?.to).toBe(expected);
  });
});

describe("detectPackageManager", () => {
  test.each([
    [{ "package-lock.json": "{}" }, "npm"],
    [{ "pnpm-lock.yaml": "" }, "pnpm"],
    [{ "yarn.lock": "" }, "yarn-classic"],
    [{ "yarn.lock": "", ".yarnrc.yml": "" }, "yarn"],
    [{ "bun.lock": "" }, "bun"],
    [{ "bun.lockb": "" }, "bun"],
    [{}, "npm"],
    [{ "../pnpm-lock.yaml": "", "../package.json": "{}" }, "pnpm"],
    [{ "../package.json": '{"packageManager": "yarn@4.0.0"}' }, "yarn"],
  ])("takes %j as %s", (files, expected) => {
    const project = new Project();
    project.write("app/package.json", "{}");
    for (const [name, text] of Object.entries(files)) project.write(`app/${name}`, text);
    expect(detectPackageManager(project.path("app"))).toBe(expected);
  });
});
