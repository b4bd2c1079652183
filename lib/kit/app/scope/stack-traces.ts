type CaptureStackTrace = typeof Error.captureStackTrace;

interface Scope {
  readonly hasTraces: boolean;
}

/** The functions of CDKTF and CDK Terrain that request a trace of a construct or token. */
const callers: ReadonlySet<string> = new Set(["captureStackTrace", "captureCreationStack"]);

/** Apps that are being declared or written. The last one decides. */
const scopes: Scope[] = [];
let native: CaptureStackTrace | undefined;

/**
 * Decides whether CDKTF records where constructs and tokens are created, until the returned function is called.
 *
 * CDKTF captures a full stack trace for each token, for its error messages, and has no option to disable it. For an app of 400
 * routes the traces cost more than the rest: 1.7 s instead of 0.4 s to declare it, 2.5 s instead of 1.4 s to write it. So
 * `Error.captureStackTrace` is replaced for the whole process, but only while an app without traces is declared or written, and
 * only CDKTF's own requests get an empty trace: it passes its function of the same name. The traces of real errors stay
 * unchanged.
 */
export function recordCreation(hasTraces: boolean): () => void {
  const scope = { hasTraces };
  scopes.push(scope);
  update();
  return () => {
    const index = scopes.indexOf(scope);
    if (index !== -1) scopes.splice(index, 1);
    update();
  };
}

function update(): void {
  if (isSuppressed()) {
    if (native !== undefined) return;
    native = Error.captureStackTrace;
    Error.captureStackTrace = captureOthers;
  } else if (Error.captureStackTrace === captureOthers && native !== undefined) {
    Error.captureStackTrace = native;
    native = undefined;
  }
  // If another program has replaced the function since, its version stays. It may call ours, which no longer suppresses traces.
}

function isSuppressed(): boolean {
  return scopes.at(-1)?.hasTraces === false;
}

function captureOthers(target: object, caller?: Parameters<CaptureStackTrace>[1]): void {
  if (isSuppressed() && callers.has(caller?.name ?? "")) Object.assign(target, { stack: "" });
  else native?.(target, caller);
}
