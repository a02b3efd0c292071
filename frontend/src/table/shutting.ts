/** A menu that lies over the cloth shuts when anything else is pressed, by Escape, and when play goes on. */

export function shutting(menu: HTMLDetailsElement, _played: unknown) {
  const shut = () => {
    if (menu.querySelector("dialog[open]") === null) menu.open = false;
  };
  const elsewhere = ({ target }: Event) => {
    if (target instanceof Node && !menu.contains(target)) shut();
  };
  const escape = ({ key }: KeyboardEvent) => {
    if (key !== "Escape" || !menu.open) return;
    shut();
    if (!menu.open) menu.querySelector("summary")?.focus();
  };
  addEventListener("pointerdown", elsewhere);
  addEventListener("keydown", escape);
  return {
    update: shut,
    destroy() {
      removeEventListener("pointerdown", elsewhere);
      removeEventListener("keydown", escape);
    },
  };
}
