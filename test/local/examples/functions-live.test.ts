/** @group processes */

import { createHash } from "node:crypto";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { WebSocket } from "ws";
import { freePorts } from "../../support/free-ports";
import { ExampleCopy } from "./example-copy";
import type { Line } from "./support";
import { apisOf, type StartedCommand, urlIn } from "./support";

const isReady = ({ event }: Line): boolean => event === "ready";

/** The next time that it has taken over a changed app. */
const readyAgain = (command: StartedCommand, times: number): Promise<Line> =>
  command.until(({ lines }) => lines.filter(isReady)[times - 1]);

describe("an edited handler of the notes", () => {
  let copy: ExampleCopy;
  let notes: StartedCommand;
  let url: string;

  beforeAll(async () => {
    copy = new ExampleCopy("examples/notes");
    copy.write("functions/words.ts", 'export const word = "first";\n');
    copy.edit(
      "functions/notes.ts",
      "import { noteHandlers }",
      'import { word } from "./words";\nimport { noteHandlers }',
    );
    copy.edit("functions/notes.ts", "list, get,", "get,");
    copy.edit(
      "functions/notes.ts",
      "export const {",
      "export const list = async () => ({ word });\nexport const {",
    );
    notes = copy.start(["--json"]);
    url = urlIn(await notes.line(isReady), "Api");
  });
  afterAll(async () => {
    expect(await notes.stop()).toBe(0);
    copy.remove();
  });

  const ask = async (): Promise<string> => {
    const response = await fetch(`${url}/notes`);
    return response.status === 200 ? JSON.stringify(await response.json()) : String(response.status);
  };

  /** Sends requests until the answer is another one; all other requests in this time must get one of the two. */
  async function becomes(expected: string, former: readonly string[]): Promise<void> {
    for (;;) {
      const answer = await ask();
      if (answer === expected) return;
      expect(former).toContain(answer);
      // Functions that answer all the time leave no processor to the build.
      await delay(10);
    }
  }

  /** Sets the word of the response, from the file that another test has left. */
  async function live(text: string): Promise<void> {
    const former = await ask();
    copy.write("functions/words.ts", `export const word = "${text}";\n`);
    await becomes(`{"word":"${text}"}`, [former]);
  }

  test("is live without a restart, as is what it imports, and the app is left alone", async () => {
    await live("second");
    await live("third");
    const former = await ask();
    copy.edit("functions/notes.ts", "({ word })", '({ word: word + "!" })');
    await becomes(former.replace('"}', '!"}'), [former]);
    copy.edit("functions/notes.ts", '({ word: word + "!" })', "({ word })");
    await becomes(former, [former.replace('"}', '!"}')]);
    expect(notes.lines.filter(isReady)).toHaveLength(1);
  });

  test("that cannot be bundled is reported, and is live again when it is repaired", async () => {
    await live("good");
    copy.write("functions/words.ts", "export const word = ;\n");
    await becomes("500", ['{"word":"good"}']);
    await notes.line(({ event, text }) => event === "warning" && /words\.ts:1:\d+/.test(String(text)));
    copy.write("functions/words.ts", 'export const word = "repaired";\n');
    await becomes('{"word":"repaired"}', ["500"]);
  });
});

describe("an edited app of the chat", () => {
  test("keeps its port, who is connected, and what is in its table", async () => {
    const copy = new ExampleCopy("examples/chat");
    const CHAT_TOKEN_SHA256 = createHash("sha256").update("letmein").digest("hex");
    const chat = copy.start(["--json"], { CHAT_TOKEN_SHA256 });
    try {
      const before = await readyAgain(chat, 1);
      const client = new WebSocket(`${urlIn(before, "Chat")}?token=letmein`);
      const messages: string[] = [];
      client.on("message", (data) => messages.push(String(data)));
      await once(client, "open");
      const shout = 'shout: "functions/unknown.handler",';
      copy.edit("stacks/service.ts", "      send: {", `      ${shout}\n      send: {`);
      const after = await readyAgain(chat, 2);
      expect(urlIn(after, "Chat")).toBe(urlIn(before, "Chat"));
      expect(apisOf(after)[0]?.routes.map(({ path }) => path)).toContain("shout");
      // The table contains the receivers of a message.
      client.send('{"action":"send","text":"still here"}');
      while (messages.length === 0) await once(client, "message");
      expect(JSON.parse(messages[0] ?? "")).toMatchObject({ text: "still here" });
      client.send('{"action":"shout"}');
      await chat.line(
        ({ event, method, path }) => event === "request" && method === "MESSAGE" && path === "shout",
      );
      expect(client.readyState).toBe(WebSocket.OPEN);
    } finally {
      expect(await chat.stop()).toBe(0);
      copy.remove();
    }
  });
});

test("with --inspect a debugger finds the function", async () => {
  const copy = new ExampleCopy("examples/notes");
  // One for each function.
  const port = await freePorts(8);
  const notes = copy.start(["--json", "--inspect", String(port)]);
  try {
    const url = urlIn(await notes.line(isReady), "Api");
    expect((await fetch(`${url}/notes`)).status).toBe(200);
    const isDebugger = ({ event, text }: Line) => event === "notice" && /debugger at/.test(String(text));
    const { text } = await notes.line(isDebugger);
    const own = /debugger at (127\.0\.0\.1:(\d+))$/.exec(String(text));
    // The functions have the ports from the given one on, in their order.
    expect(Number(own?.[2])).toBeGreaterThanOrEqual(port);
    const targets = await (await fetch(`http://${own?.[1]}/json/list`)).json();
    expect(targets).toEqual([
      expect.objectContaining({ webSocketDebuggerUrl: expect.stringContaining(`${own?.[1]}/`) }),
    ]);
  } finally {
    expect(await notes.stop()).toBe(0);
    copy.remove();
  }
});
