import type { InvokeReport } from "../events";
import type { FunctionSettings } from "../function-settings";

interface InspectPort {
  readonly port: number;
  /** Settles when no process listens on the port. */
  free: Promise<void>;
  wasReported: boolean;
}

/** The ports for debuggers. A function keeps its port when its code or settings change, so that debuggers find it again. */
export class InspectPorts {
  private readonly ports = new Map<string, InspectPort>();

  constructor(
    private readonly first: number,
    private readonly report: InvokeReport,
  ) {}

  /** Assigns a port to a function. The order of the calls is the order of the ports. */
  reserve({ id }: Pick<FunctionSettings, "id">): void {
    if (this.ports.has(id)) return;
    this.ports.set(id, { port: this.first + this.ports.size, free: Promise.resolve(), wasReported: false });
  }

  /** The port of a function, after the previous process has released it. */
  async free(id: string): Promise<number | undefined> {
    const own = this.ports.get(id);
    await own?.free;
    return own?.port;
  }

  /** Records that a process listens on the port of a function until `gone` settles. */
  take({ id, name }: Pick<FunctionSettings, "id" | "name">, gone: Promise<void>): void {
    const own = this.ports.get(id);
    if (own === undefined) return;
    own.free = gone;
    if (own.wasReported) return;
    own.wasReported = true;
    this.report({ event: "notice", text: `${name}: debugger at 127.0.0.1:${own.port}` });
  }
}
