import { strToU8, zipSync } from "fflate";

/** A package that is ready to install, with its own program. */
export function wheel(name: string, tag: string, files: Record<string, string>): Record<string, Uint8Array> {
  const info = `${name}-1.0.dist-info`;
  const all: Record<string, string> = {
    ...files,
    [`${info}/METADATA`]: `Metadata-Version: 2.1\nName: ${name}\nVersion: 1.0\n`,
    [`${info}/WHEEL`]: `Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: ${tag}\n`,
    [`${info}/entry_points.txt`]: `[console_scripts]\n${name} = ${name}:main\n`,
  };
  all[`${info}/RECORD`] = [...Object.keys(all), `${info}/RECORD`].map((file) => `${file},,`).join("\n");
  const zip = zipSync(Object.fromEntries(Object.entries(all).map(([file, text]) => [file, strToU8(text)])));
  return { [`wheels/${name}-1.0-${tag}.whl`]: zip };
}
