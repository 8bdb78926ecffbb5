import type { BrowserContext } from '@playwright/test'

const CPU_SLOWDOWN = 4
const SWITCHES = 8
/** How long to wait until a page that was just drawn is idle. */
const SETTLE_MS = 1_500
const SWITCH = 'select:has(option[lang])'

/** Stores the catalogues on the device, as choosing each language once would do. */
export async function keepLanguages(
  context: BrowserContext,
  { url, languages }: { readonly url: string; readonly languages: readonly string[] },
): Promise<void> {
  const page = await context.newPage()
  await page.goto(url)
  await page.locator('nav').first().waitFor({ state: 'attached' })
  for (const language of [...languages, 'en']) {
    await page.evaluate(choose, { select: SWITCH, language })
    await page.waitForTimeout(SETTLE_MS)
  }
  await page.close()
}

/**
 * Milliseconds from choosing a language to the frame that shows it, back and forth between English
 * and another language that the device has stored. Sorted.
 */
export async function languageSwitches(
  context: BrowserContext,
  { url, language }: { readonly url: string; readonly language: string },
): Promise<number[]> {
  const page = await context.newPage()
  await page.goto(url)
  await page.locator('nav').first().waitFor({ state: 'attached' })
  const devTools = await context.newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  const times: number[] = []
  while (times.length < SWITCHES) {
    const field = page.locator(SWITCH)
    if (await field.count()) await field.focus()
    await page.waitForTimeout(SETTLE_MS)
    const next = times.length % 2 === 0 ? language : 'en'
    times.push(await page.evaluate(choose, { select: SWITCH, language: next }))
  }
  await page.close()
  return times.sort((one, other) => one - other)
}

/**
 * Runs in the page: chooses a language with the page's switch or, if it has none, like another tab
 * would, and waits for the frame that shows it.
 */
function choose({ select, language }: { select: string; language: string }): Promise<number> {
  const navigation = document.querySelector('nav')
  if (!navigation) throw new Error('the page has no navigation')
  const before = navigation.textContent
  const start = performance.now()
  const shown = new Promise<number>((resolve) => {
    const observer = new MutationObserver(() => {
      if (navigation.textContent === before) return
      observer.disconnect()
      // Runs in the task after the frame.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)))
    })
    observer.observe(navigation, { childList: true, characterData: true, subtree: true })
  })
  const field = document.querySelector<HTMLSelectElement>(select)
  if (field) {
    field.value = language
    field.dispatchEvent(new Event('change', { bubbles: true }))
  } else {
    window.dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: language }))
  }
  return shown
}
