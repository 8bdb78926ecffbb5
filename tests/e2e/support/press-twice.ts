/**
 * Runs in the page. Presses a button that another one replaces, and reports what a second press in
 * the same place would hit as soon as the replacement appears.
 */
export function pressTwice(button: HTMLElement | SVGElement): Promise<string> {
  const { left, top, width, height } = button.getBoundingClientRect()
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (button.isConnected) return
      observer.disconnect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      resolve(hit?.closest('button')?.textContent ?? '')
    })
    observer.observe(document.body, { subtree: true, childList: true })
    button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  })
}
