import { setImmediate as nextTurn } from "node:timers/promises";
import type { InvokeEvent } from "../../../../lib/local";
import { InspectPorts } from "../../../../lib/local/invoke/processes/inspect-ports";

const get = { id: "get", name: "Get" };
const put = { id: "put", name: "Put" };

test("each function has its port, in the order of reservation, and reports it once", async () => {
  const events: InvokeEvent[] = [];
  const ports = new InspectPorts(9229, (event) => events.push(event));
  for (const each of [get, put, get]) ports.reserve(each);
  expect([await ports.free("get"), await ports.free("put"), await ports.free("none")]).toEqual([
    9229,
    9230,
    undefined,
  ]);
  for (const each of [put, put, { id: "none", name: "None" }, get]) ports.take(each, Promise.resolve());
  expect(events).toEqual([
    { event: "notice", text: "Put: debugger at 127.0.0.1:9230" },
    { event: "notice", text: "Get: debugger at 127.0.0.1:9229" },
  ]);
});

test("a port is free when the process before has left it, and others are free before", async () => {
  const ports = new InspectPorts(9229, () => {});
  ports.reserve(get);
  ports.reserve(put);
  let leave: () => void = () => {};
  ports.take(
    get,
    new Promise((resolve) => {
      leave = resolve;
    }),
  );
  const port = ports.free("get");
  expect(await Promise.race([port, nextTurn("taken")])).toBe("taken");
  expect(await ports.free("put")).toBe(9230);
  leave();
  expect(await port).toBe(9229);
});
