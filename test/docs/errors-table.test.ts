import { errorsTable } from "./errors-table";

const source = `
  export const texts = {
    // First
    plain: ({ value }: { value: string }) => ({ problem: "is {wrong}.", remedy: \`Not \${value}.\` }),
    "with-values": ({ a, b }: Facts) => ({
      problem: \`is \${show(a)}, beside \${b ? \`"\${b}"\` : "}"},
        on two lines.\`,
      remedy: "",
    }),
    // Second
    either: ({ many }: { many: boolean }) => ({ problem: many === "x" ? "are many." : "is one.", remedy: "" }),
    given: ({ problem, remedy }: { problem: string; remedy: string }) => ({ problem, remedy }),
    returned: () => {
      return { problem: "is returned | so.", remedy: "" };
    },
  } satisfies Texts;
`;

const rows = (table: string) => table.split("\n").slice(2);

test("an error table has each code and its text, with … for the variable parts", () => {
  expect(rows(errorsTable(source))).toEqual([
    "| `plain` | … is \\{wrong}. | Not …. |",
    "| `with-values` | … is …, beside …, on two lines. |  |",
    "| `either` | … are many. |  |",
    "| `given` | … | … |",
    "| `returned` | … is returned \\| so. |  |",
  ]);
});

test("a row has the case of its code, if it has one", () => {
  const explain = (code: string) =>
    code === "plain" ? { problem: "`timeout` is 0.", remedy: "Write\n1." } : undefined;
  expect(rows(errorsTable(source, "First", explain))[0]).toBe("| `plain` | `timeout` is 0. | Write 1. |");
});

test("a quoted URL is code, since sites look for the targets of links", () => {
  const explain = () => ({ problem: '`a` is "http://localhost:3000".', remedy: "" });
  expect(rows(errorsTable(source, "First", explain))[0]).toBe(
    "| `plain` | `a` is `http://localhost:3000`. |  |",
  );
});

test("a section of an error table ends at the next line comment", () => {
  expect(rows(errorsTable(source, "First")).map((row) => row.split(" ")[1])).toEqual([
    "`plain`",
    "`with-values`",
  ]);
  expect(rows(errorsTable(source, "Second"))).toHaveLength(3);
  expect(() => errorsTable(source, "Third")).toThrow("no error texts under Third");
});
