/** Answers without a sign-in. */
export const handler = async () => ({ status: "ok" });
