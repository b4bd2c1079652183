import { readFileSync } from "node:fs";

/**
 * Whether a source file is a CommonJS module: it uses `exports`, `module` or `require` at its top and has no statement of ES modules.
 *
 * A file that cannot be read is not: the bundler reports its error.
 */
export function isCommonJs(file: string): boolean {
  let source: string;
  try {
    source = readFileSync(file, "utf8");
  } catch {
    return false;
  }
  const code = source.replace(/\/\*[\s\S]*?\*\//g, " ").replace(/^\s*\/\/.*$/gm, " ");
  return (
    /\b(?:module\.exports|exports\s*[.[])/.test(code) &&
    !/(?:^|[;}])\s*(?:import|export)(?=[\s*{"'])/m.test(code)
  );
}
