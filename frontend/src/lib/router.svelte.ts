/** The address bar: pages are addresses that can be shared. */

class Place {
  path = $state(location.pathname);
  query = $state(new URLSearchParams(location.search));

  constructor() {
    addEventListener("popstate", () => this.read());
    document.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0;
      if (!link || !plain || link.target || link.hasAttribute("download")) return;
      const url = new URL(link.href);
      if (url.origin !== location.origin || /^\/(api|docs|metrics|healthz)/.test(url.pathname)) return;
      event.preventDefault();
      this.go(url.pathname + url.search);
    });
  }

  go(address: string): void {
    history.pushState(null, "", address);
    this.read();
    scrollTo(0, 0);
  }

  private read(): void {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
  }
}

export const place = new Place();
