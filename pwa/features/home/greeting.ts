import { t } from '#shared/text/t.ts'

/** Before 12:00, before 18:00, and after. Source: docs/product.md, Screens and navigation. */
export function greetingAt(hour: number): string {
  if (hour < 12) return t('Good Morning')
  return hour < 18 ? t('Good Afternoon') : t('Good Evening')
}
