/** Answers everyone. */
export const handler = async () => ({ greeting: "Hello from the API" });
