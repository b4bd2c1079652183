import { expect, test } from "@jest/globals";
import { handler } from "../functions/hello.js";
import { call } from "./call.js";

test("greets the world", async () => {
  expect(await call(handler, "GET /")).toEqual({ statusCode: 200, body: "Hello world" });
});

test("greets by name", async () => {
  expect(await call(handler, "GET /?name=Ada")).toMatchObject({ body: "Hello Ada" });
});
