import * as sdk from "@aws-sdk/client-s3";
import type { Delivery, ServiceResources } from "../../../../lib/local/services/contract/service";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { s3 } from "../../../../lib/local/services/s3";
import { serviceContext, startService } from "../../services/context";
import { testModel } from "../../support/model";
import { clientOf } from "../clients";
import { expected } from "../placeholders";
import { type RecordedFact, readSuite, testFacts } from "../suite";

interface Request {
  readonly operation: string;
  readonly input: object;
  /** Values of the answer, by the name that records have for them. */
  readonly save?: Readonly<Record<string, string>>;
}

/** The app declares another versioning from now on. */
interface Change {
  readonly versioning: string;
}

interface NotificationFact extends RecordedFact {
  /** @default - the bucket keeps no versions */
  readonly versioning?: string;
  /** The events of the notification. @default - `s3:ObjectCreated:*` */
  readonly events?: readonly string[];
  readonly steps: readonly (Request | Change)[];
  /** Records that the target of the notification gets; the members of each that are compared. */
  readonly records?: readonly object[];
  /** Events on the default bus. */
  readonly busEvents?: readonly object[];
}

const target = "arn:aws:sqs:us-east-1:123456789012:target";

const modelOf = ({ events = ["s3:ObjectCreated:*"], records }: NotificationFact, status?: string) =>
  testModel({
    aws_s3_bucket: { Files: { bucket: "files" } },
    aws_s3_bucket_versioning:
      status === undefined ? {} : { Files: { bucket: "files", versioning_configuration: [{ status }] } },
    aws_s3_bucket_notification: {
      Files:
        records === undefined
          ? { bucket: "files", eventbridge: true }
          : { bucket: "files", queue: [{ id: "sent", queue_arn: target, events }] },
    },
  });

let router: EndpointRouter;

beforeAll(async () => {
  router = await EndpointRouter.start(() => {});
});

afterAll(() => router.close());

testFacts(readSuite<NotificationFact>("s3/notifications"), async (fact) => {
  const { steps, versioning, records, busEvents = [] } = fact;
  const delivered: Delivery[] = [];
  const deliver = async (delivery: Delivery): Promise<void> => void delivered.push(delivery);
  const context = serviceContext({ model: modelOf(fact, versioning), deliver });
  const service = await startService(router, "s3", s3, context);
  const client = new sdk.S3Client({ ...clientOf.options, endpoint: router.url, forcePathStyle: true });
  const saved = await take(steps, clientOf(sdk, client, service), fact, service.resources);
  const bodies = delivered.map(({ body }) => JSON.parse(body));
  expect(records === undefined ? bodies : bodies.flatMap(({ Records }) => Records)).toEqual(
    (records ?? busEvents).map((record) => closely(expected(JSON.parse(withSaved(record, saved))))),
  );
});

/** Takes the steps; returns the values that they have saved. */
async function take(
  steps: NotificationFact["steps"],
  conversation: ReturnType<typeof clientOf>,
  fact: NotificationFact,
  resources: ServiceResources,
): Promise<ReadonlyMap<string, string>> {
  const saved = new Map<string, string>();
  for (const step of steps) {
    if ("versioning" in step) {
      await resources.replace(modelOf(fact, step.versioning));
      continue;
    }
    const answer = await conversation.send(step.operation, JSON.parse(withSaved(step.input, saved)));
    for (const [name, member] of Object.entries(step.save ?? {}))
      saved.set(name, String(new Map<string, unknown>(Object.entries(answer)).get(member)));
  }
  await conversation.close();
  return saved;
}

const withSaved = (value: object, saved: ReadonlyMap<string, string>): string =>
  JSON.stringify(value).replace(/\{\{(\w+)\}\}/g, (whole, name: string) => saved.get(name) ?? whole);

/** The members that a record has; the object that the event is about has no others. */
function closely(recorded: unknown, name = ""): unknown {
  if (typeof recorded !== "object" || recorded === null || "asymmetricMatch" in recorded) return recorded;
  const members = Object.entries(recorded).map(([each, value]) => [each, closely(value, each)]);
  return name === "object"
    ? Object.fromEntries(members)
    : expect.objectContaining(Object.fromEntries(members));
}
