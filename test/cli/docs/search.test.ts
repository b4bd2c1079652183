import { relative, resolve } from "node:path";
import { type DocumentSearch, readDocuments, sectionsOf } from "../../../lib/cli/docs/search";

const root = resolve(__dirname, "../../..");

let search: DocumentSearch;

beforeAll(async () => {
  search = await readDocuments();
});

/** `<file>: <heading>` of each section that the words find. */
const found = (...words: string[]): readonly string[] =>
  search(words).map(({ file, heading }) => `${relative(root, file)}: ${heading}`);

describe("The sections of a document", () => {
  test("begin at headings, and have the headings above", () => {
    const document =
      "# A\n\nOne.\n\n## `B`\n\n<!-- props x Y -->\n\n### C\n\n```sh\n# no heading\n```\n\n## D\nTwo.";
    expect(sectionsOf(document)).toEqual([
      { heading: "A", line: 1, text: "One." },
      { heading: "A > B > C", line: 9, text: "```sh\n# no heading\n```" },
      { heading: "A > D", line: 15, text: "Two." },
    ]);
  });
});

describe("The search in the documents", () => {
  test.each([
    [["fair queues"], "lib/constructs/queue/README.md: Queue > Props > Fair queues"],
    [["opentofu"], "lib/cli/README.md: Command line > Commands > OpenTofu"],
    [["serverform", "explain"], "lib/cli/README.md: Command line > serverform explain"],
    [["share", "state"], "docs/teams.md: Stages in a team > Share the state"],
  ])("finds for %j the section first that is about them", (words, section) => {
    expect(found(...words)[0]).toBe(section);
  });

  test("finds a prop by a part of its name, and a misspelled word", () => {
    expect(found("audiense", "jwt").join("\n")).toContain("lib/constructs/api/README.md");
    expect(found("warm throughput").join("\n")).toContain("lib/constructs/table/README.md");
  });

  test("puts sections that have all words before those that have some", () => {
    const [first, ...others] = search(["fifo", "dead-letter"]);
    expect(first?.text.toLowerCase()).toMatch(/fifo/);
    expect(first?.text.toLowerCase()).toMatch(/dead-?letter/);
    expect(others).toHaveLength(4);
  });

  test.each([["queue dead letter"], ["bucket cors"], ["authorizer scopes"]])(
    "puts guides before the tables of errors for %j",
    (words) => {
      const headings = found(...words.split(" "));
      expect(headings.filter((each) => each.endsWith("> Errors"))).toEqual([]);
    },
  );

  test.each([
    ["claims groups", /^docs\/recipes\.md|Who called/],
    ["send mail", /^docs\/recipes\.md: Recipes > Sending mail$/],
    ["limit per user", /^docs\/recipes\.md: Recipes > A limit per user$/],
    ["pages list", /^docs\/recipes\.md: Recipes > Pages of a list$/],
    ["rolling back", /^docs\/operating\.md: Operating an app > Rolling back$/],
    ["alarms", /^docs\/operating\.md: Operating an app > Alarms$/],
    ["dashboard", /^docs\/operating\.md: Operating an app > A dashboard$/],
    ["first deployment", /^docs\/deploying\.md: Deploying > The first deployment$/],
    ["workspace package", /^docs\/(?:recipes|new-apps)\.md/],
  ])("finds for %j a guide among the first three", (words, section) => {
    expect(found(...words.split(" ")).slice(0, 3)).toContainEqual(expect.stringMatching(section));
  });

  test("refuses words that no section has", () => {
    expect(() => search(["xyzzyq"])).toThrow(
      /^serverform docs: words is "xyzzyq", and no section(.|\n)*\[docs-nothing-found\]$/,
    );
  });

  test("refuses words that all sections have", () => {
    expect(() => search(["the", "of"])).toThrow(expect.objectContaining({ code: "docs-nothing-found" }));
  });
});
