import type { BrowserContext } from '@playwright/test'

const CPU_SLOWDOWN = 4
const SWITCHES = 8
/** The rest of a page that was just drawn must not be measured. */
const SETTLE_MS = 1_500
const SWITCH = 'select:has(option[lang])'

/**
 * Milliseconds from a choice of language to the frame that shows it, on the longest page, back and
 * forth between English and another language. Sorted.
 */
export async function languageSwitches(
  context: BrowserContext,
  { origin, language }: { readonly origin: string; readonly language: string },
): Promise<number[]> {
  const page = await context.newPage()
  await page.addInitScript((code) => localStorage.setItem('language', code), language)
  await page.goto(`${origin}/profile`)
  await page.locator(SWITCH).waitFor()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  const times: number[] = []
  while (times.length < SWITCHES) {
    await page.locator(SWITCH).focus()
    await page.waitForTimeout(SETTLE_MS)
    const next = times.length % 2 === 0 ? 'en' : language
    times.push(await page.evaluate(choose, { select: SWITCH, language: next }))
  }
  await page.close()
  return times.sort((one, other) => one - other)
}

/** Runs in the page: chooses a language as a person does, and waits for the frame that shows it. */
function choose({ select, language }: { select: string; language: string }): Promise<number> {
  const field = document.querySelector<HTMLSelectElement>(select)
  const title = document.querySelector('h1')
  if (!field || !title) throw new Error('the page has no switch of languages')
  const before = title.textContent
  const start = performance.now()
  const shown = new Promise<number>((resolve) => {
    const observer = new MutationObserver(() => {
      if (title.textContent === before) return
      observer.disconnect()
      // The task after the frame.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)))
    })
    observer.observe(title, { childList: true, characterData: true, subtree: true })
  })
  field.value = language
  field.dispatchEvent(new Event('change', { bubbles: true }))
  return shown
}
