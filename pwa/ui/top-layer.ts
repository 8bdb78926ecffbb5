/** The open dialogs, the topmost last. */
const dialogs: HTMLDialogElement[] = []
/** Callbacks for each time that it has moved. */
const hosts = new Map<HTMLElement, () => void>()
/** What is below the topmost dialog. */
const hidden = new Set<Element>()

/**
 * Shows a dialog above everything else until the returned function is called; only a dialog with
 * `data-uppermost` stays above later ones.
 *
 * `showModal` makes the rest of the page inert. The rest also gets `aria-hidden`, because tools that
 * read the page from outside, such as axe and Playwright, look at attributes alone.
 */
export function openOnTop(dialog: HTMLDialogElement): () => void {
  if (dialogs.length === 0) keepScrollbarWidth(document.documentElement)
  raise(dialog)
  const uppermost = dialogs.findLast((each) => each.dataset.uppermost !== undefined)
  if (uppermost && uppermost !== dialog) raise(uppermost)
  settle()
  return () => {
    dialogs.splice(dialogs.indexOf(dialog), 1)
    settle()
    // Before the dialog leaves the document: this is what returns the focus.
    dialog.close()
  }
}

export function topDialog(): HTMLDialogElement | undefined {
  return dialogs.at(-1)
}

/** Shows it as the last one: the browser stacks dialogs in the order in which they were shown. */
function raise(dialog: HTMLDialogElement): void {
  const at = dialogs.indexOf(dialog)
  if (at >= 0) dialogs.splice(at, 1)
  if (dialog.open) dialog.close()
  dialog.showModal()
  dialogs.push(dialog)
}

function settle(): void {
  moveHosts()
  for (const element of hidden) element.ariaHidden = null
  hidden.clear()
  const top = topDialog()
  if (!top) return
  for (const element of document.body.children) {
    if (element === top || element.ariaHidden) continue
    element.ariaHidden = 'true'
    hidden.add(element)
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
  const place = topDialog() ?? document.body
  for (const [host, moved] of hosts) {
    if (host.parentElement === place) continue
    place.append(host)
    moved()
  }
}
