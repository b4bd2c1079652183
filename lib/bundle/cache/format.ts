/** Changes with the form of entries, and with what this package does to bundles. */
export const version = "2";
