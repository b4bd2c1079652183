import { standardErrorOf } from "../../../support/environment";
import { testStack } from "../../../support/stack";

const noticesOf = (acknowledgedNotices: readonly string[]) =>
  standardErrorOf(() => {
    const stack = testStack({ acknowledgedNotices });
    stack.app.addNotice("serverform: the function URL is public", stack);
    stack.app.addNotice("serverform: the table has no backups");
    stack.app.synth();
  });

test.each<[string, readonly string[], string]>([
  [
    "none",
    [],
    "serverform: the function URL is public (dev-notes-Main)\nserverform: the table has no backups\n",
  ],
  ["one", ["function URL is public"], "serverform: the table has no backups\n"],
  [
    "another one",
    ["something else"],
    "serverform: the function URL is public (dev-notes-Main)\nserverform: the table has no backups\n",
  ],
  [
    "only the name of the library",
    ["serverform"],
    "serverform: the function URL is public (dev-notes-Main)\nserverform: the table has no backups\n",
  ],
  [
    "a whole one",
    ["serverform: the table has no backups"],
    "serverform: the function URL is public (dev-notes-Main)\n",
  ],
  ["all", ["  the function URL ", "the table has no backups"], ""],
])("notices that the app acknowledges are not printed: %s", (_, acknowledged, printed) => {
  expect(noticesOf(acknowledged)).toBe(printed);
});

test.each([
  ["", "acknowledgedNotices[0]"],
  ["serverform", undefined],
  ["  the  ", "acknowledgedNotices[0]"],
])("a text that names no notice is refused: %j", (text, prop) => {
  const call = () => testStack({ acknowledgedNotices: [text] });
  if (prop === undefined) expect(call).not.toThrow();
  else expect(call).toThrow(expect.objectContaining({ code: "prop-invalid", path: "app", prop }));
});
