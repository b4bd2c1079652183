import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Whether the site is built by Vite. */
function hasVite(folder: string): boolean {
  return ["ts", "js", "mts", "mjs", "cts", "cjs"].some((each) =>
    existsSync(join(folder, `vite.config.${each}`)),
  );
}

/**
 * Declares the variables of the build for editors, where Vite builds the site: `import.meta.env.VITE_API_URL`.
 *
 * The file is written only if it changes, because development servers watch it.
 */
export function writeViteTypes(
  appPath: string,
  path: string,
  file: string,
  variables: readonly string[],
): void {
  const folder = join(appPath, path);
  if (!hasVite(folder)) return;
  const target = join(folder, file);
  const text = viteTypes(variables);
  if (existsSync(target) && readFileSync(target, "utf8") === text) return;
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
}

function viteTypes(variables: readonly string[]): string {
  const members = [...variables].sort().map((key) => `  readonly ${JSON.stringify(key)}: string;\n`);
  return `/// <reference types="vite/client" />
// Written by serverform at synthesis: the environment of the site. Do not edit.
interface ImportMetaEnv {
${members.join("")}}

interface ImportMeta {
  readonly env: ImportMetaEnv;
}
`;
}
