import type { AppMap } from "./app-map";
import { drawingOf, pictureOf } from "./drawing";
import { placedMap } from "./layout";

/** A map as an SVG picture: what begins is on the left, and what it leads to on the right of it. */
export const svgOf = (map: AppMap): string => `${pictureOf(drawingOf(placedMap(map)))}\n`;
