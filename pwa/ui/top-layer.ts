/** The open dialogs, the topmost last. */
const dialogs: HTMLDialogElement[] = []
/** Callbacks for each time that it has moved. */
const hosts = new Map<HTMLElement, () => void>()

/**
 * Shows a dialog above everything else until the returned function is called.
 *
 * `showModal` makes the rest of the page inert. The rest also gets `aria-hidden`, because tools that
 * read the page from outside, such as axe and Playwright, look at attributes alone.
 */
export function openOnTop(dialog: HTMLDialogElement): () => void {
  if (dialogs.length === 0) keepScrollbarWidth(document.documentElement)
  dialog.showModal()
  dialogs.push(dialog)
  moveHosts()
  const hidden = [...document.body.children].filter(
    (element) => element !== dialog && !element.ariaHidden,
  )
  for (const element of hidden) element.ariaHidden = 'true'
  return () => {
    for (const element of hidden) element.ariaHidden = null
    dialogs.splice(dialogs.indexOf(dialog), 1)
    moveHosts()
    // Before the dialog leaves the document: this is what returns the focus.
    dialog.close()
  }
}

/** Keeps an element in the topmost dialog, because everything outside of it is inert. */
export function keepOnTop(host: HTMLElement, moved: () => void): () => void {
  hosts.set(host, moved)
  moveHosts()
  return () => {
    hosts.delete(host)
  }
}

/** Read while the page can still scroll, for the padding that replaces its scrollbar. */
function keepScrollbarWidth(root: HTMLElement): void {
  root.style.setProperty('--scrollbar-width', `${innerWidth - root.clientWidth}px`)
}

function moveHosts(): void {
  const place = dialogs.at(-1) ?? document.body
  for (const [host, moved] of hosts) {
    if (host.parentElement === place) continue
    place.append(host)
    moved()
  }
}
