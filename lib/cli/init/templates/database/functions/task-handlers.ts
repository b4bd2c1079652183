import type { APIGatewayProxyEventV2WithJWTAuthorizer as Event } from "aws-lambda";
import type { Kysely } from "kysely";
import { ApiHandler, useJsonBody } from "serverform/node/api";
import type { Database } from "./schema.js";

/** The handlers of the API, over any database with the tables of `migrations`. */
export function taskHandlers(db: Kysely<Database>) {
  return {
    list: ApiHandler(async () =>
      json(200, await db.selectFrom("tasks").selectAll().orderBy("id").limit(100).execute()),
    ),

    create: ApiHandler(async () => {
      const { title } = useJsonBody<{ title?: unknown }>() ?? {};
      if (typeof title !== "string" || title === "") return json(400, { message: "title is missing" });
      return json(
        201,
        await db.insertInto("tasks").values({ title }).returningAll().executeTakeFirstOrThrow(),
      );
    }),

    done: ApiHandler(async ({ pathParameters }: Event) => {
      const id = Number(pathParameters?.id);
      const task = Number.isSafeInteger(id)
        ? await db
            .updateTable("tasks")
            .set({ done: true })
            .where("id", "=", id)
            .returningAll()
            .executeTakeFirst()
        : undefined;
      return task === undefined ? json(404, { message: "No such task" }) : json(200, task);
    }),
  };
}

const json = (statusCode: number, body: unknown) => ({
  statusCode,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
