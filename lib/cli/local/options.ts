import { fail } from "../../errors/error";
import type { GlobalOptions } from "../project/command-context";

/** What `serverform local` takes beside the global options. */
export interface LocalCommandOptions extends GlobalOptions {
  readonly port?: string;
  readonly host?: string;
  readonly from?: string;
  readonly data?: string;
  readonly endpoint?: readonly string[];
  readonly inspect?: string | true;
  readonly schedules?: boolean;
  readonly watch?: boolean;
}

export const defaultPort = "4000";

export function parsePort(value = defaultPort, option = "--port"): number {
  const port = Number(value);
  if (/^\d+$/.test(value) && port <= 65_535) return port;
  return fail("serverform local", "local-port-invalid", option, { value });
}

/** The first port of the debuggers; Node's own where none is named. */
export function parseInspect(given: string | true | undefined): number | undefined {
  return given === undefined ? undefined : parsePort(given === true ? "9229" : given, "--inspect");
}

/** `sqs=http://127.0.0.1:9324`: the service, or the URI that an integration names, and where it is. */
export function parseEndpoints(given: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    given.map((text) => {
      const [, name = "", url = ""] = /^(.+?)=(https?:\/\/[^\s]+)$/.exec(text) ?? [];
      if (name === "" || !URL.canParse(url)) {
        fail("serverform local", "local-endpoint-invalid", "--endpoint", { value: text });
      }
      return [name, url.replace(/\/$/, "")] as const;
    }),
  );
}
