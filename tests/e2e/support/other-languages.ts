import type { Page } from '@playwright/test'
import { DEMO_ADDRESSES, DEMO_NEXT_ADDRESS } from '#scripts/demo/addresses.ts'
import { ASSETS } from '#shared/assets.ts'
import { operator } from '#shared/operator/company.ts'
import { TYPED } from './long-texts.ts'
import { WALLET } from './people.ts'

/** English that is a third longer and marks every message, so that untranslated text is visible. */
export const LONGER = 'en-XA'

const ADDRESSES = [...DEMO_ADDRESSES, WALLET].map(({ address }) => address)

/** Names on the screens that are the same in every language. */
const NAMES: ReadonlySet<string> = new Set([
  operator.name,
  operator.supportEmail,
  ...['Demo User', 'Demo Reviewer', 'Administrator', '1 Example Street'],
  ...ASSETS.map(({ name }) => name),
  ...TYPED,
])

/** Shown as they are in every language. */
const FIGURES = [
  // Identifiers and hashes.
  /^[\w-]*\d[\w-]*$/,
  /^\S+@example\.com( · [A-Z2-7]+)?$/,
  // A coin's networks.
  /^(Bitcoin|ERC20)\/\w+$/,
  // The browser of a session, and the source of prices.
  /^(node|replay)$/,
  // Keys.
  /^(Ctrl )?(Enter|[A-Z])$/,
  // Files of users, and codes of the server: jobs, projections, fields.
  /\.pdf$/,
  /^[a-z]+(-[a-z]+)+$/,
  /^(amount|email|journal|kept ticks|listed)$/,
]

/** Shows all texts in another language without a reload, as after a choice in another tab. */
export async function speak(page: Page, code: string): Promise<void> {
  await page.evaluate((to) => {
    localStorage.setItem('language', to)
    dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: to }))
  }, code)
  await page.waitForFunction((to) => document.documentElement.lang === to, code)
}

/** Texts outside the catalogue, on a page that speaks the language for tests. */
export async function untranslatedOn(page: Page): Promise<string[]> {
  const texts = await page.evaluate(unmarkedTexts)
  return [...new Set(texts)].filter((text) => !isData(text))
}

function isData(text: string): boolean {
  return (
    NAMES.has(text) ||
    FIGURES.some((figure) => figure.test(text)) ||
    [...ADDRESSES, DEMO_NEXT_ADDRESS].some((address) =>
      text.split('…').every((part) => address.includes(part)),
    )
  )
}

/** Runs in the page. */
function unmarkedTexts(): string[] {
  const WORD = /[a-z]{3,}/
  const MARK = /[~[\]áéíóúýñçšÁÉÍÓÚÝÑÇŠ]/
  const ATTRIBUTES = ['aria-label', 'title', 'placeholder', 'alt']
  const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  return [...textsIn(top), ...attributesIn(top)].filter(
    (text) => WORD.test(text) && !MARK.test(text),
  )

  function textsIn(root: Element): string[] {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (walker.nextNode()) {
      const { textContent, parentElement } = walker.currentNode
      if (parentElement?.checkVisibility() && !parentElement.closest('bdi')) {
        found.push(textContent?.trim() ?? '')
      }
    }
    return found
  }

  function attributesIn(root: Element): string[] {
    const named = root.querySelectorAll(ATTRIBUTES.map((name) => `[${name}]`).join())
    return [...named].flatMap((element) =>
      ATTRIBUTES.map((name) => element.getAttribute(name) ?? ''),
    )
  }
}
