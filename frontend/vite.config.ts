import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Styles stand at the end of the page: what stands before them is painted without waiting. */
const paintFirst: Plugin = {
  name: "paint-first",
  transformIndexHtml: {
    order: "post",
    handler(html) {
      const styles = html.match(/^.*<link rel="stylesheet".*\n/gm) ?? [];
      return styles.reduce((page, style) => page.replace(style, ""), html).replace("  </body>", `${styles.join("")}  </body>`);
    },
  },
};

export default defineConfig({
  plugins: [svelte(), paintFirst],
  build: {
    outDir: "../src/pitboss/web/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8121", ws: true } } },
  // pure functions: they share one process
  test: { include: ["src/**/*.test.ts"], pool: "threads", isolate: false, maxWorkers: 1 },
});
