import { mailHandler, shippedHandler } from "../logic/announce";
import { publishNews } from "../services/news-topic";

export const shipped = shippedHandler(publishNews);

/** Stands for a mail service. */
export const mail = mailHandler(async (to, subject, text) =>
  console.log(JSON.stringify({ to, subject, text })),
);
