import { detectPackageManager } from "../../../lib/cli/project/package-manager";
import { cleanUp, Project } from "../support/cli";

afterAll(cleanUp);

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
