import { defaultRegion } from "../../facts/aws/partitions";
import { callAws } from "../aws/call";
import { boundResources, type WrittenAtSynthesis } from "../bindings/resources";

/** APIs for events of the app, by id; synthesis writes them. */
export interface EventsApiResources extends WrittenAtSynthesis {}

/** The channels of each API for events, by its id; synthesis writes them. */
export interface EventsApiChannels extends WrittenAtSynthesis {}

/** Ids of APIs for events; any text before the first synthesis. */
export type EventsApiId = [keyof EventsApiResources] extends [never]
  ? string
  : keyof EventsApiResources & string;

/** The channels of an API: those of its namespaces, if synthesis has written them. */
export type ChannelOf<Id> = Id extends keyof EventsApiChannels ? EventsApiChannels[Id] : string;

/** The outcome of the events of a call, by their place in the list. */
export interface PublishResult {
  readonly successful: readonly { readonly identifier: string; readonly index: number }[];
  readonly failed: readonly {
    readonly identifier: string;
    readonly index: number;
    readonly code?: number;
    readonly message?: string;
  }[];
}

/** The authorization of a function that publishes. */
export type PublishOptions =
  | {
      /** The API key. */
      readonly apiKey: string;
    }
  | {
      /** A token of a user pool, of an OIDC provider, or for the API's function. */
      readonly authorization: string;
    };

/**
 * The APIs for events that this function is bound to.
 *
 * @example
 * await fetch(EventsApi.Chat.url, { method: "POST", headers, body });
 */
export const EventsApi = boundResources<EventsApiResources>({
  className: "EventsApi",
  variables: ["url", "realtimeUrl"],
});

/** Source: https://docs.aws.amazon.com/appsync/latest/eventapi/event-api-concepts.html */
const eventsPerRequest = 5;

/**
 * Publishes events to a channel of an API that this function is bound to. More than 5 are sent in several requests.
 *
 * The requests are signed as the function's role, unless `options` has a key or a token. The function then needs the
 * permission `[api, "grantPublish"]`, and the API the way `AWS_IAM`.
 *
 * @example
 * await publishEvents("Chat", "/chat/lobby", [{ text: "Hello" }]);
 */
export async function publishEvents<Id extends EventsApiId>(
  id: Id,
  channel: ChannelOf<Id> & string,
  events: readonly unknown[],
  options?: PublishOptions,
): Promise<PublishResult> {
  const { url } = (EventsApi as Readonly<Record<string, { readonly url: string }>>)[id] as {
    readonly url: string;
  };
  const results: PublishResult = { successful: [], failed: [] };
  return await publishFrom({ url, channel, options }, events, 0, results);
}

interface Target {
  readonly url: string;
  readonly channel: string;
  readonly options: PublishOptions | undefined;
}

/** Sends the requests one after the other, so that the events of a channel keep their order. */
async function publishFrom(
  target: Target,
  events: readonly unknown[],
  start: number,
  { successful, failed }: PublishResult,
): Promise<PublishResult> {
  if (start >= events.length) return { successful, failed };
  const part = await publishPart(target, events.slice(start, start + eventsPerRequest));
  const moved = <Item extends { readonly index: number }>(items: readonly Item[]) =>
    items.map((each) => ({ ...each, index: each.index + start }));
  return await publishFrom(target, events, start + eventsPerRequest, {
    successful: [...successful, ...moved(part.successful)],
    failed: [...failed, ...moved(part.failed)],
  });
}

async function publishPart(
  { url, channel, options }: Target,
  events: readonly unknown[],
): Promise<PublishResult> {
  const body = JSON.stringify({ channel, events: events.map((event) => JSON.stringify(event)) });
  const { status, text } =
    options === undefined ? await sendSigned(url, body) : await send(url, body, options);
  if (status !== 200) throw new Error(`Events were not published to ${channel}: ${status} ${text}`);
  return JSON.parse(text) as PublishResult;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function send(url: string, body: string, options: PublishOptions): Promise<Answer> {
  const headers: Record<string, string> = {
    "content-type": "application/json",
    ...("apiKey" in options ? { "x-api-key": options.apiKey } : { authorization: options.authorization }),
  };
  const answer = await fetch(url, { method: "POST", headers, body });
  return { status: answer.status, text: await answer.text() };
}

async function sendSigned(url: string, body: string): Promise<Answer> {
  const region = process.env.AWS_REGION ?? defaultRegion;
  const headers = { "content-type": "application/json" };
  const request = { service: "appsync", method: "POST", url: new URL(url), headers, body };
  const { status, body: text } = await callAws(request, { region });
  return { status, text: text.toString("utf8") };
}
