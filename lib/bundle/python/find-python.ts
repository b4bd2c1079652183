import { run } from "../command";

export interface Python {
  readonly program: string;
  /** `linux`, `darwin` or `win32`. */
  readonly system: string;
  /** `x86_64`, `arm64`, `aarch64` or `AMD64`. */
  readonly machine: string;
  /** Without the last number: `3.12`. */
  readonly version: string;
  /** `glibc`, or empty. */
  readonly libc: string;
}

const describe = `import json, pip, platform, sys
print(json.dumps(dict(system=sys.platform, machine=platform.machine(), version="%d.%d" % sys.version_info[:2], libc=platform.libc_ver()[0])))`;

/**
 * The programs that may run code for a version of Python: first the one of that version.
 *
 * A version manager may have a program `python3.12` that only reports that this version is not active, so callers try each.
 *
 * @param version - `3.12`
 */
export const pythonPrograms = (version: string): readonly string[] => [
  `python${version}`,
  "python3",
  "python",
];

/** The Python of that version with pip, or else any Python with pip: it can install for other versions. */
export function findPython(version: string, cwd: string): Python | undefined {
  for (const program of pythonPrograms(version)) {
    const { ok, stdout } = run(program, ["-c", describe], { cwd });
    if (ok) return { program, ...(JSON.parse(stdout) as Omit<Python, "program">) };
  }
  return undefined;
}
