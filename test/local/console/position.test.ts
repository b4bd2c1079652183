import { editorLink } from "../../../lib/local/console/page/position";

const folder = "/home/me/notes";

describe("A line of a stack", () => {
  test.each([
    ["    at list (/home/me/notes/functions/list.ts:12:7)", "functions/list.ts:12:7"],
    ["at /home/me/notes/a.ts:3", "a.ts:3:1"],
    ["    at async /home/me/notes/a b/ü.ts:1:2", "a%20b/%C3%BC.ts:1:2"],
    ["at x (/home/me/notes/a?windowId=_blank#b.ts:1:2)", "a%3FwindowId%3D_blank%23b.ts:1:2"],
  ])("leads the editor to a file of the project: %s", (line, file) => {
    expect(editorLink(line, folder)).toBe(`vscode://file${folder}/${file}`);
  });

  test.each([
    "at list (/etc/passwd:1:1)",
    "at list (/home/me/notes/../.ssh/id_rsa:1:1)",
    "at list (/home/me/notes/./a.ts:1:1)",
    "at list (/home/me/notes-of-others/a.ts:1:1)",
    "at list (/home/me/notes:1:1)",
    "at list (/home/me/notes/a\u202e.ts:1:1)",
    "at list (C:\\Users\\me\\a.ts:1:1)",
    "at list (//server/share/a.ts:1:1)",
    "at list (node:internal/modules:1:1)",
    `at ${"/".repeat(100_000)}:1:1`,
    "at nothing",
  ])("leads to no other file: %s", (line) => {
    expect(editorLink(line, folder)).toBeUndefined();
  });

  test("leads nowhere in the console of a stage", () => {
    expect(editorLink("at /home/me/notes/a.ts:3", undefined)).toBeUndefined();
  });

  test("may be on a drive", () => {
    const line = "at list (C:\\notes\\a.ts:1:2)";
    expect(editorLink(line, "C:\\notes")).toBe("vscode://file/C:/notes/a.ts:1:2");
  });
});
