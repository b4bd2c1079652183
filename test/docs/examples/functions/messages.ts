import { Context, Handler, useEvent, useLambdaContext } from "serverform/node/context";

// #region messages
const useLog = Context.memo(() => {
  const { awsRequestId } = useLambdaContext();
  return (text: string) => console.log(awsRequestId, text);
});

export const handler = Handler("sqs", async () => {
  for (const { body } of useEvent("sqs").Records) await work(body);
});

async function work(body: string): Promise<void> {
  useLog()(`working on ${body}`);
}
// #endregion
