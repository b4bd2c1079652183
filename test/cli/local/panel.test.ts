import picocolors from "picocolors";
import { nextLine, type PanelContent, panelLines } from "../../../lib/cli/local/panel";
import type { ServedGateway } from "../../../lib/local";

const route = (method: string, path: string, authorizer: string, target: string) => ({
  method,
  path,
  authorizer,
  target,
});

const served = [
  {
    port: 4000,
    urls: ["http://127.0.0.1:4000/"],
    gateway: {
      name: "dev-notes-Api",
      kind: "HTTP",
      routes: [
        route("GET", "/notes", "none", "dev-notes-Service-Api-Lambda_GET_--notes"),
        route(
          "DELETE",
          "/notes/{id}",
          "members",
          "dev-notes-Service-Api-Lambda_DELETE_--notes---id--e62795ea",
        ),
        route("GET", "/a/very/long/path/{that}/{does}/not/fit/{beside}/its/handler", "iam", "report"),
      ],
    },
  },
  {
    port: 4001,
    urls: ["ws://127.0.0.1:4001/dev"],
    gateway: {
      name: "dev-notes-Chat",
      kind: "WEBSOCKET",
      routes: [route("WS", "$default", "none", "chat")],
    },
  },
] as unknown as readonly ServedGateway[];

const sources = new Map([
  ["dev-notes-Service-Api-Lambda_GET_--notes", "functions/notes.ts list"],
  ["dev-notes-Service-Api-Lambda_DELETE_--notes---id--e62795ea", "functions/notes.ts remove"],
  ["chat", "functions/chat.ts say"],
]);

const content: PanelContent = {
  served,
  userPools: [
    {
      name: "dev-notes-Users",
      id: "eu-west-1_AbCdEfGhI",
      clients: [{ name: "dev-notes-Users-web", id: "1234567890abcdefghijklmnop" }],
      pages: "http://localhost:4100",
    },
  ],
  overview: {
    groups: [
      {
        title: "Tables",
        rows: [
          ["Notes", ""],
          ["Orders", "functions/changes.ts handler"],
        ],
      },
      {
        title: "Queues",
        rows: [
          ["Work", "functions/work.ts handler"],
          ["Failed", "dead letters of Work"],
        ],
      },
      {
        title: "Crons",
        rows: [["Overdue", "cron(0 7 * * ? *)  functions/overdue.ts handler"]],
      },
    ],
    secretsWithoutValue: ["API_KEY"],
  },
  sourceOf: (name) => sources.get(name),
  consoleUrl: "http://127.0.0.1:4567/#secret",
  hasKeys: true,
  program: "pnpm exec serverform",
};

const twoPools = [
  ...content.userPools,
  { name: "dev-notes-Staff", id: "eu-west-1_Staff", clients: [], pages: undefined },
];

const colors = picocolors.createColors(false);
const panel = (width: number): string => panelLines(content, { colors, width }).join("\n");

describe("the panel of everything that runs", () => {
  test("fits 80 characters", () => {
    expect(panel(80)).toMatchInlineSnapshot(`
      "
      dev-notes-Api  http://127.0.0.1:4000/
        GET     /notes                              none     functions/notes.ts list
        DELETE  /notes/{id}                         members  functions/notes.ts remove
        GET     /a/very/long/pat…side}/its/handler  iam      report

      dev-notes-Chat  ws://127.0.0.1:4001/dev
        WS  $default  none  functions/chat.ts say

      dev-notes-Users  eu-west-1_AbCdEfGhI  http://localhost:4100
        client  dev-notes-Users-web  1234567890abcdefghijklmnop

      Tables
        Notes
        Orders  functions/changes.ts handler

      Queues
        Work    functions/work.ts handler
        Failed  dead letters of Work

      Crons
        Overdue  cron(0 7 * * ? *)  functions/overdue.ts handler

      Secrets without a value
        API_KEY  pnpm exec serverform secrets set API_KEY --local"
    `);
  });

  test("fits 120 characters", () => {
    expect(panel(120)).toMatchInlineSnapshot(`
      "
      dev-notes-Api  http://127.0.0.1:4000/
        GET     /notes                                                        none     functions/notes.ts list
        DELETE  /notes/{id}                                                   members  functions/notes.ts remove
        GET     /a/very/long/path/{that}/{does}/not/fit/{beside}/its/handler  iam      report

      dev-notes-Chat  ws://127.0.0.1:4001/dev
        WS  $default  none  functions/chat.ts say

      dev-notes-Users  eu-west-1_AbCdEfGhI  http://localhost:4100
        client  dev-notes-Users-web  1234567890abcdefghijklmnop

      Tables
        Notes
        Orders  functions/changes.ts handler

      Queues
        Work    functions/work.ts handler
        Failed  dead letters of Work

      Crons
        Overdue  cron(0 7 * * ? *)  functions/overdue.ts handler

      Secrets without a value
        API_KEY  pnpm exec serverform secrets set API_KEY --local"
    `);
  });

  test.each([40, 60, 80, 100, 120])("has no line that is longer than %i characters", (width) => {
    const lines = panelLines(content, { colors, width }).filter((line) => !line.includes("://"));
    expect(lines.filter((line) => line.length > width)).toEqual([]);
  });

  test("a file gets whole names", () => {
    expect(panel(Number.POSITIVE_INFINITY)).toContain(
      "  GET     /a/very/long/path/{that}/{does}/not/fit/{beside}/its/handler  iam      report",
    );
  });

  test("says in one line what to try next, as far as it fits", () => {
    expect(nextLine(content, { colors, width: 80 })).toMatchInlineSnapshot(
      `"Next:  curl http://127.0.0.1:4000/notes  c: console  http://localhost:4100/inbox"`,
    );
    expect(nextLine(content, { colors, width: 150 })).toMatchInlineSnapshot(
      `"Next:  curl http://127.0.0.1:4000/notes  c: console  http://localhost:4100/inbox  pnpm exec serverform local token --user ada@example.com"`,
    );
  });

  test.each<[what: string, changes: Partial<PanelContent>, wanted: RegExp]>([
    ["no second server without a console", { consoleUrl: undefined }, /^(?!.*--console)/],
    ["the pool of a token, if there are several", { userPools: twoPools }, /--pool dev-notes-Users( |$)/],
    ["no function of a route, whose event is not known", { served: served.slice(1) }, /^(?!.*invoke)/],
  ])("names only commands that work as they are: %s", (_what, changes, wanted) => {
    const line = nextLine({ ...content, ...changes }, { colors, width: 160 });
    expect(line).toMatch(wanted);
  });

  test("is silent if there is nothing to try", () => {
    const nothing = { ...content, served: [], userPools: [], hasKeys: false };
    expect(nextLine(nothing, { colors, width: 160 })).toBeUndefined();
  });
});
