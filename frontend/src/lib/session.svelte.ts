/** Who is at the screen. */

import { ask, onSessionEnd, Refusal, useToken } from "./api";
import type { Door, Who } from "./api-types";

const MEMBERS_ONLY = "Sign in with the name and password the card room gave you.";

class Session {
  who = $state<Who | null>(null);
  /** Why nobody is signed in, once that is known. */
  closed = $state("");
  /** Nobody is signed in, and nobody needs to be. */
  stranger = $state(false);

  constructor() {
    onSessionEnd(() => this.end("Your session has ended: sign in again to go on."));
  }

  /** Whoever the cookie says; else a new guest where guests are let in, or nobody where anybody may look. */
  async begin(anybody = false): Promise<void> {
    const who = await ask<Who | null>("/api/me");
    this.stranger = !who && anybody;
    if (who) this.welcome(who);
    else if (anybody) return;
    else if ((await ask<Door>("/api/door")).guests) await this.guest();
    else this.end(MEMBERS_ONLY);
  }

  /** A new player without a password, under a name of their own if they give one. */
  async guest(name = ""): Promise<void> {
    try {
      this.welcome(await ask<Who>("/api/guest", "POST", name ? { name } : undefined));
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 403) throw error;
      this.end(MEMBERS_ONLY);
    }
  }

  /** The player of another device, by the code that was made there. */
  async carried(code: string): Promise<void> {
    this.welcome(await ask<Who>("/api/carry/use", "POST", { code }));
  }

  async signIn(name: string, password: string): Promise<void> {
    this.welcome(await ask<Who>("/api/login", "POST", { name, password }));
  }

  async signOut(): Promise<void> {
    await ask("/api/logout", "POST").catch(() => undefined);
    this.end("You are signed out.");
  }

  end(why: string): void {
    this.who = null;
    this.closed = why;
  }

  private welcome(who: Who): void {
    useToken(who.csrf);
    this.who = who;
    this.closed = "";
  }
}

export const session = new Session();
