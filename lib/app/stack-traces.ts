type CaptureStackTrace = typeof Error.captureStackTrace;

let native: CaptureStackTrace | undefined;

/**
 * Switches CDKTF's creation stack traces off, or on again.
 *
 * CDKTF records where each construct and each token was made, for its error messages. Formatting those traces is most
 * of the cost of building an application: with it 400 routes take several times as long. CDKTF has no switch for it, but
 * names the function that asks for a trace, so that only its requests are answered with an empty one. The traces of
 * real errors are not touched.
 */
export function captureCreationStacks(on: boolean): void {
  if (on) {
    if (native !== undefined) Error.captureStackTrace = native;
    native = undefined;
    return;
  }
  if (native !== undefined) return;
  const original = Error.captureStackTrace;
  native = original;
  Error.captureStackTrace = (target: object, caller?: Parameters<CaptureStackTrace>[1]) => {
    if (caller?.name === "captureStackTrace") Object.assign(target, { stack: "" });
    else original(target, caller);
  };
}
