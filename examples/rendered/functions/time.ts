/** Answers under the domain of the site, so that its pages need no CORS. */
export const handler = async () => ({ time: new Date(0).toISOString() });
