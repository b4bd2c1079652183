/** The app's resources have no history here. */
const created = Date.UTC(2024, 0, 1) / 1000;

export const poolTimes = { CreationDate: created, LastModifiedDate: created } as const;
