import { addReview, type NewReview } from "./add-review";
import { openReviews } from "./open-reviews";

/** An export of the old server. */
const reviews: readonly NewReview[] = [
  { product: "tea", stars: 5, text: "Clears the head" },
  { product: "tea", stars: 4, text: "Too good to share" },
  { product: "jam", stars: 3, text: "Rather sweet" },
];

/** Copies the missing reviews, so that it may run several times. */
export async function copy(): Promise<void> {
  const db = openReviews();
  for (const review of reviews) {
    const known = await db
      .selectFrom("reviews")
      .select("id")
      .where("product", "=", review.product)
      .where("text", "=", review.text)
      .executeTakeFirst();
    if (known === undefined) await addReview(db, review);
  }
}
