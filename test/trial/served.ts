import { isDeepStrictEqual } from "node:util";
import { type ServeLocalOptions, serveLocal, type TestServer } from "../../lib/testing";

/** Collects the reasons why a task is not done. */
export class Findings {
  readonly reasons: string[] = [];

  /** A fact that must be equal to a value. */
  is(fact: string, found: unknown, wanted: unknown): void {
    if (!isDeepStrictEqual(asJson(found), asJson(wanted)))
      this.reasons.push(`${fact} is ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}.`);
  }
}

/** Answers of `fetch` have other prototypes than objects of a test that runs in a context of its own. */
const asJson = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

/** Serves the app of a folder for a check. An app that cannot be served, or a check that fails, is a reason as well. */
export async function served(
  folder: string,
  look: (server: TestServer, findings: Findings) => Promise<void>,
  options: ServeLocalOptions = {},
): Promise<readonly string[]> {
  const findings = new Findings();
  let server: TestServer | undefined;
  try {
    server = await serveLocal(folder, options);
    await look(server, findings);
  } catch (error) {
    findings.reasons.push(String(error));
  } finally {
    await server?.stop();
  }
  return findings.reasons;
}
