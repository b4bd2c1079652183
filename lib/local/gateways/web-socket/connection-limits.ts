import type { Duplex } from "node:stream";
import type { Timers } from "../../invoke";
import { contained } from "../../invoke";
import type { Connection } from "./connection";
import { FrameMeter } from "./frame-meter";
import { idleMs, longestMs, maxFrameBytes } from "./limits";

/** Closes a connection that is too old, is idle, or sends a frame that is too large. Returns how to stop watching it. */
export function limitConnection(connection: Connection, raw: Duplex, clock: Timers): () => void {
  const { socket } = connection;
  const meter = new FrameMeter(maxFrameBytes, () => socket.close(1009, "Message too big"));
  raw.on(
    "data",
    contained("WebSocket connection", (chunk: Buffer) => meter.take(chunk)),
  );
  const cancelEnd = clock.after(
    longestMs,
    contained("WebSocket connection", () => socket.close(1001, "Going away")),
  );
  const cancelIdle = closeWhenIdle(connection, clock);
  return () => {
    cancelEnd();
    cancelIdle();
  };
}

function closeWhenIdle(connection: Connection, clock: Timers): () => void {
  let cancel = (): void => {};
  const wait = (milliseconds: number): void => {
    cancel = clock.after(
      milliseconds,
      contained("WebSocket connection", () => {
        const left = connection.lastActiveAt + idleMs - clock.now();
        if (left > 0) wait(left);
        else connection.socket.close(1001, "Going away");
      }),
    );
  };
  wait(idleMs);
  return () => cancel();
}
