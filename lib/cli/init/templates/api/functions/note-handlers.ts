import { randomUUID } from "node:crypto";
import type { APIGatewayProxyEventV2WithJWTAuthorizer as Event } from "aws-lambda";
import { ApiHandler, useJsonBody } from "serverform/node/api";

export interface Note {
  readonly id: string;
  readonly text: string;
}

/** Where notes are kept: the table in production, a map in tests. */
export interface NoteStore {
  list(owner: string): Promise<Note[]>;
  put(owner: string, note: Note): Promise<void>;
  remove(owner: string, id: string): Promise<void>;
}

/** The handlers of the API. Users see and change their own notes only. */
export function noteHandlers(store: NoteStore) {
  return {
    list: ApiHandler(async (event: Event) => json(200, await store.list(ownerIn(event)))),

    create: ApiHandler(async (event: Event) => {
      const { text } = useJsonBody<{ text?: unknown }>() ?? {};
      if (typeof text !== "string" || text === "") return json(400, { message: "text is missing" });
      const note = { id: randomUUID(), text };
      await store.put(ownerIn(event), note);
      return json(201, note);
    }),

    remove: ApiHandler(async (event: Event) => {
      await store.remove(ownerIn(event), event.pathParameters?.id ?? "");
      return { statusCode: 204 };
    }),
  };
}

/** The user's id. The gateway has checked the token. */
const ownerIn = ({ requestContext }: Event) => String(requestContext.authorizer.jwt.claims.sub);

const json = (statusCode: number, body: unknown) => ({
  statusCode,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
