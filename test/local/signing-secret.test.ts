import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { signingSecretIn } from "../../lib/local";

const folders: string[] = [];
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "secret-"));
  folders.push(folder);
  return folder;
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

describe("The secret of a project", () => {
  test("is made once, is different in each project, and only its owner can read it", () => {
    const [folder, other] = [newFolder(), newFolder()];
    const secret = signingSecretIn(folder);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(signingSecretIn(folder)).toBe(secret);
    expect(signingSecretIn(other)).not.toBe(secret);
    expect(statSync(join(folder, "keys", "signing-secret")).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, "keys")).mode & 0o777).toBe(0o700);
  });

  test("is not committed, and leaves no draft", () => {
    const folder = newFolder();
    signingSecretIn(folder);
    expect(readFileSync(join(folder, "keys", ".gitignore"), "utf8")).toBe("*\n");
    expect(readdirSync(join(folder, "keys")).sort()).toEqual([".gitignore", "signing-secret"]);
  });

  test.each(["", "guessable", "x".repeat(200)])("replaces a file that is not a secret: %j", (text) => {
    const folder = newFolder();
    mkdirSync(join(folder, "keys"));
    writeFileSync(join(folder, "keys", "signing-secret"), text);
    const secret = signingSecretIn(folder);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(signingSecretIn(folder)).toBe(secret);
  });
});
