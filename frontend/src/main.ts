import { mount } from "svelte";
import App from "./App.svelte";
import "./tokens.css";
import "./base.css";

const target = document.getElementById("app");
target?.replaceChildren(); // what was painted first
if (target) mount(App, { target });
