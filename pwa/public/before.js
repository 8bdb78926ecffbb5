// Runs before the first paint and before the app, so that chosen colours or a chosen language
// never flash and an old browser loads nothing. Kept tiny, because it blocks, and in old syntax.
const root = document.documentElement
const given = document.currentScript.dataset
// For each language: what of this page is written in it, and its direction.
const texts = JSON.parse(given.texts)

function stored(key) {
  try {
    return localStorage.getItem(key)
  } catch {
    // Without storage the system decides.
  }
}

function applyTheme() {
  const market = stored('market-colours')
  // Styles know the names; another one changes nothing.
  if (market) root.dataset.market = market
  const chosen = stored('theme')
  if (chosen !== 'light' && chosen !== 'dark') return
  root.dataset.theme = chosen
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.media = meta.dataset.of === chosen ? 'all' : 'not all'
  }
}

// The first language that the browser asks for and that is offered: "es-MX" takes "es".
function preferred() {
  const offered = given.offered.split(' ')
  const base = (code) => code.split('-')[0]
  for (const wanted of navigator.languages) {
    const found =
      offered.find((code) => code === wanted) || offered.find((code) => base(code) === base(wanted))
    if (found) return found
  }
  return 'en'
}

// The app reads the language here.
function applyLanguage() {
  root.lang = stored('language') || preferred()
  const own = texts[root.lang]
  if (!own) return
  root.dir = own.dir
  given.notice = own.notice
  document.querySelector('[rel=manifest]').href = own.manifest
  // The page is read as far as this script. Once: later the status is one of the app.
  document.onreadystatechange = () => {
    document.onreadystatechange = null
    document.querySelector('[role=status]').lastChild.data = own.loading
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

function showNotice(parts) {
  // Ends the reading of the page: neither the app nor its styles follow.
  window.stop()
  const body = document.createElement('body')
  body.style.cssText = 'max-width:30em;margin:15vh auto;padding:0 1em;font:1.1em/1.5 sans-serif'
  for (const text of parts) {
    const part = body.appendChild(document.createElement(body.firstChild ? 'p' : 'h1'))
    part.textContent = text
  }
  root.appendChild(body)
}

const PAUSE_MS = 5000

// A first visit may lose the network while the app itself is on its way. Nothing else would load it
// again.
function watchOpening() {
  const look = ({ target }) => {
    const isNeeded = target.type === 'module' || target.rel === 'stylesheet'
    if (isNeeded && document.querySelector('#root > [aria-busy]')) openAgainLater()
  }
  addEventListener('error', look, true)
}

// Without an answer, a reload would leave this page for an error page of the browser.
function openAgainLater() {
  const openAgain = ({ ok }) => (ok ? location.reload() : openAgainLater())
  setTimeout(() => fetch('/').then(openAgain, openAgainLater), PAUSE_MS)
}

let isOld = true
try {
  applyTheme()
  applyLanguage()
  isOld = !isSupported()
} catch {
  // It lacks a name that is looked into.
}
if (isOld) showNotice(given.notice.split(' | '))
else watchOpening()
