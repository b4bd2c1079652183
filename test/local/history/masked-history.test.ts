import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { History, sharedFacts } from "../../../lib/local";
import { KeptFacts, SecretValues } from "../../../lib/local/history/kept-facts";
import { answerHistory } from "../../../lib/local/history/query";

const text = (content: string) => ({ text: content, length: content.length });
const secret = "hunter2x";
const known = "correct horse battery";

/** A history of a sign-up, a login and a message of which only the value is known as a secret. */
function record(history: History): void {
  history.secrets.from(() => [known]);
  const signUp = {
    Username: "ada",
    Password: secret,
    UserAttributes: [{ Name: "email", Value: "ada@x.example" }],
  };
  history.record(
    "call",
    { service: "cognito-idp", operation: "SignUp", caller: "list", input: text(JSON.stringify(signUp)) },
    [],
    "1",
  );
  const fact = history.begin("request", {
    api: "notes",
    method: "POST",
    path: `/login?code=${secret}`,
    requestId: "r",
    headers: { authorization: `Bearer ${secret}`, "user-agent": "curl" },
    body: text(`user=ada&password=${secret}`),
  });
  history.end(fact, { status: 200, answer: text(`{"accessToken":"${secret}"}`) });
  history.record("warning", { text: `It said: ${known}` }, [], "2");
}

describe("Secrets of the history", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "serverform-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const file = () => join(folder, "history/facts.jsonl");
  const start = () => {
    const secrets = new SecretValues();
    const fail = (reason: string): never => {
      throw new Error(reason);
    };
    return new History({ kept: new KeptFacts(folder, fail, secrets), secrets });
  };

  test("are not in its file, and everything else is", async () => {
    const history = start();
    record(history);
    await history.stop();
    const content = readFileSync(file(), "utf8");
    expect(content).not.toContain(secret);
    expect(content).not.toContain(known);
    expect(content).toContain("ada@x.example");
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    // The console of the developer shows them.
    expect(JSON.stringify(history.all)).toContain(secret);
  });

  test("are removed from the file of an earlier version", () => {
    mkdirSync(join(folder, "history"));
    const fact = { id: "1", kind: "warning", at: 1, causes: [], text: `password: ${secret}` };
    writeFileSync(file(), `{"serverform":"history","version":1}\n${JSON.stringify(fact)}\n`);
    const history = start();
    history.restore();
    expect(history.all).toHaveLength(1);
    expect(readFileSync(file(), "utf8")).not.toContain(secret);
    expect(existsSync(`${file()}.unreadable`)).toBe(false);
  });

  test("are in no answer to another program, such as the server for agents", () => {
    const history = new History();
    record(history);
    const traces = JSON.stringify(answerHistory(history, { action: "traces" }));
    const trace = JSON.stringify(answerHistory(history, { action: "trace", id: "1" }));
    for (const each of [secret, known]) expect(traces + trace).not.toContain(each);
    expect(traces).toContain("SignUp");
  });

  test("are in nothing that the console shares", () => {
    const history = new History();
    record(history);
    const shared = JSON.stringify(sharedFacts(history, [...history.all.map(({ id }) => id), "unknown", {}]));
    for (const each of [secret, known]) expect(shared).not.toContain(each);
    expect(shared).toContain("curl");
  });
});
