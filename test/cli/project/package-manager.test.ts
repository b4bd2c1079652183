import { asTyped, detectPackageManager } from "../../../lib/cli/project/package-manager";
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

describe("asTyped", () => {
  test.each(["", "{", "[]", '{ "packageManager": 5 }'])(
    "writes the commands of npm if package.json is %j",
    (text) => {
      const project = new Project();
      project.write("package.json", text);
      expect(asTyped("Create one: serverform init", project.folder)).toBe("Create one: npx serverform init");
    },
  );

  const message = `serverform deploy: --stage is missing; serverform local needs none.
  Name the stage: serverform deploy --stage dev. Without AWS, run serverform local.
  Once: npx serverform init. Write new App of serverform or of another copy.
  [stage-required]`;

  test.each([
    ["pnpm-lock.yaml", "pnpm exec serverform"],
    ["package-lock.json", "npx serverform"],
    ["yarn.lock", "yarn serverform"],
  ])("with %s, commands of remedies begin with %s", (file, program) => {
    const project = new Project();
    project.write("package.json", "{}");
    project.write(file, "");
    expect(asTyped(message, project.path("."))).toBe(
      `serverform deploy: --stage is missing; serverform local needs none.
  Name the stage: ${program} deploy --stage dev. Without AWS, run ${program} local.
  Once: npx serverform init. Write new App of serverform or of another copy.
  [stage-required]`,
    );
  });

  test("of another text, commands after a colon do", () => {
    expect(
      asTyped("serverform local does not emulate it. Credentials: serverform local credentials", "/"),
    ).toBe("serverform local does not emulate it. Credentials: npx serverform local credentials");
  });
});
