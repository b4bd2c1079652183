import { withoutPrintedNotices } from "../../../lib/cli/project/synthesis";

test("a notice of the app is printed once in a session, and the app's own output each time", () => {
  const told = new Set<string>();
  const output = "careful\nserverform: set the role\nserverform: choose a size\n";
  expect(withoutPrintedNotices(output, told)).toBe(
    "careful\nserverform: set the role\nserverform: choose a size",
  );
  expect(withoutPrintedNotices(`${output}serverform: a new one\n`, told)).toBe(
    "careful\nserverform: a new one",
  );
  expect(withoutPrintedNotices("serverform: set the role\n", told)).toBe("");
});
