import { expect, test } from "@jest/globals";
import { taskHandlers } from "../functions/task-handlers.js";
import { call } from "./call.js";
import { memoryDatabase } from "./memory-database.js";

test("a task is created, done and listed", async () => {
  const db = await memoryDatabase();
  const { create, done, list } = taskHandlers(db);
  const task = { id: 1, title: "Buy milk", done: false };
  const created = await call(create, "POST /tasks", { body: { title: "Buy milk" } });
  expect(created).toMatchObject({ statusCode: 201, body: JSON.stringify(task) });
  await call(done, "POST /tasks/1/done", { pathParameters: { id: "1" } });
  expect(await call(list, "GET /tasks")).toMatchObject({ body: JSON.stringify([{ ...task, done: true }]) });

  expect(await call(create, "POST /tasks", { body: {} })).toMatchObject({ statusCode: 400 });
  expect(await call(done, "POST /tasks/7/done", { pathParameters: { id: "7" } })).toMatchObject({
    statusCode: 404,
  });
  await db.destroy();
});
