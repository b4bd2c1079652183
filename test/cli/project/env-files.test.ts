import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { addEnvFiles, expandVariables } from "../../../lib/cli/project/env-files";
import { cleanUp, temporaryFolder } from "../support/cli";

afterAll(cleanUp);

describe("expandVariables", () => {
  test.each([
    ["$HOST", "h"],
    ["${HOST}:${PORT}", "h:1"],
    ["\\$HOST", "$HOST"],
    ["a$", "a$"],
    ["$1", "$1"],
    ["${MISSING}", ""],
    ["${MISSING:-else}", "else"],
    ["${EMPTY:-else}", "else"],
    ["$PASSWORD", "pa$$w$HOST"],
    ["$SELF", ""],
  ])("makes %s into %j", (text, expected) => {
    const values = { TEXT: text, PORT: "1", HOST: "file", SELF: "$SELF" };
    const environment = { HOST: "h", EMPTY: "", PASSWORD: "pa$$w$HOST" };
    expect(expandVariables(values, environment).TEXT).toBe(expected);
  });
});

describe("addEnvFiles", () => {
  test("parses quotes, comments and all line endings", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, ".env"), "# note\r\nexport A='one two' # rest\r\nB=\"x\\ny\"\r\n\r\nC=\r\n");
    const environment: NodeJS.ProcessEnv = {};
    await addEnvFiles(folder, "dev", environment);
    expect(environment).toEqual({ A: "one two", B: "x\ny", C: "" });
  });
});
