import type { Page } from '@playwright/test'
import { expect, test } from './support/journey.ts'

// Every other journey is walked with motion reduced.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('what closes stays until its animation has ended, then goes', async ({ people, open }) => {
  const page = await (await open(await people.customer())).newPage()
  await page.goto('/')
  await page.getByRole('button', { name: 'Deposit' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  const leaving = watchLeaving(page)
  await page.keyboard.press('Escape')
  expect(await leaving).toEqual(['closing', 'ended', 'gone'])
  await expect(page.getByRole('button', { name: 'Deposit' }), 'focus returns').toBeFocused()

  await page.getByRole('button', { name: 'Deposit' }).click()
  await expect(dialog, 'and comes again').toBeVisible()
})

/** What becomes of the dialog once it is closed, in the order in which it happens. */
function watchLeaving(page: Page): Promise<string[]> {
  return page.getByRole('dialog').evaluate(
    (dialog) =>
      new Promise((resolve) => {
        const seen: string[] = []
        const watch = new MutationObserver(() => {
          if (!dialog.isConnected) {
            watch.disconnect()
            resolve([...seen, 'gone'])
          } else if (dialog.getAttribute('data-state') === 'closed' && seen.length === 0) {
            seen.push('closing')
            for (const { finished } of dialog.getAnimations()) {
              void finished.then(() => seen.push('ended'))
            }
          }
        })
        watch.observe(document.body, { attributes: true, childList: true, subtree: true })
      }),
  )
}
