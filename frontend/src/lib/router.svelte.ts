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
      const here = url.pathname === location.pathname && url.search === location.search;
      if (here && url.hash) return; // the browser goes there by itself
      event.preventDefault();
      this.go(url.pathname + url.search + url.hash);
    });
  }

  go(address: string): void {
    history.pushState(null, "", address);
    this.read();
    scrollTo(0, 0);
  }

  private read(): void {
    this.path = location.pathname;
    // the same query is no news: a page would be built anew for every anchor in it
    if (this.query.toString() !== new URLSearchParams(location.search).toString()) {
      this.query = new URLSearchParams(location.search);
    }
  }
}

export const place = new Place();
