import { t } from '#shared/text/t.ts'

/** The attribution that the chart library requires, at the end of the line below the chart. */
export function ChartsBy() {
  return (
    <a
      href="https://www.tradingview.com/"
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-6 shrink-0 items-center underline-offset-2 hover:underline"
    >
      {t('Charts by TradingView')}
    </a>
  )
}
