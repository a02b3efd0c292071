import { mount } from "svelte";
import App from "./App.svelte";
import "./tokens.css";
import "./base.css";

const target = document.getElementById("app");
target?.replaceChildren(); // what was painted first
if (target) mount(App, { target });

// a page of its own for when the server cannot be reached; nothing else is kept in the browser
if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
