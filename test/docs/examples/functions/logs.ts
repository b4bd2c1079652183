import { type LogsEvent, readLogs } from "serverform/node/logs";

// #region handler
export async function alarm(event: LogsEvent) {
  const { logGroup, logEvents } = readLogs(event);
  for (const { message } of logEvents) console.log(`${logGroup}: ${message}`);
}
// #endregion
