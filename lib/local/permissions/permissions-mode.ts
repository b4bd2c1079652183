/** The treatments of a request that no permission allows: it is denied, reported, or ignored. */
export const permissionsModes = ["enforce", "warn", "off"] as const;

export type PermissionsMode = (typeof permissionsModes)[number];
