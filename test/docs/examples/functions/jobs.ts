interface Batch {
  readonly Records: readonly { readonly messageId: string; readonly body: string }[];
}

/** Fails as a whole when one of them fails. */
export const all = async ({ Records }: { readonly Records: readonly unknown[] }) => {
  for (const record of Records) await work(record);
};

async function work(_job: unknown): Promise<void> {}

// #region queue-handler
export const run = async ({ Records }: Batch) => {
  const failed: string[] = [];
  for (const { messageId, body } of Records) {
    try {
      await work(JSON.parse(body));
    } catch {
      failed.push(messageId);
    }
  }
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
};
// #endregion
