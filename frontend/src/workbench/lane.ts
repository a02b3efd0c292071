/** One question at a time for all that nobody watches letter by letter: the server lets each of us wait for a few. */

let last: Promise<unknown> = Promise.resolve();

/** Do work when what was asked before it is answered; not at all once nobody wants it. */
export function inTurn<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const mine = last.then(() => {
    signal.throwIfAborted();
    return work();
  });
  last = mine.catch(() => undefined);
  return mine;
}
