// Runs before the first paint and before the app, so that a chosen theme never flashes and an old
// browser loads nothing. Kept tiny, because it blocks, and in old syntax.
function applyTheme() {
  try {
    const chosen = localStorage.getItem('theme')
    if (chosen !== 'light' && chosen !== 'dark') return
    document.documentElement.dataset.theme = chosen
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
      meta.media = meta.dataset.of === chosen ? 'all' : 'not all'
    }
  } catch {
    // Without storage the system decides.
  }
}

// The newest features that the app needs, and what has them; each supported browser has all of them.
const NEEDED = {
  any: 'AbortSignal',
  withResolvers: 'Promise',
  CSSPropertyRule: 'window',
  locks: 'navigator',
}
const NEEDED_COLOUR = 'light-dark(red, red)'

function isSupported() {
  for (const name in NEEDED) if (!(name in window[NEEDED[name]])) return false
  return CSS.supports('color', NEEDED_COLOUR)
}

function showNotice(texts) {
  // Ends the reading of the page: neither the app nor its styles follow.
  window.stop()
  const body = document.createElement('body')
  body.style.cssText = 'max-width:30em;margin:15vh auto;padding:0 1em;font:1.1em/1.5 sans-serif'
  for (const text of texts) {
    const part = body.appendChild(document.createElement(body.firstChild ? 'p' : 'h1'))
    part.textContent = text
  }
  document.documentElement.appendChild(body)
}

applyTheme()
let isOld = true
try {
  isOld = !isSupported()
} catch {
  // It lacks a name that is looked into.
}
if (isOld) showNotice(document.currentScript.dataset.notice.split(' | '))
