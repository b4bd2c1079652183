// #region approval
import { withDurableExecution } from "@aws/durable-execution-sdk-js";

export const start = withDurableExecution(async ({ Records: [record] }: Orders, context) => {
  const order: { id: string } = JSON.parse(record?.Sns.Message ?? "{}");
  // A step runs once. When the function is invoked again, it returns the former result.
  await context.step("reserve", async () => reserve(order.id));
  // Until a result for the callback arrives, no code runs, and no computing is charged.
  const answer = await context.waitForCallback<string>(
    "approval",
    async (callbackId) => ask(order.id, callbackId),
    { timeout: { days: 7 } },
  );
  await context.wait("a day to object", { days: 1 });
  return context.step("ship", async () => ({ id: order.id, answer }));
});
// #endregion

interface Orders {
  readonly Records: readonly { readonly Sns: { readonly Message: string } }[];
}

async function reserve(id: string): Promise<string> {
  return `reserved ${id}`;
}

async function ask(id: string, callbackId: string): Promise<void> {
  console.log(`approve ${id}: ${callbackId}`);
}
