/** @group processes */

import { ListQueuesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { AccessKeys } from "../../lib/local";
import { serve } from "./safety-support";

const project = { routes: { "GET /": "return 'served';" } };

test("two servers of one process each take the keys of their own secret only", async () => {
  const keys = [new AccessKeys("one"), new AccessKeys("other")] as const;
  const servers = [
    await serve(project, { accessKeys: keys[0] }),
    await serve(project, { accessKeys: keys[1] }),
  ];
  const session = keys[0].ofSession({
    roleArn: "arn:aws:iam::123456789012:role/test",
    sessionName: "list",
  });
  const ask = async (endpoint: string): Promise<unknown> => {
    const client = new SQSClient({ endpoint, region: "eu-west-1", credentials: session, maxAttempts: 1 });
    return client.send(new ListQueuesCommand({})).then(
      () => "taken",
      ({ name }: Error) => name,
    );
  };
  const [own, foreign] = await Promise.all(servers.map(({ local }) => ask(local.servicesUrl)));
  expect(own).toBe("taken");
  expect(foreign).toMatch(/InvalidClientTokenId|UnrecognizedClient/);
});
