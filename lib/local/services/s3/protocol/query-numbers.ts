import { invalidArgument } from "../errors";

/** A parameter or header that is a whole number. Clients send it empty, too. */
export function numberAs(name: string, given: string | null | undefined, otherwise: number): number {
  if (given === undefined || given === null || given === "") return otherwise;
  if (/^\d{1,10}$/.test(given)) return Number(given);
  throw invalidArgument(`Provided ${name} not an integer or within integer range`, name, given);
}
