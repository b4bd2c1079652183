import { expect, test } from "@jest/globals";
import { handler as greeting } from "../functions/greeting.js";
import { handler as me } from "../functions/me.js";
import { uploadKey } from "../functions/upload-key.js";
import { call } from "./call.js";

test("greets everyone", async () => {
  expect(await greeting()).toEqual({ greeting: "Hello from the API" });
});

test("knows the signed-in user", async () => {
  expect(await call(me, "GET /api/me", { claims: { username: "ada" } })).toEqual({ user: "ada" });
});

test("users write below their own id only", () => {
  expect(uploadKey("ada", "cat.png")).toBe("ada/cat.png");
  expect(uploadKey("ada", "../bob/cat.png")).toBe("ada/cat.png");
  expect(uploadKey("ada", undefined)).toBeUndefined();
});
