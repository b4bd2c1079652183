import type { APIGatewayProxyResultV2, APIGatewayProxyWebsocketEventV2 } from "aws-lambda";
import { z } from "zod";
import type { Post } from "./post";
import type { ConnectionStore } from "./store";

type Handler = (event: APIGatewayProxyWebsocketEventV2) => Promise<APIGatewayProxyResultV2>;

/** Writes to the clients of the API of a request. */
type PostThrough = (context: APIGatewayProxyWebsocketEventV2["requestContext"]) => Post;

const message = z.object({ action: z.literal("send"), text: z.string().min(1).max(1000) });
const done = { statusCode: 200 };

/** The handlers of the chat, over any store and any way to write to clients. */
export function chatHandlers(store: ConnectionStore, postThrough: PostThrough) {
  const connect: Handler = async ({ requestContext }) => {
    await store.add(requestContext.connectionId);
    return done;
  };

  const disconnect: Handler = async ({ requestContext }) => {
    await store.remove(requestContext.connectionId);
    return done;
  };

  const send: Handler = async ({ body, requestContext }) => {
    const input = message.safeParse(parse(body));
    const post = postThrough(requestContext);
    if (!input.success)
      return answer(post, requestContext.connectionId, "A message has text, up to 1000 characters");
    const from = requestContext.connectionId;
    const everybody = await store.list();
    const results = await Promise.allSettled(
      everybody.map(async (id) => {
        if (!(await post(id, { from, text: input.data.text }))) await store.remove(id);
      }),
    );
    // An unreachable client must not fail the others, but is worth a line in the log.
    for (const result of results) if (result.status === "rejected") console.error(result.reason);
    return done;
  };

  return { connect, disconnect, send };
}

/** Answers messages with an unknown action. It does not need to know the others, so that its function may not read the table. */
export function unknownHandler(postThrough: PostThrough): Handler {
  return async ({ requestContext }) =>
    answer(postThrough(requestContext), requestContext.connectionId, 'Send {"action":"send","text":"..."}');
}

/** Reports the error to the client itself; without a route response, the result of the function is discarded. */
async function answer(post: Post, id: string, error: string): Promise<APIGatewayProxyResultV2> {
  await post(id, { error });
  return { statusCode: 400 };
}

function parse(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? "");
  } catch {
    return undefined;
  }
}
