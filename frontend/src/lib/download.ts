/** Files from the server, saved under a name; a refusal becomes a sentence. */

import { Refusal, sentence, UNREACHABLE } from "./api";

export async function download(path: string, name: string): Promise<void> {
  const answer = await fetch(path).catch(() => {
    throw new Refusal(UNREACHABLE, 0);
  });
  if (!answer.ok) throw new Refusal(sentence(await answer.json().catch(() => null)) ?? `The server answered ${answer.status}.`, answer.status);
  save(await answer.blob(), name);
}

/** Have the browser keep something under a name. */
export function save(what: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(what);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
