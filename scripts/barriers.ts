import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * What keeps somebody out of a page, by axe's rules: all of them, or those that are named. No page
 * has frames, so each is judged where it is, which spares a page to gather the results of many.
 */
export async function barriersOf(page: Page, ...rules: readonly string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode()
  if (rules.length > 0) axe.withRules([...rules])
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}
