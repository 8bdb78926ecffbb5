import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { ChartRows, ChartTable } from '#pwa/ui/charts/chart-table.tsx'

const HEAD = ['Time', 'Value']

function rowsOf(count: number) {
  const items = Array.from({ length: count }, (_, index) => index + 1)
  const written: number[] = []
  const cellsOf = (item: number) => {
    written.push(item)
    return [`minute ${item}`, `$${item}.00`]
  }
  return { head: HEAD, items, cellsOf, written }
}

const markup = (count: number) =>
  renderToStaticMarkup(<ChartRows id="rows" label="Value" {...rowsOf(count)} />)

const namesIn = (html: string) => [...html.matchAll(/scope="row"[^>]*>([^<]+)</g)].map(([, n]) => n)

describe('the table of a chart', () => {
  test('is closed at first, and renders no cells', () => {
    const rows = rowsOf(3)
    const html = renderToStaticMarkup(<ChartTable label="Value" {...rows} />)
    expect(html).toContain('aria-expanded="false"')
    expect(html).toContain('aria-label="Show as a table: Value"')
    expect([html.includes('<table'), rows.written]).toEqual([false, []])
  })

  test('has a caption, column and row headers, and the newest row first', () => {
    const html = markup(3)
    expect(html).toMatch(/<caption[^>]*>Value: the newest 3 of 3 rows<\/caption>/)
    expect([...html.matchAll(/scope="col"[^>]*>([^<]+)</g)].map(([, n]) => n)).toEqual(HEAD)
    expect(namesIn(html)).toEqual(['minute 3', 'minute 2', 'minute 1'])
    expect(html).toContain('<bdi>$3.00</bdi>')
  })

  test('shows the newest 100 rows and offers more', () => {
    const html = markup(101)
    const names = namesIn(html)
    expect([names.length, names[0], names.at(-1)]).toEqual([100, 'minute 101', 'minute 2'])
    expect(html).toContain('Show more')
  })

  test('offers no more than there is', () => {
    expect([namesIn(markup(100)).length, markup(100).includes('Show more')]).toEqual([100, false])
  })
})
