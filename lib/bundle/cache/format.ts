/** Changes with the form of entries, and with the processing of bundles by this package. */
export const version = "2";
