import { totalmem } from "node:os";

/** From this size on, the machine can spare what esbuild takes. */
const largeMachineBytes = 4 * 1024 ** 3;

/** Settings of the Go runtime: garbage is collected only above this size. */
const settings = { GOGC: "off", GOMEMLIMIT: "1GiB" } as const;

/**
 * Environment variables with which esbuild does not collect garbage.
 *
 * Collecting is a fifth of the time of a build, and the process ends soon. The program of esbuild does not collect either when
 * it is run from a shell. Your own settings of the Go runtime are kept.
 */
export function settingsOfMemory({ env } = process): Readonly<Record<string, string>> {
  const isSet = env.GOGC !== undefined || env.GOMEMLIMIT !== undefined;
  return isSet || memoryBytes() < largeMachineBytes ? {} : settings;
}

/** Runs a build in a process of esbuild that does not collect garbage, if the call starts the process. */
export function withoutCollecting<Result>(build: () => Result): Result {
  const { env } = process;
  const added = settingsOfMemory();
  Object.assign(env, added);
  try {
    return build();
  } finally {
    for (const name of Object.keys(added)) delete env[name];
  }
}

/** The memory of the machine, or of the container that limits it. */
function memoryBytes(): number {
  // Without a limit it is 0 or larger than any machine.
  const limit = process.constrainedMemory?.() || Number.POSITIVE_INFINITY;
  return Math.min(totalmem(), limit);
}
