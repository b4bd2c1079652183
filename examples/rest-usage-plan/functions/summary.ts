import { stations } from "./stations";

interface Summary {
  readonly id: string;
  readonly place: string;
  readonly degrees: number;
  readonly unit: "celsius" | "fahrenheit";
}

/** Independent of HTTP: the gateway maps its input and result, and its error to 404. */
export async function handler({ id, unit }: Pick<Summary, "id" | "unit">): Promise<Summary> {
  const station = stations.find((each) => each.id === id);
  if (station === undefined) throw new Error(`No such station: ${id}`);
  const { place, celsius } = station;
  const degrees = unit === "fahrenheit" ? Math.round(celsius * 18 + 320) / 10 : celsius;
  return { id, place, degrees, unit };
}
