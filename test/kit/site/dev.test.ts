import { checkDev } from "../../../lib/kit/site/dev";
import { failure } from "../../constructs/api/support/api";
import { testStack } from "../../support/stack";

const check = (url: unknown, command: string | undefined = "npm run dev") =>
  checkDev(testStack(), { command, url } as never);

test.each([
  "http://localhost:5173",
  "http://localhost",
  "http://localhost:5173/",
  "http://127.0.0.1:80",
  "http://127.1.2.3",
  "http://[::1]:3000",
])("a development server may listen at %s", (url) => {
  expect(() => check(url)).not.toThrow();
});

test.each([
  undefined,
  5,
  "",
  "localhost:5173",
  "https://localhost",
  "http://localhost/app",
  "http://example.com",
  "http://localhost.example.com",
  "http://my-localhost",
  "http://128.0.0.1",
  "http://0.0.0.0",
  "http://[::2]",
])("a development server is refused at %p", (url) => {
  expect(failure(() => check(url))).toMatchObject({ code: "prop-invalid", prop: "dev.url" });
});

test("a development server needs a command", () => {
  expect(failure(() => check("http://localhost", ""))).toMatchObject({
    code: "prop-required",
    prop: "dev.command",
  });
  expect(failure(() => checkDev(testStack(), { url: "http://localhost" } as never)).prop).toBe("dev.command");
  expect(() => checkDev(testStack(), undefined)).not.toThrow();
});
