/** @group processes */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { temporaryFolder } from "../support/stack";
import { commitsSince, housesIn, problemOfSubject } from "./commit-subjects";

const root = resolve(__dirname, "../..");
const houses = housesIn(root);

describe("The subject of a commit", () => {
  test.each([
    "local: check signatures in queries",
    "tests: pass the folder to each program",
    "build: need a newer Node, and embed its version",
    `kit: ${"a".repeat(67)}`,
  ])("%s is accepted", (subject) => {
    expect(problemOfSubject(subject, houses)).toBeUndefined();
  });

  test.each([
    ["check signatures in queries", 'Write one before the text: "'],
    ["Local: check signatures", '"local: "'],
    ["core: check signatures", '"tests: "'],
    [`kit: ${"a".repeat(68)}`, "has 73 characters. Write at most 72, and the reason in the body."],
    ["local: Check signatures", 'begins with "Check"'],
    ["local: checked signatures", 'begins with "checked"'],
    ["local: checking signatures", 'begins with "checking"'],
    ["local: checks signatures", 'begins with "checks"'],
    ["local: the signatures", 'begins with "the"'],
    ["local: check signatures; keep logs", "Write a commit for each."],
  ])("%s is refused", (subject, problem) => {
    expect(problemOfSubject(subject, houses)).toContain(problem);
  });
});

describe("The commits after the check", () => {
  const git = (cwd: string, ...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], {
      cwd,
      stdio: "ignore",
    });

  function repository(): string {
    const folder = temporaryFolder();
    git(folder, "init", "--quiet");
    for (const [index, subject] of ["Before", "build: add the check", "An edit, later"].entries()) {
      writeFileSync(join(folder, `${index}.txt`), subject);
      git(folder, "add", ".");
      git(folder, "commit", "--quiet", "-m", subject);
    }
    return folder;
  }

  test("are those that follow the commit with its file", () => {
    expect(commitsSince(repository(), "1.txt")).toEqual([
      { id: expect.stringMatching(/^[0-9a-f]{7,}$/), subject: "An edit, later" },
    ]);
  });

  test("are empty before its file is committed", () => {
    expect(commitsSince(repository(), "3.txt")).toEqual([]);
  });

  test("are unknown in a shallow clone, and outside of a repository", () => {
    const clone = join(temporaryFolder(), "clone");
    git(root, "clone", "--quiet", "--depth", "1", `file://${repository()}`, clone);
    expect(commitsSince(clone, "1.txt")).toBeUndefined();
    expect(commitsSince(temporaryFolder(), "1.txt")).toBeUndefined();
  });

  const commits = commitsSince(root, "test/habits/commit-subjects.ts");
  (commits === undefined ? test.skip : test)("have subjects with a house and an imperative", () => {
    const problems = (commits ?? []).flatMap(({ id, subject }) => {
      const problem = problemOfSubject(subject, houses);
      return problem === undefined ? [] : [`Commit ${id}, "${subject}": ${problem}`];
    });
    expect(problems).toEqual([]);
  });
});
