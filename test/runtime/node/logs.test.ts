import { gzipSync } from "node:zlib";
import { readLogs } from "../../../lib/runtime/node/logs";

test("the lines of a log subscription are read from its event", () => {
  const lines = {
    messageType: "DATA_MESSAGE",
    logGroup: "/web",
    logEvents: [{ id: "1", message: "ERROR ü" }],
  };
  const data = gzipSync(JSON.stringify(lines)).toString("base64");
  expect(readLogs({ awslogs: { data } })).toEqual(lines);
});
