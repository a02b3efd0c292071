/** What the page that is shown writes into the line at the top. */

import type { Snippet } from "svelte";

class Headline {
  shown = $state.raw<Snippet | null>(null);
}

export const headline = new Headline();
