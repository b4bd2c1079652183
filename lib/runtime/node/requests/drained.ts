/** The events of a stream, also of Lambda's response streams, which are no `Writable`. */
interface Events {
  once(event: string, listener: () => void): unknown;
  off(event: string, listener: () => void): unknown;
}

/** Waits until the stream takes more, or has ended. */
export function drained(stream: Events): Promise<void> {
  return new Promise((done) => {
    const events = ["drain", "close", "error"];
    const finish = (): void => {
      for (const event of events) stream.off(event, finish);
      done();
    };
    for (const event of events) stream.once(event, finish);
  });
}
