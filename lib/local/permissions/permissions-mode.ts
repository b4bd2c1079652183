/** What may happen to a request that no permission allows: it is denied, it is reported, or nothing. */
export const permissionsModes = ["enforce", "warn", "off"] as const;

export type PermissionsMode = (typeof permissionsModes)[number];
