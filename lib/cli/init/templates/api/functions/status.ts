/** Says that the API is up. */
export const handler = async () => ({ status: "ok" });
