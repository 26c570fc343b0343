/** Brings what was just added into sight: beneath a button that was pressed there may be no more room on the screen. */
export function seen(added: HTMLElement): void {
  added.scrollIntoView({ block: "nearest" });
}
