/** A station and what it last measured. */
export interface Station {
  readonly id: string;
  readonly place: string;
  readonly celsius: number;
}

export const stations: readonly Station[] = [
  { id: "harbour", place: "Harbour", celsius: 11.5 },
  { id: "hill", place: "Castle hill", celsius: 8.2 },
];
