import {
  canCreate,
  defaultPythonRuntime,
  defaultRuntime,
  findRuntime,
  newestOfLanguage,
  runtimes,
} from "../../../lib/bundle";

describe("Runtimes", () => {
  test("are all that the specification names, the newest of each language first", () => {
    expect(Object.keys(runtimes)).toEqual([
      ...[24, 22, 20, 18, 16, 14, 12, 10].map((version) => `nodejs${version}.x`),
      ...[...[14, 13, 12, 11, 10, 9, 8, 7, 6].map((minor) => `3.${minor}`), "2.7"].map((v) => `python${v}`),
      ...["java21", "java17", "java11", "java8", "dotnet8", "dotnet6"],
      ...["3.1", "2.1", "2.0", "1.0"].map((version) => `dotnetcore${version}`),
      ...["provided.al2023", "provided.al2", "provided", "go1.x"],
    ]);
  });

  test("of Node say what syntax they know, others do not", () => {
    expect(findRuntime("nodejs22.x")?.nodeTarget).toBe("node22");
    expect(findRuntime("python3.12")?.nodeTarget).toBeUndefined();
  });

  test("of Go are deployed as a custom runtime", () => {
    expect(findRuntime("go1.x")).toMatchObject({
      deployedAs: "provided.al2023",
      deployedHandler: "bootstrap",
    });
  });

  test.each([
    ["nodejs14.x", defaultRuntime],
    ["python3.8", defaultPythonRuntime],
    ["dotnet6", "dotnet8"],
    ["java8", "java21"],
    ["provided.al2", "provided.al2023"],
    ["go1.x", "go1.x"],
  ] as const)("%s has the newest of its language: %s", (literal, newest) => {
    expect(newestOfLanguage(literal)).toBe(newest);
  });

  test.each(["ruby3.4", "nodejs", "toString", ""])("do not include %j", (literal) => {
    expect(findRuntime(literal)).toBeUndefined();
  });

  test.each([
    ["nodejs14.x", "2024-01-08", true],
    ["nodejs14.x", "2024-01-09", false],
    ["nodejs20.x", "2026-11-21", true],
    ["nodejs20.x", "2027-02-01", false],
    ["go1.x", "2026-11-21", true],
  ] as const)("%s on %s can be created: %p", (literal, day, expected) => {
    expect(canCreate(literal, new Date(`${day}T12:00:00Z`))).toBe(expected);
  });
});
