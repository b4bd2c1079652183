/** What a promise comes to; undefined when it takes too long, and what it comes to then is of interest to nobody. */
export function within<Value>(timeoutMs: number, promise: Promise<Value>): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    // Waiting alone does not keep the process running.
    const timer = setTimeout(resolve, timeoutMs, undefined).unref();
    promise.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
